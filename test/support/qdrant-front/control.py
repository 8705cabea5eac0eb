"""
The faults of a cluster, as its owner orders them: a line of JSON each, with an id, the node's number, the fault and its
values. The answer `{"ordered": id}` says that the order is known, `{"struck": id}` that the fault is there.

A fault may wait for calls of clients, to any node: `after` names their method, the path behind the name of the collection,
a part of that name, and how many. `unanswered` leaves the last of them without a response.
"""

import re
import threading

from faults import REFUSING, SILENT, STALE


class Control:
    """`ports` are those of the nodes, in their order."""

    def __init__(self, cluster, ports, tell):
        self._cluster = cluster
        self._ports = ports
        self._tell = tell
        self._waiting = []
        self._lock = threading.Lock()

    def order(self, command):
        after = command.get("after")
        if after:
            with self._lock:
                self._waiting.append((Calls(**after), command))
            self._tell({"ordered": command["id"]})
        else:
            self._tell({"ordered": command["id"]})
            self._strike(command)

    def happened(self, method, path, connection):
        """After a call, and before its response. Returns whether there is to be none."""
        with self._lock:
            due = [(calls, command) for calls, command in self._waiting if calls.count_down(method, path)]
            self._waiting = [one for one in self._waiting if one not in due]
        for _, command in due:
            self._strike(command, connection)
        return any(calls.unanswered for calls, _ in due)

    def _strike(self, command, connection=None):
        node, port = self._cluster.nodes[command["node"]], self._ports[command["node"]]
        getattr(self, command["fault"])(node, port, command, connection)
        self._tell({"struck": command["id"]})

    def refuse(self, node, port, command, connection):
        """As if its process had been killed. The connection of the call that it struck after is left to it."""
        node.stop_learning()
        node.faults.enter(REFUSING)
        port.refuse(connection)

    def hang(self, node, port, command, connection):
        """It accepts connections. What it is asked meanwhile, it does once it is well again."""
        node.stop_learning()
        port.accept()
        node.faults.enter(SILENT)

    def freeze(self, node, port, command, connection):
        """It responds from what it knew when it last was well."""
        node.stop_learning()
        port.accept()
        node.faults.enter(STALE)

    def lag(self, node, port, command, connection):
        node.faults.lag = command["writes"]

    def slow(self, node, port, command, connection):
        node.faults.be_slow(command["seconds"])

    def fail(self, node, port, command, connection):
        node.faults.fail(command["status"], command["message"], command.get("count"))

    def rejoin(self, node, port, command, connection):
        """It is there again, and its replicas are not."""
        port.accept()
        node.faults.end()
        self._cluster.rejoin(node)

    def heal(self, node, port, command, connection):
        self.rejoin(node, port, command, connection)
        self._cluster.recover()


class Calls:
    def __init__(self, method, path, count=1, collection="", unanswered=False):
        self._method = method
        self._path = re.compile(f"/collections/[^/]*{re.escape(collection)}[^/]*{re.escape(path)}")
        self._left = count
        self.unanswered = unanswered

    def count_down(self, method, path):
        """Whether this call was the last of them."""
        if method == self._method and self._path.fullmatch(path):
            self._left -= 1
            return self._left == 0
        return False
