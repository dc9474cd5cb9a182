import asyncio
import ssl
import time
from pathlib import Path


async def listen(port):
    key = Path("key.pem").read_bytes()
    context = build(key)
    server = await asyncio.start_server(handle, port=port, ssl=context)
    async with server:
        await server.serve_forever()


def build(key):
    time.sleep(0.1)
    return ssl.create_default_context(cadata=key)


async def handle(reader, writer):
    line = await reader.readline()
    time.sleep(float(line))  #!
    await answer(writer)


async def answer(writer):
    writer.write(Path("banner.txt").read_bytes())  #!


async def application(scope, receive, send):
    body = open("index.html", "rb").read()  #!
    await send({"type": "http.response.body", "body": body})
