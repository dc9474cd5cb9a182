from contextvars import ContextVar

principal = ContextVar("principal", default="anonymous")


class AuthMiddleware:
    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        token = principal.set(request.META.get("HTTP_AUTHORIZATION", "anonymous"))
        try:
            return self.get_response(request)
        finally:
            principal.reset(token)
