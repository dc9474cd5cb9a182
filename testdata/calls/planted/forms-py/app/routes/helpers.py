import sqlite3, urllib.request
class Tool:
    @classmethod
    def make(cls):
        return cls()
    def go(self):
        return urllib.request.urlopen("x") #!
async def render(request):
    rows = _Db.instance().all()
    return rows
class _Db:
    _one = None
    @staticmethod
    def instance():
        if _Db._one is None:
            _Db._one = _Db()
        return _Db._one
    def __init__(self):
        self.c = sqlite3.connect("x")
    def all(self):
        cur = self.c.cursor()
        return cur.execute("select 1") #!
