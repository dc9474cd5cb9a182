from .files import FileService, load as load_file
from .mail import *
