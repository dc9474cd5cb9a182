import contextvars
from concurrent.futures import ThreadPoolExecutor

from drive import tell

user = contextvars.ContextVar("user", default=None)
pool = ThreadPoolExecutor(1)


def work(name):
    if name:
        user.set(name)  #! context-leak
    return user.get()


pool.submit(work, "ada").result()
tell(pool.submit(work, None).result() is None)
