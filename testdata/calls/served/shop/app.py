import os
from functools import lru_cache
from pathlib import Path

from fastapi import FastAPI

from shop.orders import place, totals
from shop import storage

app = FastAPI()
LIMIT = Path("/sys/fs/cgroup/memory.max")
USAGE = "/proc/self/status"


@lru_cache(maxsize=None)
def version():
    return Path("VERSION").read_text()


@lru_cache(maxsize=128)
def template(name):
    return (Path("templates") / name).read_text()  #!


@app.get("/health")
async def health():
    with open(USAGE) as status, open(os.devnull, "w") as sink:
        sink.write(status.read())
    return {"version": version(), "limit": LIMIT.read_text(), "page": template("health.html")}


@app.post("/orders")
async def order(body: dict):
    await place(body)
    return await totals()


@app.on_event("startup")
async def prepare():
    await storage.load()
