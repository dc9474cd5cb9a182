"""A shop with two ways to stall it, behind forms, and two that only look so."""
import os
import sys

import django
from django.conf import settings
from django.core.management import execute_from_command_line

settings.configure(DEBUG=False, SECRET_KEY="of a test", ALLOWED_HOSTS=["*"], ROOT_URLCONF="urls", MIDDLEWARE=[],
                   INSTALLED_APPS=["django.contrib.contenttypes"], USE_TZ=True)

if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    django.setup()
    execute_from_command_line(["manage.py", "runserver", "--noreload", "127.0.0.1:" + os.environ.get("PORT", "8000")])
