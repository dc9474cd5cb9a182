"""An application for WSGI servers that reads the body and can be slow."""
import time


def application(environ, start_response):
    if environ["PATH_INFO"] == "/slow":
        time.sleep(2)
    length = int(environ.get("CONTENT_LENGTH") or 0)
    environ["wsgi.input"].read(length)
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "5")])
    return [b"hello"]
