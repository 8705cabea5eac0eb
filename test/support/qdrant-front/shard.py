"""One replica of a collection's only shard: the engine's shard, and its writes in the order in which they came."""

import threading

from refusals import Refusal

# An unawaited write can be read after this time, or with the next awaited one. A server needs some time, too.
UNAWAITED_SECONDS = 0.2


class Shard:
    def __init__(self, engine):
        self.engine = engine
        self._lock = threading.Lock()
        self._unapplied = []
        self._number = 0

    def write(self, operation, wait):
        """The result as the server returns it; the errors of an unawaited write are lost."""
        with self._lock:
            self._number += 1
            if wait:
                self._apply_all()
                self.engine.update(operation)
            else:
                self._unapplied.append(operation)
                threading.Timer(UNAWAITED_SECONDS, self._catch_up).start()
            return {"operation_id": self._number, "status": "completed" if wait else "acknowledged"}

    def close(self):
        """Writes what is in memory only."""
        self._catch_up()
        self.engine.flush()
        self.engine.close()

    def _catch_up(self):
        with self._lock:
            self._apply_all()

    def _apply_all(self):
        for operation in self._unapplied:
            try:
                self.engine.update(operation)
            except Exception:
                pass
        self._unapplied.clear()


def refusal_of(error):
    """
    What the server makes of an error of the engine. That raises plain exceptions with the server's own messages, and refuses
    what it cannot convert as Python does. None for a fault of the front.
    """
    message = str(error)
    if type(error) in (TypeError, ValueError, OverflowError):
        return Refusal(400, f"Format error in JSON body: {message}")
    if type(error) is not Exception:
        return None
    if message.startswith("No point with id"):
        return Refusal(404, f"Not found: {message} found")
    if message.startswith(("Service runtime error", "Inconsistent storage", "Out of memory")):
        return Refusal(500, f"Service internal error: {message}")
    return Refusal(400, f"Wrong input: {message}")
