import time
from aiohttp import web


class Kept:
    def __init__(self):
        self.text = open("kept").read()


class Base:
    def __init__(self):
        time.sleep(1) #!


class Report(Base):
    def __init__(self, name):
        super().__init__()
        self.text = open(name).read() #!
        self.check()

    def check(self):
        open("schema").read() #!


class Plain(Base):
    pass


kept = Kept()


async def handler(request):
    Plain()
    return web.Response(text=Report(request.match_info["name"]).text + kept.text)


app = web.Application()
app.router.add_get("/{name}", handler)
