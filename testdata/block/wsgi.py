"""Work for a server of WSGI: gunicorn -w 4 wsgi:app. /work?ms=50 sleeps, cpu=1 computes, random=1 takes a random time."""
import random, time
from urllib.parse import parse_qs


def app(environ, start_response):
    query = {k: v[0] for k, v in parse_qs(environ["QUERY_STRING"]).items()}
    status = "200 OK"
    if environ["PATH_INFO"] == "/work":
        ms = float(query.get("ms", "0"))
        if "random" in query:
            ms *= random.expovariate(1)
        if "cpu" in query:
            end = time.thread_time() + ms / 1000
            while time.thread_time() < end:
                pass
        else:
            time.sleep(ms / 1000)
    elif environ["PATH_INFO"] != "/health":
        status = "404 Not Found"
    start_response(status, [("Content-Length", "2"), ("Content-Type", "text/plain")])
    return [b"ok"]
