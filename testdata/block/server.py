"""Handlers of known cost in Python. Usage: python3 server.py [PORT] [THREADS IN THE POOL]"""
import hashlib, sys, time
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlparse

executor = ThreadPoolExecutor(int(sys.argv[2]) if len(sys.argv) > 2 else 4)


def loop(n):
    for _ in range(n):
        pass


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


WORK = {
    "constant": lambda n: loop(100),
    "linear": lambda n: loop(n * 10),
    "square": lambda n: [loop(n) for _ in range(n)],
    "cube": lambda n: [loop(n) for _ in range(n * n)],
    "list": lambda n: (lambda seen: [seen.append(i) for i in range(n) if i not in seen])([]),
    "fib": fib,
    "sort": lambda n: sorted(i * 7919 % 1000003 for i in range(n)),
    "sleep": lambda n: time.sleep(n / 1000),
    "pool": lambda n: executor.submit(time.sleep, n / 1000).result(),
    "hashpool": lambda n: executor.submit(hashlib.pbkdf2_hmac, "sha256", b"a", b"b", max(n, 1) * 1000).result(),
}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # one segment for an answer

    def do_GET(self):
        url = urlparse(self.path)
        work, n = WORK.get(url.path[1:]), int(parse_qs(url.query).get("n", ["0"])[0])
        start = time.perf_counter()
        if work:
            work(n)
        took = (time.perf_counter() - start) * 1000
        self.send_response(200 if work or url.path == "/health" else 404)
        self.send_header("Content-Length", "2")
        self.send_header("X-Took-Ms", str(took))
        self.end_headers()
        self.wfile.write(b"ok")
        self.wfile.flush()

    def log_message(self, *args):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256


server = Server(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 0), Handler)
print("listening on", server.server_address[1], flush=True)
server.serve_forever()
