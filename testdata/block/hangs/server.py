"""Handlers that hang, each by a defect of its own, and sound ones that are slow."""
import itertools
import random
import sqlite3
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

a, b, one = threading.Lock(), threading.Lock(), threading.Lock()
places, four = threading.Semaphore(3), threading.Semaphore(4)
executor, turns = ThreadPoolExecutor(2), itertools.count()
database = tempfile.NamedTemporaryFile(suffix=".db").name


def connect():
    return sqlite3.connect(database, timeout=3600, isolation_level=None, check_same_thread=False)


connect().execute("create table if not exists t (n)")
kept = []


def both(first, second):
    with first:
        time.sleep(0.02)
        with second:
            pass


def alternating():
    """two locks, every second request in the other order"""
    both(*((a, b) if next(turns) % 2 else (b, a)))


def ownpool():
    """a task that waits for another one of the same threads"""
    def task():
        time.sleep(0.02)
        executor.submit(int).result()
    executor.submit(task).result()


def onerror():
    """a place that an error does not give back"""
    places.acquire()
    time.sleep(0.02)
    if next(turns) % 4 == 3:
        raise ValueError("conflict")
    places.release()


def transaction():
    """a transaction that an error leaves open"""
    c = connect()
    c.execute("begin immediate")
    c.execute("insert into t values (1)")
    time.sleep(0.02)
    if next(turns) % 6 == 5:
        kept.append(c)
        raise ValueError("conflict")
    c.execute("commit")


def late():
    """a few wait for something else, up to a timeout of nine seconds"""
    time.sleep(9 if next(turns) % 19 == 18 else 0.02)


def retrying():
    """two locks, every second request in the other order, that are given back where one of them is not had"""
    first, second = (a, b) if next(turns) % 2 else (b, a)
    while True:
        with first:
            time.sleep(0.02)
            if second.acquire(timeout=0.1):
                second.release()
                return
        time.sleep(random.random() * 0.2)


def held():
    """one keeps what others wait for, up to a timeout of twenty seconds"""
    if next(turns) == 9:
        with one:
            time.sleep(25)
    elif one.acquire(timeout=20):
        time.sleep(0.02)
        one.release()


def slow():
    time.sleep(0.3)


def onelock():
    with one:
        time.sleep(0.1)


def pooled():
    with four:
        time.sleep(0.15)


def writers():
    """one transaction at a time"""
    c = connect()
    c.execute("begin immediate")
    c.execute("insert into t values (1)")
    time.sleep(0.05)
    c.execute("commit")
    c.close()


def computing():
    sum(i * i for i in range(300_000))


routes = {f.__name__: f for f in (alternating, ownpool, onerror, transaction, late, retrying, held, slow, onelock, pooled, writers, computing)}
routes["health"] = lambda: None


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        status = 404
        if f := routes.get(self.path.partition("?")[0].strip("/")):
            try:
                f()
                status = 200
            except ValueError:
                status = 500
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


Server(("127.0.0.1", 0), Handler).serve_forever()
