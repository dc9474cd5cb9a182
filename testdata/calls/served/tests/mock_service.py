import requests
from fastapi import FastAPI

app = FastAPI()


@app.get("/")
async def proxy():
    return requests.get("http://upstream").text
