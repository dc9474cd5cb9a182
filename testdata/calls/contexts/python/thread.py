import asyncio
import threading
from contextvars import ContextVar

from drive import tell

user = ContextVar("user", default=None)
seen = []


class Audit:
    def write(self):
        seen.append(user.get())


async def handle(name):
    user.set(name)
    audit = Audit()
    worker = threading.Thread(target=audit.write)  #! context-lost
    worker.start()
    worker.join()


async def main():
    await asyncio.gather(handle("ada"), handle("bea"))


asyncio.run(main())
tell(seen == ["ada", "bea"])
