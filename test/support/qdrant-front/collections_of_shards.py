"""The collections: one shard of the engine each, in a folder of its own."""

import json
import os
import shutil
import threading
from pathlib import Path

import qdrant_edge as edge

import points
import settings
from refusals import Refusal, fields, required, whole_number


class Collections:
    def __init__(self, folder):
        self._folder = Path(folder)
        self._shards = {name: (edge.EdgeShard.load(path), Path(path)) for name, path in self._listed().items()}
        self._made = max((int(path.name) for _, path in self._shards.values()), default=0)
        # Guards the list of shards; a shard itself may be asked by many at once.
        self._lock = threading.Lock()

    def names(self):
        return {"collections": [{"name": name} for name in list(self._shards)]}

    def exists(self, name):
        return {"exists": name in self._shards}

    def create(self, name, body):
        config = settings.collection(body)
        with self._lock:
            if name in self._shards:
                raise Refusal(409, f"Wrong input: Collection `{name}` already exists!")
            self._made += 1
            folder = self._folder / str(self._made)
            # Left by a process that ended before it had listed the collection.
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            self._shards[name] = (edge.EdgeShard.create(str(folder), config), folder)
            self._write_list()
        return True

    def delete(self, name):
        """Whoever still asks the shard is answered: it ends with the last that uses it."""
        with self._lock:
            _, folder = self._shards.pop(name, (None, None))
            self._write_list()
        if folder:
            shutil.rmtree(folder)
        return folder is not None

    def info(self, name):
        info = self._shard(name).info()
        return {
            "status": "green",
            "optimizer_status": "ok",
            "segments_count": info.segments_count,
            "points_count": info.points_count,
            "indexed_vectors_count": info.indexed_vectors_count,
            "payload_schema": {field: {"points": index.points} for field, index in info.payload_schema.items()},
        }

    def create_field_index(self, name, body):
        return self._update(name, edge.UpdateOperation.create_field_index(*settings.field_index(body)))

    def retrieve(self, name, body):
        ids, with_payload, with_vector = fields(body, "retrieve", "ids", "with_payload", "with_vector")
        found = self._shard(name).retrieve(
            required(ids, "ids"),
            points.shown(with_payload, "with_payload", True),
            points.shown(with_vector, "with_vector", False),
        )
        return [points.to_json(point) for point in found]

    def scroll(self, name, body):
        found, following = self._shard(name).scroll(points.scroll_of(body))
        return {
            "points": [points.to_json(point) for point in found],
            "next_page_offset": None if following is None else str(following),
        }

    def count(self, name, body):
        where, exact = fields(body, "count", "filter", "exact")
        request = edge.CountRequest(filter=points.filter_of(where), exact=required(exact, "exact"))
        return {"count": self._shard(name).count(request)}

    def facet(self, name, body):
        key, where, limit, exact = fields(body, "facet", "key", "filter", "limit", "exact")
        request = edge.FacetRequest(
            required(key, "key"),
            limit=whole_number(limit, "limit", 1),
            exact=required(exact, "exact"),
            filter=points.filter_of(where),
        )
        return {"hits": [{"value": hit.value, "count": hit.count} for hit in self._shard(name).facet(request).hits]}

    def query_batch(self, name, body):
        (searches,) = fields(body, "batch", "searches")
        queries = [points.query_of(one) for one in required(searches, "searches")]
        answers = self._shard(name).query_batch(edge.QueryBatchRequest(queries))
        return [{"points": [points.to_json(point) for point in found]} for found in answers]

    def upsert(self, name, body):
        return self._update(name, points.upsert(body))

    def update_vectors(self, name, body):
        return self._update(name, points.update_vectors(body))

    def delete_points(self, name, body):
        return self._update(name, points.delete(body))

    def update_batch(self, name, body):
        (operations,) = fields(body, "batch", "operations")
        return [self._update(name, one) for one in map(points.operation, required(operations, "operations"))]

    def close(self):
        """Writes what is in memory only."""
        for shard, _ in self._shards.values():
            shard.flush()
            shard.close()

    def _list_file(self):
        return self._folder / "collections.json"

    def _listed(self):
        """The folders by name, of an earlier process."""
        try:
            return json.loads(self._list_file().read_text())
        except FileNotFoundError:
            return {}

    def _write_list(self):
        written = self._folder / "collections.new"
        written.write_text(json.dumps({name: str(folder) for name, (_, folder) in self._shards.items()}))
        os.replace(written, self._list_file())

    def _update(self, name, operation):
        self._shard(name).update(operation)
        return {"operation_id": 0, "status": "completed"}

    def _shard(self, name):
        shard, _ = self._shards.get(name, (None, None))
        if shard is None:
            raise Refusal(404, f"Not found: Collection `{name}` doesn't exist!")
        return shard
