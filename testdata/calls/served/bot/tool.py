import asyncclick


@asyncclick.command()
async def export(name):
    with open(name, "w") as file:
        file.write("x")
