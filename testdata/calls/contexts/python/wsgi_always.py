from contextvars import ContextVar

from drive import tell

user = ContextVar("user", default=None)


def page():
    return str(user.get())


class Identify:
    def __init__(self, app):
        self.app = app

    def __call__(self, environ, start_response):
        user.set(environ.get("user"))
        return self.app(environ, start_response)


server = Identify(lambda environ, start_response: page())
server({"user": "ada"}, None)
tell(server({}, None) == "None")
