"""
A Qdrant for tests: the calls of the REST API that Lectern makes, on a loopback port, and Qdrant's own engine behind them.

Prints a line of JSON with its port, then one for each request that it does not know. Ends, and removes its data, when the
process that started it closes its input. With a folder as argument, the data is there, complete, and stays; a second
argument is the port.
"""

import json
import os
import re
import sys
import tempfile
import threading
import time
import traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, unquote, urlsplit

from collections_of_shards import Collections
from refusals import Refusal, unknown

# The query of a request: the client names a time limit, and waits for every change, as the front always does.
CHANGE = {"wait": "true"}
READ = {}

# Bytes of a request, the server's default.
MAX_BYTES = 32 * 2**20

CALLS = [
    ("GET", "", READ, Collections.names),
    ("PUT", "/{name}", READ, Collections.create),
    ("GET", "/{name}", READ, Collections.info),
    ("DELETE", "/{name}", READ, Collections.delete),
    ("GET", "/{name}/exists", READ, Collections.exists),
    ("PUT", "/{name}/index", CHANGE, Collections.create_field_index),
    ("POST", "/{name}/facet", READ, Collections.facet),
    ("PUT", "/{name}/points", CHANGE, Collections.upsert),
    ("POST", "/{name}/points", READ, Collections.retrieve),
    ("POST", "/{name}/points/batch", CHANGE, Collections.update_batch),
    ("POST", "/{name}/points/count", READ, Collections.count),
    ("POST", "/{name}/points/delete", CHANGE, Collections.delete_points),
    ("POST", "/{name}/points/query/batch", READ, Collections.query_batch),
    ("POST", "/{name}/points/scroll", READ, Collections.scroll),
    ("PUT", "/{name}/points/vectors", CHANGE, Collections.update_vectors),
]
ROUTES = [
    (method, re.compile("/collections" + path.replace("{name}", "([^/]+)")), query, call)
    for method, path, query, call in CALLS
]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # An answer of several writes would wait for the delayed acknowledgement of the first.
    disable_nagle_algorithm = True
    wbufsize = -1

    def handle_any(self):
        began = time.monotonic()
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        try:
            if len(body) > MAX_BYTES:
                raise Refusal(413, f"Payload error: JSON payload ({len(body)} bytes) is larger than allowed")
            status, answer = 200, {"result": self.call(json.loads(body) if body else None), "status": "ok"}
        except Refusal as refusal:
            status, answer = refusal.status, {"status": {"error": str(refusal)}}
            if status == 501:
                tell({"unknown": f"{self.command} {self.path}: {refusal}"})
        except Exception as error:
            status, answer = status_of(error), {"status": {"error": f"Wrong input: {error}"}}
            if status == 500:
                traceback.print_exc()
        text = json.dumps({**answer, "time": time.monotonic() - began}).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_PUT = do_POST = do_DELETE = do_PATCH = handle_any

    def call(self, body):
        url = urlsplit(self.path)
        for method, path, query, call in ROUTES:
            match = path.fullmatch(url.path)
            if match and method == self.command:
                asked = {name: value for name, value in parse_qsl(url.query) if name != "timeout"}
                if asked != query:
                    raise unknown(f"the query {url.query!r} of this call")
                names = [unquote(name) for name in match.groups()]
                return call(self.server.collections, *names, *([] if body is None else [body]))
        raise unknown("this call")

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        """Connections that tests cut off are no faults."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def status_of(error):
    """The engine raises plain exceptions, and refuses what it cannot convert as Python does; others are faults of the front."""
    return 400 if type(error) in (Exception, TypeError, ValueError, OverflowError) else 500


def tell(message):
    print(json.dumps(message), flush=True)


def serve(folder, port=0):
    """Returns when the input is closed."""
    server = Server(("127.0.0.1", port), Handler)
    server.collections = Collections(folder)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    tell({"port": server.server_address[1]})
    sys.stdin.buffer.read()
    return server.collections


def main():
    if len(sys.argv) > 1:
        serve(sys.argv[1], *map(int, sys.argv[2:])).close()
    else:
        with tempfile.TemporaryDirectory(prefix="lectern-qdrant-") as folder:
            serve(folder)
    # Without waiting for threads and for shards whose folder is gone.
    os._exit(0)


main()
