import asyncio
import threading
from contextvars import ContextVar

from drive import tell

user = ContextVar("user", default=None)
seen = []


def write(name):
    user.set(name)
    seen.append(user.get())


async def handle(name):
    worker = threading.Thread(target=write, args=(name,))
    worker.start()
    worker.join()


async def main():
    await asyncio.gather(handle("ada"), handle("bea"))


asyncio.run(main())
tell(seen == ["ada", "bea"])
