import asyncio
import contextvars
from concurrent.futures import ThreadPoolExecutor

from fastapi import FastAPI

user = contextvars.ContextVar("user", default=None)
pool = ThreadPoolExecutor(4)
app = FastAPI()


@app.get("/whoami")
async def whoami(name: str):
    user.set(name)
    found = pool.submit(lambda: user.get())  #! context-lost
    return await asyncio.wrap_future(found)
