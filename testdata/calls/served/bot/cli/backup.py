import asyncio

from bot.backup import create_backup


def backup(path):
    asyncio.run(create_backup(path))
