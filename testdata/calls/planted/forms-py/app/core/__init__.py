from . import disk
