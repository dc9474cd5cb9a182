import asyncio
from contextvars import ContextVar

from drive import tell

user: ContextVar = ContextVar("user", default=None)


def greet():
    return user.get()


async def handle(name):
    user.set(name)
    return await asyncio.to_thread(greet)


async def main():
    return await asyncio.gather(handle("ada"), handle("bea"))


tell(asyncio.run(main()) == ["ada", "bea"])
