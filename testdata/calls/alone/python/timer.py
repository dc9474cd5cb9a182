import threading
from contextvars import ContextVar
from flask import Flask, request

app = Flask(__name__)
lang = ContextVar("lang", default="en")


def greet(name):
    print(lang.get(), name)


@app.get("/later")
def later():
    lang.set(request.args["lang"])  #! context-leak
    t = threading.Timer(0.1, greet, ["bob"])  #! context-lost
    t.start()
    return "ok"
