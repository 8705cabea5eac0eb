"""
What the nodes of a cluster agree on: which collections there are, and the states of their replicas. Each node has a replica
of every collection, of one shard.

A server agrees on it by Raft, so a change needs a majority of the nodes.
"""

import threading
from collections import defaultdict

from refusals import Refusal, existing_collection

ACTIVE, DEAD, INITIALIZING, RECOVERY = "Active", "Dead", "Initializing", "Recovery"


class Cluster:
    def __init__(self):
        self.nodes = []
        # By the collection's name, and the peer's id.
        self.states = {}
        self._lock = threading.RLock()
        # Writes of a collection come to all replicas in the same order.
        self._write_locks = defaultdict(threading.Lock)

    def writing(self, name):
        with self._lock:
            return self._write_locks[name]

    def has_quorum(self):
        return sum(node.faults.is_reachable() for node in self.nodes) > len(self.nodes) // 2

    def create(self, name, body, coordinator):
        """A node that is away gets the collection when it is back, and until then its replica is being initialised."""
        with self._lock:
            self._require_quorum()
            if name in self.states:
                raise existing_collection(name)
            for node in self.nodes:
                node.replicas.change(("create", name, body))
            self.states[name] = {
                node.peer_id: ACTIVE if node.faults.is_current() else INITIALIZING for node in self.nodes
            }
        self._require_applied(coordinator)

    def delete(self, name, coordinator):
        with self._lock:
            self._require_quorum()
            existed = self.states.pop(name, None) is not None
            for node in self.nodes:
                node.replicas.change(("delete", name, None))
        self._require_applied(coordinator)
        return existed

    def states_of(self, name):
        """A copy, by the peer's id."""
        with self._lock:
            return dict(self.states.get(name, {}))

    def snapshot(self):
        with self._lock:
            return {name: dict(states) for name, states in self.states.items()}

    def set_state(self, name, node, state):
        with self._lock:
            if name in self.states:
                self.states[name][node.peer_id] = state
            if state == ACTIVE:
                for other in self.nodes:
                    other.disabled.discard((name, node.peer_id))

    def source_for(self, name, node):
        """A node from which a replica can be recovered, None if there is none."""
        states = self.states_of(name)
        others = (other for other in self.nodes if other is not node and other.faults.is_current())
        return next((other for other in others if states.get(other.peer_id) == ACTIVE), None)

    def rejoin(self, node):
        """A node learns what the others agreed on, and its replicas that missed writes start to recover."""
        with self._lock:
            node.learn()
            for name, states in self.states.items():
                if states[node.peer_id] != ACTIVE and self.source_for(name, node):
                    states[node.peer_id] = RECOVERY

    def recover(self):
        """Replicas that missed writes have them, in order, and are active again, where there is one to recover from."""
        for node in self.nodes:
            if node.faults.is_current():
                self.rejoin(node)
                for name in node.collections.names():
                    with self.writing(name):
                        self._recover_replica(name, node)

    def _recover_replica(self, name, node):
        state = self.states_of(name).get(node.peer_id)
        if state == RECOVERY or (node.replicas.have_missed(name) and self.source_for(name, node)):
            node.replicas.catch_up(name)
            self.set_state(name, node, ACTIVE)

    def _require_quorum(self):
        if not self.has_quorum():
            raise not_committed()

    def _require_applied(self, coordinator):
        """A node that is behind waits in vain to see the change."""
        if not coordinator.faults.is_current():
            raise not_committed()


def not_committed():
    return Refusal(
        500, "Service internal error: Waiting for consensus operation commit failed. Timeout set at: 10 seconds"
    )
