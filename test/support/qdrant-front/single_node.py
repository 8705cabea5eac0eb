"""A server of one node, as it is without a cluster."""

PEER_ID = 4503599627370001


class SingleNode:
    def __init__(self, collections):
        self.collections = collections

    def create(self, name, body):
        self.collections.create(name, body)

    def delete(self, name):
        return self.collections.delete(name)

    def info(self, name):
        return self.collections.get(name).info()

    def read(self, name, read, consistency):
        """`consistency` is of no effect: one replica is all of them."""
        return read.finish(read.run(self.collections.get(name).shard.engine))

    def write(self, name, operation, wait, ordering):
        return self.collections.get(name).shard.write(operation, wait)

    def cluster(self):
        return {"status": "disabled"}

    def shards(self, name):
        points = self.collections.get(name).shard.engine.info().points_count
        return {
            "peer_id": PEER_ID,
            "shard_count": 1,
            "local_shards": [{"shard_id": 0, "points_count": points, "state": "Active"}],
            "remote_shards": [],
            "shard_transfers": [],
        }

    def is_ready(self):
        return True
