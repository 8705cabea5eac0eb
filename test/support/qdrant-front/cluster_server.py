"""
A cluster of Qdrant for tests: as many nodes as the argument says, each on a loopback port, with a replica of every
collection.

Prints a line of JSON with the ports, then one for each request that it does not know. Takes orders for faults on its input
(see `control.py`), and ends, and removes its data, when that is closed.
"""

import json
import os
import socket
import sys
import tempfile
import threading
from pathlib import Path

from cluster import Cluster
from cluster_node import ClusterNode
from collections_of_shards import Collections
from control import Control
from faults import REFUSING
from http_server import Handler, Server, refused


class NodeHandler(Handler):
    """The handler of a node that may be silent, slow or failing."""

    def response_to(self, path, query):
        """None for no response."""
        faults, control = self.server.node.faults, self.server.control
        faults.be_asked_by_client()
        if faults.mode == REFUSING:
            return self.leave()
        failure = path.startswith("/collections") and faults.failure()
        if failure:
            return refused(failure)
        response = super().response_to(path, query)
        is_unanswered = control.happened(self.command, path, self.connection)
        if is_unanswered:
            faults.be_asked_by_client()
        if faults.mode == REFUSING:
            self.leave()
        return None if is_unanswered and faults.mode == REFUSING else response

    def leave(self):
        self.close_connection = True


class NodeServer(Server):
    def __init__(self, node, port, tell, control):
        self.control = control
        self._connections = set()
        super().__init__(node, port, tell, NodeHandler)

    def process_request(self, request, client_address):
        self._connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request):
        self._connections.discard(request)
        super().shutdown_request(request)

    def cut_off(self, spared):
        """All connections but one."""
        for connection in [one for one in self._connections if one is not spared]:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                # It has just ended.
                pass


class Port:
    """Where a node listens, or refuses connections."""

    def __init__(self, node, tell):
        self._node = node
        self._tell = tell
        self._server = None
        self._listens = False

    def open(self, control):
        self._server = NodeServer(self._node, 0, self._tell, control)
        self.accept()
        return self._server.server_address[1]

    def accept(self):
        if not self._listens:
            self._server.start()
            self._listens = True

    def refuse(self, spared):
        if self._listens:
            self._listens = False
            self._server.shutdown()
            self._server.server_close()
            self._server.cut_off(spared)
            # Bound and not listening, it refuses connections, and leaves the port to nobody else.
            self._server = NodeServer(self._node, self._server.server_address[1], self._tell, self._server.control)


def tell(message):
    print(json.dumps(message), flush=True)


def main():
    with tempfile.TemporaryDirectory(prefix="lectern-qdrant-") as folder:
        cluster = Cluster()
        for number in range(int(sys.argv[1])):
            cluster.nodes.append(ClusterNode(number, cluster, Collections(Path(folder) / f"node-{number}")))
        ports = [Port(node, tell) for node in cluster.nodes]
        control = Control(cluster, ports, tell)
        tell({"ports": [port.open(control) for port in ports]})
        for line in sys.stdin:
            # An order may take as long as writes that it waits for.
            threading.Thread(target=control.order, args=[json.loads(line)], daemon=True).start()
    # Without waiting for threads and for shards whose folder is gone.
    os._exit(0)


main()
