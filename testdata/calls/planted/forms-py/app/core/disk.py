import shutil
from contextlib import contextmanager
from functools import wraps, partial
from pathlib import Path
BASE = Path("x")
def size(p):
    return len((BASE / p).read_bytes()) #!
def raw(n):
    with locked(n) as f:
        return f
@contextmanager
def locked(n):
    shutil.move(n, "y") #!
    yield open(n) #!
def logged(fn):
    @wraps(fn)
    async def inner(*a, **k):
        audit(fn.__name__)
        return await fn(*a, **k)
    return inner
def audit(n):
    BASE.joinpath("log").write_text(n) #!
copy_to = partial(shutil.copy, "a")
class Store:
    def __getitem__(self, k):
        return shutil.rmtree(k)
    def __enter__(self):
        self.f = open("l") #!
        return self
    def __exit__(self, *a):
        shutil.rmtree("l") #!
