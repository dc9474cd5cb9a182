"""Handlers that keep a known number of bytes for each key or request."""
import collections
import itertools
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

everything, recent, log, files = {}, collections.OrderedDict(), [], []
lock, turns = threading.Lock(), itertools.count()


def keep(key):
    everything.setdefault(key, bytes(2000))


def lru(key):
    recent[key] = bytes(4000)
    recent.move_to_end(key)
    if len(recent) > 1000:
        recent.popitem(last=False)


routes = {
    "/health": lambda key: None, "/flat": lambda key: None, "/map": keep, "/lru": lru, "/log": lambda key: log.append(bytes(1500)),
    "/files": lambda key: files.append(open(__file__)),
    "/threads": lambda key: next(turns) % 50 or threading.Thread(target=time.sleep, args=(600,), daemon=True).start(),
}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        url = urlsplit(self.path)
        route = routes.get(url.path)
        if route:
            with lock:
                route(parse_qs(url.query).get("id", [""])[0])
        self.send_response(200 if route else 404)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


Server(("127.0.0.1", 0), Handler).serve_forever()
