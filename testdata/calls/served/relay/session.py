import shutil
import sqlite3
import time

import telegram


class Session:
    async def connect(self):
        await self.load_session()

    async def load_session(self):
        self.db = sqlite3.connect("session")  #-
        await self.migrate_to(2)

    async def migrate_to(self, version):
        self.db.execute("VACUUM")  #-

    async def __aexit__(self, *error):
        shutil.rmtree("session")  #-

    async def peer(self, key):
        time.sleep(0.1)  #!
        return self.db.execute("SELECT 1", key)  #!
