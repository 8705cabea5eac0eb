"""
How a server makes one result of those of several replicas: what enough of them agree on, in their order
(`lib/collection/src/shards/resolve.rs`).
"""

from collections import Counter


def all_of(replicas):
    return replicas


def majority_of(replicas):
    return replicas // 2 + 1


def condition_of(consistency, replicas):
    """How many replicas must answer a read, and how many of the answers must agree."""
    if consistency in ("all", "majority"):
        return replicas, all_of if consistency == "all" else majority_of
    if consistency == "quorum":
        return majority_of(replicas), all_of
    return max(1, min(consistency, replicas)), all_of


def records(answers, enough):
    """Points or hits by id, without those of which too few replicas have the same."""
    needed = enough(len(answers))
    accepted = [accepted_of(answer, answers, needed) for answer in answers]
    return merged_in_order(accepted, lambda record: record["id"])


def accepted_of(answer, answers, needed):
    by_id = [{record["id"]: record for record in other} for other in answers]
    return [record for record in answer if sum(same(record, other.get(record["id"])) for other in by_id) >= needed]


def same(record, other):
    """The version of a hit does not count."""
    return other is not None and {**record, "version": None} == {**other, "version": None}


def merged_in_order(answers, key):
    """Of the first ones that are left, the one that most answers have comes next."""
    left = [list(reversed(answer)) for answer in answers]
    merged = []
    while any(left):
        [(chosen, _)] = Counter(key(answer[-1]) for answer in left if answer).most_common(1)
        for answer in left:
            if answer and key(answer[-1]) == chosen:
                one = answer.pop()
        merged.append(one)
    return merged


def batches(answers, enough):
    """Of each search of a batch."""
    return [
        {"points": records([answer["points"] for answer in of_search], enough)} for of_search in zip(*answers)
    ]


def counts(answers, enough):
    return {"count": agreed_count([answer["count"] for answer in answers], enough)}


def agreed_count(found, enough):
    """The least, or that in the middle."""
    return min(found) if enough is all_of else sorted(found)[len(found) // 2]


def hits(answers, enough):
    """Values of a facet that enough replicas have."""
    found = {}
    for answer in answers:
        for hit in answer["hits"]:
            found.setdefault(hit["value"], []).append(hit["count"])
    needed = enough(len(answers))
    agreed = {value: agreed_count(of_value, enough) for value, of_value in found.items() if len(of_value) >= needed}
    merged = [{"value": value, "count": count} for value, count in agreed.items()]
    return {"hits": sorted(merged, key=lambda hit: (-hit["count"], hit["value"]))}
