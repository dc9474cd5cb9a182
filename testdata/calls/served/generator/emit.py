from pathlib import Path
import shutil


async def to_code(config):
    data = Path(config["file"]).read_bytes()  #-
    await copy(config)
    return data


async def copy(config):
    shutil.copytree(config["from"], config["to"])  #-
