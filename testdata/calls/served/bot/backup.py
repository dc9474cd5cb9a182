import discord


async def create_backup(path):
    with open(path, "w") as file:
        file.write(discord.__version__)
