from contextvars import ContextVar
from flask import Flask, request

app = Flask(__name__)
user = ContextVar("user", default=None)


@app.get("/admin")
def admin():
    if request.headers.get("x-user"):
        user.set(request.headers["x-user"])  #! context-leak
    return "admin" if user.get() == "root" else "no"
