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


@lru_cache(maxsize=8)
def theme(name, encoding="utf-8"):
    return (Path("themes") / name).read_text(encoding)


@app.get("/health")
async def health(page: str):
    with open(USAGE) as status, open(os.devnull, "w") as sink:
        sink.write(status.read())
    return {"version": version(), "limit": LIMIT.read_text(), "page": template(page), "theme": theme("plain", encoding="ascii")}


@app.post("/orders")
async def order(body: dict):
    await place(body)
    return await totals()


@app.on_event("startup")
async def prepare():
    await storage.load()
