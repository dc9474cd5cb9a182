import asyncio
import contextvars
from concurrent.futures import ThreadPoolExecutor

from drive import tell

user = contextvars.ContextVar("user", default=None)
pool = ThreadPoolExecutor(1)


def greet():
    return describe()


def describe():
    return user.get()


async def handle(name):
    user.set(name)
    return await asyncio.wrap_future(pool.submit(greet))  #! context-lost


async def main():
    return await asyncio.gather(handle("ada"), handle("bea"))


tell(asyncio.run(main()) == ["ada", "bea"])
