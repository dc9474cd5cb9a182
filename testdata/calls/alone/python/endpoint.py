from contextvars import ContextVar
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

user = ContextVar("user", default=None)


async def admin(request):
    if request.headers.get("x-user"):
        user.set(request.headers["x-user"])
    return PlainTextResponse(str(user.get()))


app = Starlette(routes=[Route("/", admin)])
