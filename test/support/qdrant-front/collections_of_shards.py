"""The collections of one node: one shard of the engine each, in a folder of its own."""

import json
import os
import shutil
import threading
from pathlib import Path

import qdrant_edge as edge

import settings
from refusals import existing_collection, missing_collection
from shard import Shard


class Collections:
    def __init__(self, folder):
        self._folder = Path(folder)
        self._collections = {name: Collection(**of_one) for name, of_one in self._listed().items()}
        self._made = max((int(Path(one.folder).name) for one in self._collections.values()), default=0)
        # Guards the list of collections; a shard itself may be asked by many at once.
        self._lock = threading.Lock()

    def names(self):
        return list(self._collections)

    def find(self, name):
        """None where there is no such collection."""
        return self._collections.get(name)

    def get(self, name):
        collection = self.find(name)
        if not collection:
            raise missing_collection(name)
        return collection

    def create(self, name, body):
        config = settings.collection(body)
        with self._lock:
            if name in self._collections:
                raise existing_collection(name)
            self._made += 1
            folder = self._folder / str(self._made)
            # Left by a process that ended before it had listed the collection.
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            self._collections[name] = Collection(str(folder), body, edge.EdgeShard.create(str(folder), config))
            self._write_list()

    def delete(self, name):
        """Whether there was one. Whoever still asks the shard is answered: it ends with the last that uses it."""
        with self._lock:
            collection = self._collections.pop(name, None)
            self._write_list()
        if collection:
            shutil.rmtree(collection.folder)
        return collection is not None

    def close(self):
        for collection in self._collections.values():
            collection.shard.close()

    def _list_file(self):
        return self._folder / "collections.json"

    def _listed(self):
        """The folders and settings by name, of an earlier process."""
        try:
            return json.loads(self._list_file().read_text())
        except FileNotFoundError:
            return {}

    def _write_list(self):
        written = self._folder / "collections.new"
        written.write_text(json.dumps({name: one.listed() for name, one in self._collections.items()}))
        os.replace(written, self._list_file())


class Collection:
    def __init__(self, folder, settings, engine=None):
        self.folder = folder
        self._settings = settings
        self.shard = Shard(engine or edge.EdgeShard.load(folder))

    def listed(self):
        return {"folder": self.folder, "settings": self._settings}

    def info(self, replicas=1):
        """As the server describes it; its optimisers are always done."""
        info = self.shard.engine.info()
        vectors, sparse_vectors = self._settings.get("vectors") or {}, self._settings.get("sparse_vectors")
        return {
            "status": "green",
            "optimizer_status": "ok",
            "indexed_vectors_count": info.indexed_vectors_count,
            "points_count": info.points_count,
            "segments_count": info.segments_count,
            "config": {
                "params": {
                    "vectors": vectors,
                    "shard_number": 1,
                    "replication_factor": replicas,
                    "write_consistency_factor": 1,
                    "on_disk_payload": self._settings.get("on_disk_payload") is not False,
                    **({} if sparse_vectors is None else {"sparse_vectors": sparse_vectors}),
                },
                "quantization_config": self._settings.get("quantization_config"),
            },
            "payload_schema": {
                field: {"data_type": str(index.data_type).rpartition(".")[2].lower(), "points": index.points}
                for field, index in info.payload_schema.items()
            },
            "update_queue": {"length": 0},
        }
