"""One request with the retrying client that is named: client.py CLIENT METHOD URL [key=value...]

The keys are base, cap and step (milliseconds), factor, jitter, attempts and shape. It exits with 0 when the request
succeeded. KEY=value in the environment sends an idempotency key.
"""
import os
import sys

name, method, url = sys.argv[1:4]
headers = {"Idempotency-Key": os.environ["KEY"]} if os.environ.get("KEY") else {}
data = None if method == "GET" else "x" * 200
values = dict(pair.split("=", 1) for pair in sys.argv[4:])


def number(key, otherwise):
    return float(values.get(key, otherwise))


def seconds(key, otherwise):
    return number(key, otherwise) / 1000


def attempts():
    return int(number("attempts", 4))


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


def tenacity_law():
    import tenacity

    base, cap, factor = seconds("base", 200), seconds("cap", 60000), number("factor", 2)
    wait = {
        "fixed": lambda: tenacity.wait_fixed(base),
        "random": lambda: tenacity.wait_random(base, cap),
        "incrementing": lambda: tenacity.wait_incrementing(base, seconds("step", 100), cap),
        "exponential": lambda: tenacity.wait_exponential(multiplier=base, max=cap, exp_base=factor),
        "jitter": lambda: tenacity.wait_exponential_jitter(initial=base, max=cap, exp_base=factor, jitter=seconds("jitter", 100)),
    }[values.get("shape", "exponential")]()
    tenacity.Retrying(stop=tenacity.stop_after_attempt(attempts()), wait=wait)(attempt)


def backoff_law():
    import backoff

    jitter = backoff.full_jitter if "jitter" in values else None
    if values.get("shape") == "constant":
        law = dict(wait_gen=backoff.constant, interval=seconds("base", 200))
    else:
        law = dict(wait_gen=backoff.expo, base=number("factor", 2), factor=seconds("base", 200), max_value=seconds("cap", 60000))
    backoff.on_exception(exception=Exception, max_tries=attempts(), jitter=jitter, **law)(attempt)()


def requests_law():
    with_adapter(
        total=attempts() - 1,
        backoff_factor=seconds("base", 200) / 2,
        status_forcelist=[429, 500, 502, 503, 504],
        respect_retry_after_header="ignore" not in values,
        **({"allowed_methods": None} if "all" in values else {}),
    )


def httpx_transport():
    import httpx

    with httpx.Client(transport=httpx.HTTPTransport(retries=attempts() - 1)) as client:
        client.request(method, url, content=data, headers=headers).raise_for_status()


def aiohttp():
    import asyncio

    import aiohttp

    async def once():
        async with aiohttp.ClientSession() as session:
            async with session.request(method, url, data=data, headers=headers) as answer:
                await answer.read()
                answer.raise_for_status()

    asyncio.run(once())


def urlopen():
    import urllib.request

    request = urllib.request.Request(url, method=method, data=data and data.encode(), headers=headers)
    with urllib.request.urlopen(request) as answer:
        answer.read()


# A loop as one writes it by hand.
def by_hand():
    import random
    import time

    base, cap = seconds("base", 200), seconds("cap", 60000)
    before = base
    for n in range(attempts()):
        try:
            return attempt()
        except Exception:
            if n + 1 == attempts():
                raise
        delay = min(cap, base * number("factor", 2) ** n)
        if values.get("jitter") == "full":
            delay = random.uniform(0, delay)
        elif values.get("jitter") == "equal":
            delay = delay / 2 + random.uniform(0, delay / 2)
        elif values.get("jitter") == "decorrelated":
            delay = before = min(cap, random.uniform(base, 3 * before))
        time.sleep(delay)


def httpx():
    import httpx

    httpx.request(method, url, content=data, headers=headers).raise_for_status()


try:
    globals()[name.replace("-", "_")]()
except Exception as error:
    print(error, file=sys.stderr)
    sys.exit(3)
