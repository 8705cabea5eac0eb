"""
A node of a cluster. It coordinates the reads and writes that it is asked for, over the replicas of all nodes, as a server
does (`lib/collection/src/shards/replica_set/`).
"""

import random
from datetime import datetime, timezone

import settings
from cluster import ACTIVE, DEAD, INITIALIZING, RECOVERY
from consistency import condition_of
from faults import Faults, Unreachable
from refusals import Refusal
from replicas import Replicas
from shard import refusal_of

FIRST_PEER_ID = 4503599627370001


class ClusterNode:
    def __init__(self, number, cluster, collections):
        self.peer_id = FIRST_PEER_ID + number
        self.uri = f"http://node-{number}:6335/"
        self.collections = collections
        self.faults = Faults()
        self.replicas = Replicas(collections, self.faults)
        # Collections and peers: replicas that this node does not use, although it could not agree on it with the others.
        self.disabled = set()
        self._cluster = cluster
        # The states that this node knows of while it does not hear of new ones.
        self._known_states = None

    def create(self, name, body):
        # Refused here, or not at all.
        settings.collection(body)
        self._cluster.create(name, body, self)

    def delete(self, name):
        return self._cluster.delete(name, self)

    def info(self, name):
        return self.collections.get(name).info(len(self._cluster.nodes))

    def read(self, name, read, consistency):
        self.collections.get(name)
        states = self._states(name)
        readable, initializing = self._nodes(name, states, ACTIVE), self._nodes(name, states, INITIALIZING)
        needed, enough = condition_of(consistency, len(states))
        if len(readable) + len(initializing) < needed:
            reason = "does not have enough active replicas"
            raise service_error(f"The replica set for shard 0 on peer {self.peer_id} {reason}")
        if len(readable) < needed:
            needed = max(needed - len(initializing), len(readable))
        # The local replica first, then the others at random.
        random.shuffle(readable)
        readable.sort(key=lambda node: node is not self)
        answers, errors = [], []
        for node in readable:
            try:
                answers.append(node.replicas.read(name, read, node is self))
            except Unreachable as error:
                errors.append(error)
            if len(answers) == needed:
                return read.finish(answers[0] if needed == 1 else read.resolve(answers, enough))
        failed = "".join(f"\n  Service internal error: {error}" for error in errors)
        tried = f"{len(errors)} of {len(answers) + len(errors)} read operations failed"
        raise service_error(f"{tried}{':' if failed else ''}{failed}")

    def write(self, name, operation, wait, ordering):
        self.collections.get(name)
        leader = self._leader(name, ordering)
        if leader is self:
            with self._cluster.writing(name):
                return self._write_everywhere(name, operation, wait)
        try:
            leader.faults.be_asked_by_node()
        except Unreachable as error:
            order = f"{ordering.capitalize()} ordering via leader peer {leader.peer_id}"
            raise service_error(f"Failed to apply update with {order}: Service internal error: {error}") from error
        return leader.write(name, operation, wait, "weak")

    def cluster(self):
        failures = {
            node.uri: {"count": 1, "latest_error": "Error sending message to peer", "latest_error_timestamp": now()}
            for node in self._cluster.nodes
            if not node.faults.is_reachable()
        }
        leader = next((node for node in self._cluster.nodes if node.faults.is_current()), None)
        return {
            "status": "enabled",
            "peer_id": self.peer_id,
            "peers": {str(node.peer_id): {"uri": node.uri} for node in self._cluster.nodes},
            "raft_info": {
                "term": 1,
                "commit": len(self._cluster.states),
                "pending_operations": 0,
                "leader": leader and leader.peer_id,
                "role": "Leader" if leader is self else "Follower",
                "is_voter": True,
            },
            "consensus_thread_status": {"consensus_thread_status": "working", "last_update": now()},
            "message_send_failures": failures,
        }

    def shards(self, name):
        points = self.collections.get(name).shard.engine.info().points_count
        states = self._states(name)
        others = [(peer_id, state) for peer_id, state in states.items() if peer_id != self.peer_id]
        return {
            "peer_id": self.peer_id,
            "shard_count": 1,
            "local_shards": [{"shard_id": 0, "points_count": points, "state": states[self.peer_id]}],
            "remote_shards": [{"shard_id": 0, "peer_id": peer_id, "state": state} for peer_id, state in others],
            "shard_transfers": [
                {"shard_id": 0, "from": source.peer_id, "to": node.peer_id, "sync": True, "method": "wal_delta"}
                for node in self._nodes(name, states, RECOVERY)
                if (source := self._cluster.source_for(name, node))
            ],
        }

    def is_ready(self):
        """Once it has been, a server says so until its process ends."""
        if self.faults.is_starting:
            states = [self._states(name).get(self.peer_id) for name in self.collections.names()]
            self.faults.is_starting = any(state != ACTIVE for state in states)
        return not self.faults.is_starting

    def stop_learning(self):
        """From now on the node does not hear of changed states."""
        if self._known_states is None:
            self._known_states = self._cluster.snapshot()

    def learn(self):
        self._known_states = None
        self.replicas.catch_up_changes()

    def _write_everywhere(self, name, operation, wait):
        states = self._states(name)
        targets = self._nodes(name, states, ACTIVE, INITIALIZING)
        if not targets:
            raise service_error(f"The replica set for shard 0 on peer {self.peer_id} has no active replica")
        results, failures = {}, {}
        for node in targets:
            try:
                results[node] = node.replicas.write(name, operation, wait, node is self)
            except Exception as error:
                failures[node] = error
        reached = [*results, *(node for node, error in failures.items() if not isinstance(error, Unreachable))]
        for node in self._cluster.nodes:
            # What the engine refuses it may have done in part, on each replica alike.
            if reached and node not in reached:
                node.replicas.miss(name, operation)
        if not results:
            raise next(map(refusal_or_fault, failures.values()))
        reason = "".join(f"Failed peer: {node.peer_id}, error: {error}" for node, error in [*failures.items()][:1])
        retry = f"Consistency of this update is not guaranteed. Please retry. {reason}"
        if not any(states[node.peer_id] == ACTIVE for node in results):
            raise service_error(f"Failed to apply operation to at least one `Active` replica. {retry}")
        if failures and not self._cluster.has_quorum():
            self.disabled.update((name, node.peer_id) for node in failures)
            if wait:
                what = "Some replica of shard 0 failed to apply operation and deactivation timed out after 30s."
                raise service_error(f"{what} {retry}")
        else:
            for node in failures:
                self._cluster.set_state(name, node, DEAD)
        return results[max(results, key=lambda node: node.peer_id)]

    def _states(self, name):
        """By the peer's id, as this node knows them."""
        states = self._known_states
        return self._cluster.states_of(name) if states is None else dict(states.get(name, {}))

    def _nodes(self, name, states, *of_states):
        """Those with a replica in one of these states that this node uses."""
        nodes = [node for node in self._cluster.nodes if states.get(node.peer_id) in of_states]
        return [node for node in nodes if (name, node.peer_id) not in self.disabled]

    def _leader(self, name, ordering):
        if ordering == "weak":
            return self
        nodes = self._nodes(name, self._states(name), ACTIVE) if ordering == "medium" else self._cluster.nodes
        return max(nodes, key=lambda node: node.peer_id, default=self)


def refusal_or_fault(error):
    return service_error(str(error)) if isinstance(error, Unreachable) else refusal_of(error) or error


def service_error(message):
    return Refusal(500, f"Service internal error: {message}")


def now():
    return datetime.now(timezone.utc).isoformat()
