"""Changes of points and of indexes, from the REST API's JSON to the engine's operations."""

import qdrant_edge as edge

import settings
from filters import filter_of
from refusals import Refusal, fields, invalid, required, unknown
from vectors import vectors_of

Change = edge.UpdateOperation


def upsert(body):
    points, only_where = fields(body, "upsert", "points", "update_filter")
    if not required(points, "points"):
        raise Refusal(400, "Bad request: Empty update request")
    return Change.upsert_points([point_of(one) for one in points], filter_of(only_where))


def point_of(body):
    key, vector, payload = fields(body, "point", "id", "vector", "payload")
    return edge.Point(required(key, "id"), vectors_of(vector), payload)


def update_vectors(body):
    points, only_where = fields(body, "vectors", "points", "update_filter")
    if not required(points, "points"):
        raise invalid("points", "must specify points to update")
    changes = [fields(one, "point", "id", "vector") for one in points]
    vectors = [edge.PointVectors(required(key, "id"), vectors_of(vector)) for key, vector in changes]
    return Change.update_vectors(vectors, filter_of(only_where))


def delete(body):
    (where,) = fields(body, "delete", "filter")
    return Change.delete_points_by_filter(filter_of(required(where, "filter")))


def set_payload(body):
    payload, where = fields(body, "set_payload", "payload", "filter")
    return Change.set_payload_by_filter(filter_of(required(where, "filter")), required(payload, "payload"))


def create_field_index(body):
    return Change.create_field_index(*settings.field_index(body))


def batch(body):
    """The operations of a batch. The server applies them one by one, and leaves those before a failed one applied."""
    (operations,) = fields(body, "batch", "operations")
    return [operation(one) for one in required(operations, "operations")]


def operation(body):
    (of_payload,) = fields(body, "operation", "set_payload")
    if of_payload is None:
        raise unknown("an operation without set_payload")
    return set_payload(of_payload)
