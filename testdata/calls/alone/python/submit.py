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
    tenant.set(request.args.get("t"))  #! context-leak
    return str(pool.submit(work).result())  #! context-lost
