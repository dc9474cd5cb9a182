"""A server that shuts down in the way that its first argument names; the second is the port."""
import ctypes
import http.server
import os
import signal
import socket
import sys
import threading
import time

way, port = sys.argv[1], int(sys.argv[2])


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if self.path == "/slow":
            time.sleep(2)
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(200)
        self.send_header("Content-Length", "5")
        self.end_headers()
        self.wfile.write(b"hello")

    do_POST = do_GET

    def log_message(self, *args):
        pass


if way in ("blocked", "sigwait", "signalfd"):
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
if way == "signalfd":
    mask = (ctypes.c_ulong * 16)()
    mask[0] = 1 << (signal.SIGTERM - 1)
    ctypes.CDLL(None).signalfd(-1, ctypes.byref(mask), 0)
if way == "ignored":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)

server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
def notify(text):
    """Tells systemd something, as sd_notify(3) does."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as s:
        s.sendto(text.encode(), os.environ["NOTIFY_SOCKET"])


if way in ("handler", "notify"):
    # Joins the threads of requests; idle connections are cut with the process.
    busy = []

    class Counted(Handler):
        def do_GET(self):
            busy.append(self)
            try:
                super().do_GET()
            finally:
                busy.remove(self)

        do_POST = do_GET

    server.RequestHandlerClass = Counted

    def stop(*_):
        if way == "notify":
            notify("STOPPING=1\nEXTEND_TIMEOUT_USEC=1000000")
        threading.Thread(target=server.shutdown).start()

    signal.signal(signal.SIGTERM, stop)
if way == "sigwait":
    threading.Thread(target=lambda: signal.sigwait({signal.SIGTERM}), daemon=True).start()

if way == "notify":
    notify("STATUS=up\nREADY=1")
server.serve_forever()
server.socket.close()
if way in ("handler", "notify"):
    while busy:
        time.sleep(0.02)
