"""
Opens the shards below a folder with Qdrant's engine, and prints a line of JSON: the bytes of memory of its own and of mapped
files that the process then has more than before, and the number of points and of vectors that are in an HNSW graph.

With the argument `optimize`, it first does what a server's optimisers do in the background: merges segments and builds graphs.
"""

import json
import sys
from pathlib import Path

import qdrant_edge as edge


def resident(kind):
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(f"Rss{kind}:"):
            return int(line.split()[1]) * 1024
    return 0


def main(folder, *options):
    before = {kind: resident(kind) for kind in ("Anon", "File")}
    shards = [edge.EdgeShard.load(str(path)) for path in sorted(Path(folder).iterdir())]
    if "optimize" in options:
        for shard in shards:
            shard.optimize()
            shard.flush()
    infos = [shard.info() for shard in shards]
    print(
        json.dumps(
            {
                "own": resident("Anon") - before["Anon"],
                "mapped": resident("File") - before["File"],
                "points": sum(info.points_count for info in infos),
                "indexed": sum(info.indexed_vectors_count for info in infos),
            }
        ),
        flush=True,
    )
    for shard in shards:
        shard.close()


main(*sys.argv[1:])
