import os, shutil, sqlite3
from pathlib import Path
ROOT = Path("data")
db = sqlite3.connect("x.db")
def read(name):
    with open(name) as f: #!
        text = f.read()
    return text + (ROOT / name).read_text() + rows(name) #!
def rows(name):
    shutil.copy(name, "copy") #!
    return db.execute("select 1") #!
def slow(name):
    shutil.rmtree(name)
