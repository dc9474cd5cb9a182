from contextlib import asynccontextmanager

from fastapi import FastAPI


class Store:
    async def save(self, name):
        open(name, "w").close()


store = Store()


@asynccontextmanager
async def shop_lifespan(app):
    await store.save("ready")
    yield


app = FastAPI(lifespan=shop_lifespan)
