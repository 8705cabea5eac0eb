"""Settings of collections and of indexes on payload fields, from the REST API's JSON to the engine's objects."""

import qdrant_edge as edge

from refusals import fields, one_of, required, whole_number

DISTANCES = {"Cosine": edge.Distance.Cosine}
SCALARS = {"int8": edge.ScalarType.Int8}
TOKENIZERS = {"word": edge.TokenizerType.Word}
LANGUAGES = {"english": edge.SnowballLanguage.English}


def collection(body):
    vectors, sparse, quantization, on_disk_payload = fields(
        body, "collection", "vectors", "sparse_vectors", "quantization_config", "on_disk_payload"
    )
    return edge.EdgeConfig(
        vectors={name: dense_vector(one) for name, one in (vectors or {}).items()},
        sparse_vectors={name: sparse_vector(one) for name, one in (sparse or {}).items()},
        quantization_config=quantization and scalar_quantization(quantization),
        on_disk_payload=on_disk_payload,
        # Each shard has threads and a log of its own; one is enough for the little that a test stores, and none for what
        # ends with the process.
        max_search_threads=1,
        wal_enabled=False,
    )


def dense_vector(body):
    size, distance, on_disk = fields(body, "vectors", "size", "distance", "on_disk")
    return edge.EdgeVectorParams(
        size=whole_number(size, "vectors.size", 1),
        distance=one_of(distance, "vectors.distance", DISTANCES),
        on_disk=on_disk,
    )


def sparse_vector(body):
    fields(body, "sparse_vectors")
    return edge.EdgeSparseVectorParams()


def scalar_quantization(body):
    (scalar,) = fields(body, "quantization_config", "scalar")
    kind, quantile, always_ram = fields(scalar, "quantization_config.scalar", "type", "quantile", "always_ram")
    return edge.ScalarQuantizationConfig(
        type=one_of(kind, "quantization_config.scalar.type", SCALARS), quantile=quantile, always_ram=always_ram
    )


def field_index(body):
    """The name of the field, and the settings of its index."""
    name, schema = fields(body, "index", "field_name", "field_schema")
    kind = required(schema, "field_schema").get("type")
    rest = {option: value for option, value in schema.items() if option != "type"}
    return required(name, "field_name"), one_of(kind, "field_schema.type", FIELD_INDEXES)(rest)


def keyword(body):
    is_tenant, on_disk = fields(body, "field_schema", "is_tenant", "on_disk")
    return edge.KeywordIndexParams(is_tenant=is_tenant, on_disk=on_disk)


def integer(body):
    lookup, in_range, on_disk = fields(body, "field_schema", "lookup", "range", "on_disk")
    return edge.IntegerIndexParams(lookup=lookup, range=in_range, on_disk=on_disk)


def boolean(body):
    fields(body, "field_schema")
    return edge.BoolIndexParams()


def text(body):
    tokenizer, lowercase, ascii_folding, phrase_matching, stemmer, on_disk = fields(
        body, "field_schema", "tokenizer", "lowercase", "ascii_folding", "phrase_matching", "stemmer", "on_disk"
    )
    return edge.TextIndexParams(
        tokenizer=one_of(tokenizer, "field_schema.tokenizer", TOKENIZERS),
        lowercase=lowercase,
        ascii_folding=ascii_folding,
        phrase_matching=phrase_matching,
        stemmer=stemmer and snowball(stemmer),
        on_disk=on_disk,
    )


def snowball(body):
    kind, language = fields(body, "field_schema.stemmer", "type", "language")
    one_of(kind, "field_schema.stemmer.type", {"snowball": True})
    return edge.SnowballParams(one_of(language, "field_schema.stemmer.language", LANGUAGES))


FIELD_INDEXES = {"keyword": keyword, "integer": integer, "bool": boolean, "text": text}
