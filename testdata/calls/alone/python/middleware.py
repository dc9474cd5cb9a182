from contextvars import ContextVar

principal = ContextVar("principal", default="anonymous")


class AuthMiddleware:
    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        if "HTTP_AUTHORIZATION" in request.META:
            principal.set(request.META["HTTP_AUTHORIZATION"])  #! context-leak
        return self.get_response(request)
