"""The replicas that one node of a cluster has: reads and writes of them, and what they missed."""

import threading

from faults import Unreachable
from shard import refusal_of


class Replicas:
    def __init__(self, collections, faults):
        self.collections = collections
        self.faults = faults
        # Changes of the list of collections, and writes, that this node missed; both in order.
        self._missed_changes = []
        self._missed_writes = []
        self._lock = threading.RLock()

    def read(self, name, read, is_local):
        """@raise Unreachable to another node"""
        if not is_local:
            self.faults.be_asked_by_node()
        return read.run(self.collections.get(name).shard.engine)

    def write(self, name, operation, wait, is_local):
        """The result of a write. @raise Unreachable to another node"""
        if not is_local:
            self.faults.be_asked_by_node()
            if not self.faults.is_current():
                raise Unreachable("Tonic status error: status: Unavailable, message: Peer is not available")
        with self._lock:
            if self.faults.is_current() and self.faults.lag == 0 and not self.have_missed(name):
                return self.collections.get(name).shard.write(operation, wait)
            self.miss(name, operation)
            return {"operation_id": 0, "status": "completed" if wait else "acknowledged"}

    def miss(self, name, operation):
        """The operation is applied when the node recovers, or when as many others have come as it lags behind."""
        with self._lock:
            self._missed_writes.append((name, operation))
            while self.faults.is_current() and len(self._missed_writes) > self.faults.lag > 0:
                self._apply(*self._missed_writes.pop(0))

    def have_missed(self, name):
        with self._lock:
            return any(of_name == name for of_name, _ in self._missed_writes)

    def catch_up(self, name):
        """Applies the writes of a collection that were missed."""
        with self._lock:
            for of_name, operation in self._missed_writes:
                if of_name == name:
                    self._apply(name, operation)
            self._missed_writes = [one for one in self._missed_writes if one[0] != name]

    def change(self, change):
        """A change of the list of collections, at once or when the node learns of it."""
        with self._lock:
            self._missed_changes.append(change)
            if self.faults.is_current():
                self.catch_up_changes()

    def catch_up_changes(self):
        with self._lock:
            for kind, name, body in self._missed_changes:
                if kind == "create":
                    self.collections.create(name, body)
                else:
                    self.collections.delete(name)
                    self._missed_writes = [one for one in self._missed_writes if one[0] != name]
            self._missed_changes.clear()

    def _apply(self, name, operation):
        collection = self.collections.find(name)
        try:
            if collection:
                collection.shard.write(operation, True)
        except Exception as error:
            # What is refused was so on every replica.
            if not refusal_of(error):
                raise
