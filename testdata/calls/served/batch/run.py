import asyncio
import time
from functools import partial

from tornado.ioloop import IOLoop


class Batch:
    async def launch_all(self, argv=None):
        await self.prepare()

    async def prepare(self):
        time.sleep(1)

    @classmethod
    def launch(cls):
        self = cls()
        IOLoop.current().run_sync(partial(self.launch_all, []))


async def convert(path):
    with open(path) as file:
        return file.read()


if __name__ == "__main__":
    asyncio.run(convert("x"))
