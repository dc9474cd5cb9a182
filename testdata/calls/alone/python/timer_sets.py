import threading
from contextvars import ContextVar
from flask import Flask, request

app = Flask(__name__)
lang = ContextVar("lang", default="en")


def greet(name, value):
    lang.set(value)
    print(lang.get(), name)


@app.get("/later")
def later():
    t = threading.Timer(0.1, greet, ["bob", request.args["lang"]])
    t.start()
    return "ok"
