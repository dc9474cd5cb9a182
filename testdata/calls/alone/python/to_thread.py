import asyncio
from contextvars import ContextVar
from fastapi import FastAPI, Request

app = FastAPI()
request_id: ContextVar[str] = ContextVar("request_id", default="")


def audit(message):
    print(request_id.get(), message)


@app.middleware("http")
async def mark(request: Request, call_next):
    request_id.set(request.headers.get("x-id", ""))
    return await call_next(request)


@app.post("/notify")
async def notify():
    await asyncio.to_thread(audit, "sent")
    return {}
