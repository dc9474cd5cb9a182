import threading
from contextvars import ContextVar

_depth = ContextVar("depth", default=0)


def heartbeat():
    while True:
        d = _depth.get()
        print("alive", d)
        threading.Event().wait(10)


def start_heartbeat():
    threading.Thread(target=heartbeat, daemon=True).start()


if __name__ == "__main__":
    start_heartbeat()
