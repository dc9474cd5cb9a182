"""One request with the retrying client that is named: client.py CLIENT METHOD URL

It exits with 0 when the request succeeded. KEY=value in the environment sends an idempotency key.
"""
import os
import sys

name, method, url = sys.argv[1:4]
headers = {"Idempotency-Key": os.environ["KEY"]} if os.environ.get("KEY") else {}
data = None if method == "GET" else "x" * 200


def attempt():
    import requests

    requests.request(method, url, data=data, headers=headers).raise_for_status()


def with_adapter(**options):
    import requests
    from requests.adapters import HTTPAdapter
    from urllib3.util.retry import Retry

    session = requests.Session()
    session.mount("http://", HTTPAdapter(max_retries=Retry(**options)))
    session.request(method, url, data=data, headers=headers).raise_for_status()


def plain_requests():
    attempt()


def requests_retry():
    with_adapter(total=4, backoff_factor=0.2, status_forcelist=[429, 500, 502, 503, 504])


def requests_retry_all():
    with_adapter(total=3, backoff_factor=0.2, status_forcelist=[429, 500, 502, 503, 504], allowed_methods=None)


def urllib3():
    import urllib3

    answer = urllib3.PoolManager().request(method, url, body=data, headers=headers)
    if answer.status >= 400:
        sys.exit(3)


def tenacity_exp():
    import tenacity

    tenacity.Retrying(stop=tenacity.stop_after_attempt(5), wait=tenacity.wait_exponential(multiplier=0.1, max=10))(attempt)


def tenacity_random():
    import tenacity

    tenacity.Retrying(stop=tenacity.stop_after_attempt(6), wait=tenacity.wait_random_exponential(multiplier=0.15, max=60))(attempt)


def backoff_full():
    import backoff

    backoff.on_exception(backoff.expo, Exception, max_tries=6, factor=0.15)(attempt)()


def httpx():
    import httpx

    httpx.request(method, url, content=data, headers=headers).raise_for_status()


try:
    globals()[name.replace("-", "_")]()
except Exception as error:
    print(error, file=sys.stderr)
    sys.exit(3)
