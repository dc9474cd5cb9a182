import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from ..core import disk
class Repo(ABC):
    @abstractmethod
    def find(self, id): ...
class DiskRepo(Repo):
    def find(self, id):
        return open(id).read() #!
@dataclass
class FileService:
    repo: DiskRepo
    def get(self, id):
        time.sleep(1) #!
        return self.repo.find(id)
    def __call__(self, id):
        return disk.size(id)
def load(name):
    return disk.raw(name)
