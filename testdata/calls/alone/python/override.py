from contextlib import contextmanager
from contextvars import ContextVar

locale = ContextVar("locale", default="en")


@contextmanager
def override(value):
    token = locale.set(value)
    try:
        yield
    finally:
        locale.reset(token)


def view(request):
    from django.http import HttpResponse
    with override(request.LANGUAGE_CODE):
        return HttpResponse(locale.get())
