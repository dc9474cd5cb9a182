import contextvars
from concurrent.futures import ThreadPoolExecutor
from flask import Flask, request

app = Flask(__name__)
tenant = contextvars.ContextVar("tenant", default=None)
pool = ThreadPoolExecutor(4)


def work():
    return tenant.get()


@app.get("/job")
def job():
    token = tenant.set(request.args.get("t"))
    try:
        ctx = contextvars.copy_context()
        return str(pool.submit(ctx.run, work).result())
    finally:
        tenant.reset(token)
