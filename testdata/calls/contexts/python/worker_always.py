import asyncio
from contextvars import ContextVar

from drive import tell

tenant = ContextVar("tenant", default=None)
seen = []


async def work(queue):
    while True:
        job = await queue.get()
        tenant.set(job["tenant"])
        seen.append(tenant.get())
        queue.task_done()


async def run():
    queue = asyncio.Queue()
    task = asyncio.create_task(work(queue))
    await queue.put({"tenant": "a"})
    await queue.put({"tenant": None})
    await queue.join()
    task.cancel()


asyncio.run(run())
tell(seen == ["a", None])
