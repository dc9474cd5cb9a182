from fastapi import FastAPI

app = FastAPI()


async def ask():
    return input("Code: ")
