"""Handlers of known cost in Python. Usage: python3 server.py [PORT] [THREADS IN THE POOL]"""
import hashlib, random, sys, threading, time
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlparse

executor = ThreadPoolExecutor(int(sys.argv[2]) if len(sys.argv) > 2 else 4)


def loop(n):
    for _ in range(n):
        pass


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


# What follows hangs when requests overlap, each in a way of its own. A request alone is answered.
first, second = threading.Lock(), threading.Lock()
condition, waiting, working = threading.Condition(), [], []
few = ThreadPoolExecutor(2)
current = b""


def nested(_):
    """A task that waits for another task of the same two threads."""
    few.submit(lambda: (time.sleep(0.02), few.submit(int).result())).result()


def reentrant(_):
    """A lock that is taken again by its holder, when another request waits for it."""
    with second:
        waiting.append(1)
    with first:
        time.sleep(0.02)
        if len(waiting) > 1:
            with first:
                pass
    with second:
        waiting.pop()


def notify(_):
    """Only the first wakes somebody up: who waits behind that one waits for good."""
    with condition:
        waiting.append(1)
        first_one = len(waiting) == 1
        while not first_one and working:
            condition.wait()
        working.append(1)
    time.sleep(0.05)
    with condition:
        working.pop()
        waiting.pop()
        if first_one:
            condition.notify()


WORK = {
    "nested": nested,
    "reentrant": reentrant,
    "notify": notify,
    "randompool": lambda n: executor.submit(time.sleep, random.expovariate(1) * n / 1000).result(),
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
        answer = b"ok"
        if work:
            work(n)
        elif url.path in ("/context", "/leak"):
            global current
            current = answer = self.headers.get("X-Request-Id", "").encode()
            time.sleep(0.005)
            answer = current if url.path == "/leak" else answer
        took = (time.perf_counter() - start) * 1000
        self.send_response(200 if work or url.path in ("/health", "/context", "/leak") else 404)
        self.send_header("Content-Length", str(len(answer)))
        self.send_header("X-Took-Ms", str(took))
        self.end_headers()
        self.wfile.write(answer)
        self.wfile.flush()

    def log_message(self, *args):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256


server = Server(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 0), Handler)
print("listening on", server.server_address[1], flush=True)
server.serve_forever()
