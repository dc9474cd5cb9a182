import asyncio
from fastapi import FastAPI
from backends import disk, net
from backends.net import Client as Remote
from backends.work import crunch, in_thread
app = FastAPI()
client = Remote()
@app.get("/users/{id}")
async def user(id: str):
    await asyncio.to_thread(disk.slow, id)
    return disk.read(id) + client.get(id) + net.lookup(id)
@app.post("/work")
async def work(id: str):
    in_thread(disk.slow)
    return crunch(id)
@app.get("/plain")
def plain():
    return disk.slow("x")
from backends import cache as kept
@app.get("/cached")
async def cached(name: str):
    return kept.load(name) + await nested(name)
async def nested(name):
    def inner():
        return disk.read(name)
    return inner()
