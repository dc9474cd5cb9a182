import asyncio
from contextvars import ContextVar, copy_context

from drive import tell

user: ContextVar = ContextVar("user", default=None)


def greet():
    return user.get()


async def run_in_executor(pool, function):
    return await asyncio.get_running_loop().run_in_executor(pool, copy_context().run, function)


async def handle(name):
    user.set(name)
    return await run_in_executor(None, greet)


async def main():
    return await asyncio.gather(handle("ada"), handle("bea"))


tell(asyncio.run(main()) == ["ada", "bea"])
