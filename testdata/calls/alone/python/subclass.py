import threading
from contextvars import ContextVar
from flask import Flask, g, request

app = Flask(__name__)
_session = ContextVar("session", default=None)


def get_session():
    return _session.get()


class Mailer(threading.Thread):
    def run(self):
        s = get_session()
        print("mail for", s)


@app.before_request
def begin():
    g.token = _session.set(request.cookies.get("s"))


@app.teardown_request
def end(exc):
    _session.reset(g.token)


@app.post("/mail")
def mail():
    Mailer().start()  #! context-lost
    return "ok"
