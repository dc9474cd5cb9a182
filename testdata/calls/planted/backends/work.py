import asyncio, hashlib, subprocess
from concurrent.futures import ThreadPoolExecutor
def crunch(id):
    subprocess.run(["ls"]) #!
    return key(id)
def key(id):
    return hashlib.pbkdf2_hmac("sha256", id, b"", 100000) + retry(lambda: 1, ask) #!
def retry(a, fn):
    return fn()
def ask():
    return subprocess.check_output(["ls"]) #!
def in_thread(fn):
    return ThreadPoolExecutor().submit(fn)
