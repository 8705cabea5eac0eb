"""What is wrong with a node of a cluster: how it answers clients and other nodes, and whether it applies writes."""

import threading
import time

from refusals import Refusal

UP, REFUSING, SILENT, STALE = "up", "refusing", "silent", "stale"

# Other nodes wait this long for one that accepts connections and does not respond; servers up to 20 s.
SILENCE_SECONDS = 1


class Unreachable(Exception):
    """A node does not answer another one."""


class Faults:
    def __init__(self):
        self.mode = UP
        # Whether the process has not been ready since it started.
        self.is_starting = False
        # Writes by which its replicas are behind.
        self.lag = 0
        self._delay_seconds = 0
        self._failure = None
        self._failures = 0
        self._speaks = threading.Event()
        self._speaks.set()
        self._lock = threading.Lock()

    def enter(self, mode):
        self.mode = mode
        if mode == SILENT:
            self._speaks.clear()
        else:
            self._speaks.set()
        if mode == REFUSING:
            self.is_starting = True

    def be_slow(self, seconds):
        self._delay_seconds = seconds

    def fail(self, status, message, count):
        """Clients' calls of collections fail, so many of them or all."""
        with self._lock:
            self._failure, self._failures = Refusal(status, message), count

    def end(self):
        """Nothing is wrong any more."""
        self.lag = 0
        self.be_slow(0)
        self.fail(None, None, 0)
        self.enter(UP)

    def is_current(self):
        """It responds, and learns of changes."""
        return self.mode == UP

    def is_reachable(self):
        return self.mode in (UP, STALE)

    def be_asked_by_client(self):
        """Waits as long as the node is silent, and for its delay."""
        self._speaks.wait()
        time.sleep(self._delay_seconds)

    def failure(self):
        """Of a call that fails, None of another."""
        with self._lock:
            if self._failures == 0:
                return None
            if self._failures is not None:
                self._failures -= 1
            return self._failure

    def be_asked_by_node(self):
        """@raise Unreachable"""
        if self.mode == SILENT:
            time.sleep(SILENCE_SECONDS)
        if not self.is_reachable():
            raise Unreachable("Tonic status error: status: Unavailable, message: Failed to connect: transport error")
        time.sleep(self._delay_seconds)
