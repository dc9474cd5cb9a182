import asyncio
from contextvars import ContextVar

current = ContextVar("current", default=None)


async def handle(job):
    current.set(job["user"])
    print(current.get(), job)


async def worker(queue):
    while True:
        job = await queue.get()
        asyncio.create_task(handle(job))
        queue.task_done()


async def serve():
    queue = asyncio.Queue()
    asyncio.create_task(worker(queue))
    await asyncio.sleep(3600)
