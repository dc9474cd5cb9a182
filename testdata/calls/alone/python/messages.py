from contextvars import ContextVar
from http.server import BaseHTTPRequestHandler
from socketserver import ThreadingMixIn
from concurrent.futures import ThreadPoolExecutor

client = ContextVar("client", default=None)
pool = ThreadPoolExecutor(4)


def process(message):
    if message.get("client"):
        client.set(message["client"])  #! context-leak
    return answer()


def answer():
    return client.get()


def on_message(message):
    return pool.submit(process, message)
