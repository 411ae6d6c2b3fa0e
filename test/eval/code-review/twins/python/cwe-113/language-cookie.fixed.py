from http.server import BaseHTTPRequestHandler

LANGUAGES = ("en", "de", "fr")


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers["Content-Length"])
        language = self.rfile.read(length).decode()
        if language not in LANGUAGES:
            language = "en"
        self.send_response(204)
        self.send_header("Set-Cookie", "language=" + language)
        self.end_headers()
