import gzip
import time as clock
from . import disk
from .net import lookup
class Cache:
    path = disk.ROOT / "cache"
    @property
    def text(self):
        return self.path.read_text() #!
    @staticmethod
    def wait():
        clock.sleep(1) #!
    @classmethod
    def open(cls, name):
        cls.wait()
        return gzip.open(name) #!
    def warm(self):
        clock.sleep(10)
def load(name):
    cache = Cache()
    return cache.text + cache.open(name) + deep(name, 3)
def deep(name, n):
    if n > 0:
        return deep(name, n - 1)
    return list(map(peek, [name]))
def peek(name):
    return (disk.ROOT / name).read_bytes() #!
