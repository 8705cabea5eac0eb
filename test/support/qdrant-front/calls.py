"""The calls of the REST API that the front knows. A node does them, alone or as one of a cluster."""

import re
from urllib.parse import unquote

import reads
import writes
from parameters import CHANGE, NONE, READ, SETTINGS, parameters
from refusals import Refusal, unknown

VERSION = {
    "title": "qdrant - vector search engine",
    "version": "1.19.0",
    "commit": "74f3e85b9473c62560006c043e13737ce6b48412",
}
MAX_NAME = 255
FORBIDDEN_IN_NAMES = '<>:"/\\|?*\0\x1f'


def create(node, name, body, given):
    if not 1 <= len(name) <= MAX_NAME or set(name) & set(FORBIDDEN_IN_NAMES):
        raise Refusal(422, f"Validation error in path parameters: [collection_name: {name!r} is no name of a collection]")
    node.create(name, body)
    return True


def read(make):
    return lambda node, name, body, given: node.read(name, make(body), given["consistency"])


def write(make):
    return lambda node, name, body, given: node.write(name, make(body), given["wait"], given["ordering"])


def write_batch(node, name, body, given):
    return [node.write(name, operation, given["wait"], given["ordering"]) for operation in writes.batch(body)]


# Method, path, parameters, whether the call has a body, and what it does.
TABLE = [
    ("GET", "/cluster", NONE, False, lambda node, body, given: node.cluster()),
    ("GET", "/collections", NONE, False, lambda node, body, given: listed(node)),
    ("PUT", "/collections/{name}", SETTINGS, True, create),
    ("GET", "/collections/{name}", NONE, False, lambda node, name, body, given: node.info(name)),
    ("DELETE", "/collections/{name}", SETTINGS, False, lambda node, name, body, given: node.delete(name)),
    ("GET", "/collections/{name}/exists", NONE, False, lambda node, name, body, given: exists(node, name)),
    ("GET", "/collections/{name}/cluster", NONE, False, lambda node, name, body, given: node.shards(name)),
    ("PUT", "/collections/{name}/index", CHANGE, True, write(writes.create_field_index)),
    ("POST", "/collections/{name}/facet", READ, True, read(reads.facet)),
    ("PUT", "/collections/{name}/points", CHANGE, True, write(writes.upsert)),
    ("POST", "/collections/{name}/points", READ, True, read(reads.retrieve)),
    ("POST", "/collections/{name}/points/batch", CHANGE, True, write_batch),
    ("POST", "/collections/{name}/points/count", READ, True, read(reads.count)),
    ("POST", "/collections/{name}/points/delete", CHANGE, True, write(writes.delete)),
    ("POST", "/collections/{name}/points/query/batch", READ, True, read(reads.query_batch)),
    ("POST", "/collections/{name}/points/scroll", READ, True, read(reads.scroll)),
    ("PUT", "/collections/{name}/points/vectors", CHANGE, True, write(writes.update_vectors)),
]
CALLS = [
    (method, re.compile(path.replace("{name}", "([^/]+)")), known, has_body, run)
    for method, path, known, has_body, run in TABLE
]


def listed(node):
    return {"collections": [{"name": name} for name in node.collections.names()]}


def exists(node, name):
    return {"exists": node.collections.find(name) is not None}


def call(node, method, path, query, read_body):
    """The result of a call. `read_body` parses the request's body where the call has one."""
    for of_call, pattern, known, has_body, run in CALLS:
        match = pattern.fullmatch(path)
        if match and method == of_call:
            given = parameters(query, known)
            names = [unquote(name) for name in match.groups()]
            return run(node, *names, read_body() if has_body else None, given)
    raise unknown("this call")
