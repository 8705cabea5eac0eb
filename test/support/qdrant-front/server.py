"""
A Qdrant for tests: the calls of the REST API that Lectern makes, on a loopback port, and Qdrant's own engine behind them.

Prints a line of JSON with its port, then one for each request that it does not know. Ends, and removes its data, when the
process that started it closes its input. With a folder as argument, the data is there, complete, and stays; a second
argument is the port.
"""

import json
import os
import sys
import tempfile

from collections_of_shards import Collections
from http_server import Server
from single_node import SingleNode


def tell(message):
    print(json.dumps(message), flush=True)


def serve(folder, port=0):
    """Returns when the input is closed."""
    collections = Collections(folder)
    tell({"port": Server(SingleNode(collections), port, tell).start()})
    sys.stdin.buffer.read()
    return collections


def main():
    if len(sys.argv) > 1:
        serve(sys.argv[1], *map(int, sys.argv[2:])).close()
    else:
        with tempfile.TemporaryDirectory(prefix="lectern-qdrant-") as folder:
            serve(folder)
    # Without waiting for threads and for shards whose folder is gone.
    os._exit(0)


main()
