"""Reads of points, from the REST API's JSON to questions for the engine, and its answers to JSON."""

from uuid import UUID

import qdrant_edge as edge

import consistency
from filters import filter_of
from refusals import boolean, fields, optional_number, required, unknown
from vectors import vector_of, vectors_json

DEFAULT_LIMIT = 10


class Read:
    """
    A question for replicas: `run` takes the engine's shard of one and returns JSON, `resolve` makes one answer of several
    ones, and `finish` the result of it.
    """

    def __init__(self, run, resolve, finish=lambda answer: answer):
        self.run = run
        self.resolve = resolve
        self.finish = finish


def retrieve(body):
    ids, with_payload, with_vector = fields(body, "retrieve", "ids", "with_payload", "with_vector")
    asked = list(dict.fromkeys(key if isinstance(key, int) else str(UUID(key)) for key in required(ids, "ids")))
    payload, vector = shown(with_payload, "with_payload", False), shown(with_vector, "with_vector", False)

    def run(shard):
        """In the order of the request, each once."""
        found = {point["id"]: point for point in map(point_json, shard.retrieve(asked, payload, vector))}
        return [found[key] for key in asked if key in found]

    return Read(run, consistency.records)


def scroll(body):
    where, limit, with_payload, with_vector = fields(body, "scroll", "filter", "limit", "with_payload", "with_vector")
    page = optional_number(limit, "scroll_request.limit", DEFAULT_LIMIT)
    request = edge.ScrollRequest(
        filter=filter_of(where),
        # One more: the first of the next page.
        limit=page + 1,
        with_payload=shown(with_payload, "with_payload", True),
        with_vector=shown(with_vector, "with_vector", False),
    )

    def finish(points):
        return {"points": points[:page], "next_page_offset": points[page]["id"] if len(points) > page else None}

    return Read(lambda shard: [point_json(point) for point in shard.scroll(request)[0]], consistency.records, finish)


def count(body):
    where, exact = fields(body, "count", "filter", "exact")
    request = edge.CountRequest(filter=filter_of(where), exact=boolean(exact, "exact", True))
    return Read(lambda shard: {"count": shard.count(request)}, consistency.counts)


def facet(body):
    key, where, limit, exact = fields(body, "facet", "key", "filter", "limit", "exact")
    request = edge.FacetRequest(
        required(key, "key"),
        limit=optional_number(limit, "facet_request.limit", DEFAULT_LIMIT),
        exact=boolean(exact, "exact", False),
        filter=filter_of(where),
    )

    def run(shard):
        return {"hits": [{"value": hit.value, "count": hit.count} for hit in shard.facet(request).hits]}

    return Read(run, consistency.hits)


def query_batch(body):
    (searches,) = fields(body, "batch", "searches")
    queries = [query_of(one, at) for at, one in enumerate(required(searches, "searches"))]
    request = edge.QueryBatchRequest(queries)

    def run(shard):
        return [{"points": [point_json(point) for point in found]} for found in shard.query_batch(request)]

    return Read(run, consistency.batches)


def query_of(body, at):
    query, using, where, limit, params, with_payload = fields(
        body, "query", "query", "using", "filter", "limit", "params", "with_payload"
    )
    if query is None or using is None:
        raise unknown("a query without a vector and its name")
    return edge.QueryRequest(
        query=edge.Query.Nearest(vector_of(query), using=using),
        filter=filter_of(where),
        limit=optional_number(limit, f"searches[{at}].internal.limit", DEFAULT_LIMIT),
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


def point_json(point):
    """Without the payload or the vectors that were not asked for, as the server leaves them out."""
    shown_point = {"id": point.id if isinstance(point.id, int) else str(point.id)}
    if isinstance(point, edge.ScoredPoint):
        shown_point.update(version=point.version, score=point.score)
    if point.payload is not None:
        shown_point["payload"] = point.payload
    if point.vector is not None:
        shown_point["vector"] = vectors_json(point.vector)
    return shown_point
