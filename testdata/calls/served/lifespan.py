import asyncio
import socket

from starlette.applications import Starlette


class App:
    async def __call__(self, scope, receive, send):
        if scope["type"] != "lifespan":
            open("page.html").read()  #!
            return
        message = await receive()
        if message["type"] == "lifespan.shutdown":
            self.flush()
        if message["type"] in ("lifespan.startup", "lifespan.startup.failed"):
            self.flush()
        open("state.json").read()

    def flush(self):
        open("buffer.bin", "wb").write(b"")


class Server:
    async def serve(self, host):
        socket.getaddrinfo(host, 80)
        await self._serve_embedded()

    async def _serve_embedded(self):
        open("server.pem").read()


class Static:
    async def serve(self, path):
        return open(path).read()  #!


app = Starlette()
