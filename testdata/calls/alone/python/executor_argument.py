import asyncio
from contextvars import ContextVar
from aiohttp import web

trace = ContextVar("trace")


def render(name, t):
    return "%s %s" % (t, name)


async def page(request):
    trace.set(request.headers.get("x-trace", "-"))
    loop = asyncio.get_running_loop()
    text = await loop.run_in_executor(None, render, request.query["n"], trace.get())
    return web.Response(text=text)


app = web.Application()
app.router.add_get("/page", page)
