import asyncio
import contextvars
from concurrent.futures import ThreadPoolExecutor

from drive import tell

user = contextvars.ContextVar("user", default=None)
pool = ThreadPoolExecutor(1)


def greet():
    return user.get()


def add():
    return 1 + 1


async def handle(name):
    user.set(name)
    await asyncio.wrap_future(pool.submit(add))
    return await asyncio.wrap_future(pool.submit(contextvars.copy_context().run, greet))


async def main():
    return await asyncio.gather(handle("ada"), handle("bea"))


tell(asyncio.run(main()) == ["ada", "bea"])
