"""A process for one job, and beside it a server in threads."""
import asyncio
import sys
from http.server import ThreadingHTTPServer


def work(folder):
    async def bounded():
        return await asyncio.wait_for(job(folder), 900)

    asyncio.run(bounded())


async def job(folder):
    with open(folder + "/job.json") as text, open(folder + "/result.json", "w") as result:
        result.write(text.read())


async def again(folder):
    with open(folder + "/result.json") as text:  #-
        return text.read()


def listen(handler):
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.serve_forever()


if __name__ == "__main__":
    work(sys.argv[1])
