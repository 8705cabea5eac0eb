"""Filters, searches and changes of points, from the REST API's JSON to the engine's objects, and points back to JSON."""

import qdrant_edge as edge

from refusals import fields, required, unknown, whole_number

Change = edge.UpdateOperation


class Boolean:
    """A boolean to match. The package takes Python's own for a number, as it is one, but knows that of numpy by its name."""

    def __init__(self, value):
        self._value = value

    def __bool__(self):
        return self._value


Boolean.__module__, Boolean.__name__ = "numpy", "bool_"


def filter_of(body):
    if body is None:
        return None
    must, should, must_not = fields(body, "filter", "must", "should", "must_not")
    return edge.Filter(must=conditions(must), should=conditions(should), must_not=conditions(must_not))


def conditions(body):
    if body is None:
        return None
    if not isinstance(body, list):
        raise unknown(f"a filter of {body!r}")
    return [condition(one) for one in body]


def condition(body):
    if "key" not in body:
        return filter_of(body)
    key, match, in_range = fields(body, "condition", "key", "match", "range")
    return edge.FieldCondition(key, match=match and match_of(match), range=in_range and range_of(in_range))


def match_of(body):
    value, any_of, phrase = fields(body, "match", "value", "any", "phrase")
    if value is not None:
        return edge.MatchValue(Boolean(value) if isinstance(value, bool) else value)
    if any_of is not None:
        return edge.MatchAny(any_of)
    return edge.MatchPhrase(required(phrase, "match"))


def range_of(body):
    gte, lte = fields(body, "range", "gte", "lte")
    return edge.RangeFloat(gte=gte, lte=lte)


def vector_of(body):
    if isinstance(body, list):
        return body
    indices, values = fields(body, "vector", "indices", "values")
    return edge.SparseVector(required(indices, "vector.indices"), required(values, "vector.values"))


def vectors_of(body):
    if not isinstance(body, dict):
        raise unknown("vectors without names")
    return {name: vector_of(one) for name, one in body.items()}


def query_of(body):
    query, using, where, limit, params, with_payload = fields(
        body, "query", "query", "using", "filter", "limit", "params", "with_payload"
    )
    return edge.QueryRequest(
        query=edge.Query.Nearest(vector_of(required(query, "query")), using=required(using, "using")),
        filter=filter_of(where),
        limit=whole_number(limit, "limit", 1),
        params=params and params_of(params),
        with_payload=shown(with_payload, "with_payload", False),
    )


def params_of(body):
    exact, quantization = fields(body, "params", "exact", "quantization")
    ignore, rescore, oversampling = fields(
        quantization or {}, "params.quantization", "ignore", "rescore", "oversampling"
    )
    return edge.SearchParams(
        exact=exact or False,
        quantization=quantization
        and edge.QuantizationSearchParams(ignore=ignore or False, rescore=rescore, oversampling=oversampling),
    )


def shown(body, where, default):
    """Which fields of the payload, or which vectors, come with a point."""
    if body is None:
        return default
    if isinstance(body, bool) or isinstance(body, list):
        return body
    raise unknown(f"{where} = {body!r}")


def scroll_of(body):
    where, limit, with_payload, with_vector = fields(body, "scroll", "filter", "limit", "with_payload", "with_vector")
    return edge.ScrollRequest(
        filter=filter_of(where),
        limit=whole_number(limit, "limit", 1),
        with_payload=shown(with_payload, "with_payload", True),
        with_vector=shown(with_vector, "with_vector", False),
    )


def upsert(body):
    (points,) = fields(body, "upsert", "points")
    return Change.upsert_points([point_of(one) for one in required(points, "points")])


def point_of(body):
    key, vector, payload = fields(body, "point", "id", "vector", "payload")
    return edge.Point(required(key, "id"), vectors_of(vector), payload)


def update_vectors(body):
    (points,) = fields(body, "vectors", "points")
    changes = [fields(one, "point", "id", "vector") for one in required(points, "points")]
    return Change.update_vectors([edge.PointVectors(required(key, "id"), vectors_of(vector)) for key, vector in changes])


def delete(body):
    (where,) = fields(body, "delete", "filter")
    return Change.delete_points_by_filter(filter_of(required(where, "filter")))


def set_payload(body):
    payload, where = fields(body, "set_payload", "payload", "filter")
    return Change.set_payload_by_filter(filter_of(required(where, "filter")), required(payload, "payload"))


def operation(body):
    """One of a batch of changes."""
    (of_payload,) = fields(body, "operation", "set_payload")
    return set_payload(required(of_payload, "operation"))


def to_json(point):
    shown_point = {"id": point.id if isinstance(point.id, int) else str(point.id), "payload": point.payload}
    if point.vector is not None:
        shown_point["vector"] = {name: vector_json(one) for name, one in point.vector.items()}
    if isinstance(point, edge.ScoredPoint):
        shown_point.update(version=point.version, score=point.score)
    return shown_point


def vector_json(vector):
    if isinstance(vector, edge.SparseVector):
        return {"indices": list(vector.indices), "values": list(vector.values)}
    return vector
