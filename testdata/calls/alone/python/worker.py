import asyncio
from contextvars import ContextVar

current = ContextVar("current", default=None)


async def handle(job):
    print(current.get(), job)


async def worker(queue):
    while True:
        job = await queue.get()
        if job.get("user"):
            current.set(job["user"])  #! context-leak
        await handle(job)
        queue.task_done()


async def serve():
    queue = asyncio.Queue()
    asyncio.create_task(worker(queue))
    server = await asyncio.start_server(lambda r, w: accept(r, w, queue), "127.0.0.1", 9000)
    await server.serve_forever()


async def accept(reader, writer, queue):
    line = await reader.readline()
    await queue.put({"user": line.decode()})
    writer.close()
