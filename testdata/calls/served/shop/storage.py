import json
import shutil


async def append(order):
    with open("orders.jsonl", "a") as file:  #!
        file.write(json.dumps(order))


async def load():
    with open("orders.jsonl") as file:
        return file.readlines()


def read_all():
    shutil.copy("orders.jsonl", "orders.bak")
    return []
