"""The front's HTTP: requests to calls of a node, results and refusals to responses."""

import json
import sys
import threading
import time
import traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

from calls import VERSION, call
from refusals import Refusal, malformed
from shard import refusal_of

# Bytes of a request, the server's default.
MAX_BYTES = 32 * 2**20
# Until a server that is shut down notices it.
POLL_SECONDS = 0.05


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # An answer of several writes would wait for the delayed acknowledgement of the first.
    disable_nagle_algorithm = True
    wbufsize = -1

    def handle_any(self):
        self.body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        url = urlsplit(self.path)
        response = self.response_to(url.path.rstrip("/") or "/", url.query)
        if response:
            self.respond(*response)

    do_GET = do_PUT = do_POST = do_DELETE = do_PATCH = handle_any

    def response_to(self, path, query):
        """Status, text and type."""
        if self.command == "GET" and path in PLAIN:
            return PLAIN[path](self.server.node)
        began = time.monotonic()
        try:
            result = call(self.server.node, self.command, path, query, self.read_body)
            return as_json(200, {"result": result, "status": "ok", "time": time.monotonic() - began})
        except Exception as error:
            refusal = error if isinstance(error, Refusal) else refusal_of(error)
            if not refusal:
                traceback.print_exc()
                refusal = Refusal(500, f"Fault of the front: {error!r}")
            if refusal.status == 501:
                self.server.tell({"unknown": f"{self.command} {self.path}: {refusal}"})
            return refused(refusal)

    def read_body(self):
        if self.headers.get_content_type() != "application/json":
            raise Refusal(400, "Content type error")
        if len(self.body) > MAX_BYTES:
            size = f"JSON payload ({len(self.body)} bytes) is larger than allowed (limit: {MAX_BYTES} bytes)."
            raise Refusal(400, size)
        try:
            return json.loads(self.body)
        except ValueError as error:
            raise malformed(str(error)) from error

    def respond(self, status, text, content_type):
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def as_json(status, body):
    return status, json.dumps(body), "application/json"


def refused(refusal):
    return as_json(refusal.status, {"status": {"error": str(refusal)}, "time": 0})


def plain(status, text):
    return status, text, "text/plain"


def readiness(node):
    return plain(200, "all shards are ready") if node.is_ready() else plain(503, "some shards are not ready")


# Without the frame of the other results.
PLAIN = {
    "/": lambda node: as_json(200, VERSION),
    "/healthz": lambda node: plain(200, "healthz check passed"),
    "/livez": lambda node: plain(200, "healthz check passed"),
    "/readyz": readiness,
}


class Server(ThreadingHTTPServer):
    """Has its port at once, and listens once it is started. `tell` is given what the owner of the process should know."""

    daemon_threads = True

    def __init__(self, node, port, tell, handler=Handler):
        self.node = node
        self.tell = tell
        super().__init__(("127.0.0.1", port), handler, bind_and_activate=False)
        self.server_bind()

    def start(self):
        """@return its port"""
        self.server_activate()
        threading.Thread(target=self.serve_forever, args=[POLL_SECONDS], daemon=True).start()
        return self.server_address[1]

    def handle_error(self, request, client_address):
        """Connections that tests cut off are no faults."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)
