"""Vectors, from the REST API's JSON to the engine's objects and back."""

import qdrant_edge as edge

from refusals import fields, invalid, required, unknown


def vector_of(body):
    if isinstance(body, list):
        return body
    indices, values = fields(body, "vector", "indices", "values")
    if len(required(indices, "indices")) != len(required(values, "values")):
        raise invalid("values", "must be the same length as indices")
    if len(set(indices)) != len(indices):
        raise invalid("indices", "must be unique")
    return edge.SparseVector(indices, values)


def vectors_of(body):
    if not isinstance(required(body, "vector"), dict):
        raise unknown("vectors without names")
    return {name: vector_of(one) for name, one in body.items()}


def vectors_json(vectors):
    return {name: vector_json(one) for name, one in vectors.items()}


def vector_json(vector):
    if isinstance(vector, edge.SparseVector):
        return {"indices": list(vector.indices), "values": list(vector.values)}
    return vector
