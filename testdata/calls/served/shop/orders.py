import asyncio
import time

import requests

from shop import storage


async def place(body):
    await asyncio.gather(reserve(body), storage.append(body))


async def reserve(body):
    requests.post("http://stock/reserve", json=body, timeout=2)  #!


async def totals():
    return await asyncio.to_thread(storage.read_all)


async def recount():
    time.sleep(1)  #-
