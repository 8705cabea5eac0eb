"""Filters, from the REST API's JSON to the engine's objects."""

import qdrant_edge as edge

from refusals import fields, required, unknown


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
    gte, lte, lt = fields(body, "range", "gte", "lte", "lt")
    return edge.RangeFloat(gte=gte, lte=lte, lt=lt)
