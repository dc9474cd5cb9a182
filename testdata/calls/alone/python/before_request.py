from contextvars import ContextVar
from flask import Flask, request

app = Flask(__name__)
user = ContextVar("user", default=None)


@app.before_request
def begin():
    user.set(request.headers.get("x-user"))


@app.get("/admin")
def admin():
    return "admin" if user.get() == "root" else "no"
