import tornado.web, subprocess
from aiohttp import web
from starlette.routing import Route
from . import helpers as h
class View(web.View):
    async def get(self):
        return h.Tool.make().go()
class Main(tornado.web.RequestHandler):
    def get(self):
        self.write(self._body())
    def _body(self):
        return subprocess.check_output("ls") #!
async def page(request):
    return await h.render(request)
routes = [Route("/", page)]
