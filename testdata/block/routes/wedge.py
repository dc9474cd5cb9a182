"""A service that a number wedges for good, or the fortieth request of another route whatever its number, and that
serves only whoever knows the token of this very process."""
import http.server
import os
import sys
import urllib.parse

TOKEN = str(os.getpid())
counted = 0


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def do_GET(self):
        global counted
        url = urllib.parse.urlsplit(self.path)
        n = int(urllib.parse.parse_qs(url.query).get("n", ["1"])[0])
        if url.path == "/health":
            return self.answer(200)
        if self.headers.get("X-Token") != TOKEN:
            return self.answer(401)
        if url.path == "/spin":
            while n > 9:  # wedged
                pass
        elif url.path == "/count":
            counted += 1
            while counted == 40:
                pass
        elif url.path == "/work":
            for _ in range(n):
                pass
        else:
            return self.answer(404)
        self.answer(200)


server = http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
with open(sys.argv[2], "w") as out:
    out.write(TOKEN)
server.serve_forever()
