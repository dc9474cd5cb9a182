"""A page that makes its form of fields, and asks for a file of the machine."""

from fastapi import FastAPI

from .fields import *
from . import disk

app = FastAPI()


@app.get("/form")
async def form():
    return [input("Name"), input("Size", kind="number"), open("file"), disk.terms()]
