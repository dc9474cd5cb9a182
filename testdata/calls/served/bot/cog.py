import subprocess

from discord.ext import commands

from bot.backup import create_backup


class Tools(commands.Cog):
    @commands.hybrid_group()
    async def uptime(self, ctx):
        await ctx.send(subprocess.check_output(["uptime"]).decode())  #!

    async def cog_load(self):
        self.names = self.read()

    def read(self):
        with open("names.txt") as file:
            return file.readlines()

    @commands.Cog.listener()
    async def on_ready(self):
        self.names = self.read()

    @commands.Cog.listener()
    async def on_message(self, message):
        with open("seen.txt", "a") as file:  #!
            file.write(message.author.name)

    @commands.command()
    async def today(self, ctx):
        with open("today.txt") as file:  #!
            await ctx.send(file.read())
