import threading
from contextvars import ContextVar
from fastapi import FastAPI, Request

app = FastAPI()
request_id: ContextVar[str] = ContextVar("request_id", default="")


def audit(message):
    print(request_id.get(), message)


@app.middleware("http")
async def mark(request: Request, call_next):
    token = request_id.set(request.headers.get("x-id", ""))
    try:
        return await call_next(request)
    finally:
        request_id.reset(token)


@app.post("/notify")
async def notify():
    threading.Thread(target=audit, args=("sent",)).start()  #! context-lost
    return {}
