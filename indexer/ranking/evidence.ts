/** Combines what the candidate lists say about each item into one record of numbers. */
import type { ChunkHit, ItemHit } from '../ports.js';
import type { Weights } from './weights.js';

/** A result list of the engine, best first; `complete` if the engine had no more hits. */
export interface Candidates<Hit> {
  hits: readonly Hit[];
  complete: boolean;
}

export interface CandidateLists {
  nearChunks: Candidates<ChunkHit>;
  keywordChunks: Candidates<ChunkHit>;
  nearItems: Candidates<ItemHit>;
  keywordItems: Candidates<ItemHit>;
  titleItems: Candidates<ItemHit>;
}

/** One candidate chunk. */
export interface ChunkEvidence {
  hit: ChunkHit;
  /** An upper bound, the last cosine among the nearest chunks, if the chunk was found only by keyword. */
  cosine: number;
  /** Whether `cosine` is exact. */
  near: boolean;
  /** 0 if the chunk was found only by meaning. */
  bm25: number;
  /** `bm25` to the power of `weights.keywordNorm`. */
  power: number;
}

export interface ItemEvidence {
  itemId: number;
  chunks: ChunkEvidence[];
  /** Mean cosine of the best chunks. */
  cosine: number;
  /** Cosine of the best chunk; -1 if none is among the nearest. */
  bestCosine: number;
  /** The same or, if no chunk is among the nearest, its upper bound. */
  bestPossible: number;
  /** Cosine with the item's centroid. */
  centroid: number;
  /** Norm of the BM25 scores of its chunks. */
  bm25: number;
  /** BM25 of its best chunk. */
  bestBm25: number;
  /** BM25 of the whole item. */
  itemBm25: number;
  /** BM25 of its title. */
  titleBm25: number;
}

const lastScore = (list: Candidates<{ score: number }>): number => list.hits.at(-1)?.score ?? 0;

/** Assumes fewer than a million chunks per item. */
const chunkKey = (hit: ChunkHit): number => hit.itemId * 1_000_000 + hit.ordinal;

export interface Evidence {
  /** Sorted by item id, so that the result does not depend on the engine's order. */
  items: ItemEvidence[];
  /** The evidence for an item without one of its chunks. */
  without(item: ItemEvidence, chunk: ChunkEvidence): ItemEvidence;
}

export function gatherEvidence(
  lists: CandidateLists,
  weights: Weights,
  alsoItemIds: readonly number[] = [],
): Evidence {
  const items = new Map<number, ItemEvidence>();
  const item = (itemId: number): ItemEvidence => {
    let found = items.get(itemId);
    if (!found) {
      found = {
        itemId,
        chunks: [],
        cosine: 0,
        bestCosine: 0,
        bestPossible: 0,
        centroid: Number.NaN,
        bm25: 0,
        bestBm25: 0,
        itemBm25: 0,
        titleBm25: 0,
      };
      items.set(itemId, found);
    }
    return found;
  };
  const near = new Map<number, ChunkEvidence>();
  for (const hit of lists.nearChunks.hits) {
    const chunk = { hit, cosine: hit.score, near: true, bm25: 0, power: 0 };
    near.set(chunkKey(hit), chunk);
    item(hit.itemId).chunks.push(chunk);
  }
  const unseenCosine = lastScore(lists.nearChunks);
  for (const hit of lists.keywordChunks.hits) {
    const seen = near.get(chunkKey(hit));
    const power = hit.score ** weights.keywordNorm;
    if (!seen)
      item(hit.itemId).chunks.push({ hit, cosine: unseenCosine, near: false, bm25: hit.score, power });
    // The keyword hit includes the text, which then need not be read.
    else Object.assign(seen, { hit, bm25: hit.score, power });
  }
  for (const hit of lists.nearItems.hits) item(hit.itemId).centroid = hit.score;
  for (const hit of lists.keywordItems.hits) item(hit.itemId).itemBm25 = hit.score;
  for (const hit of lists.titleItems.hits) item(hit.itemId).titleBm25 = hit.score;
  for (const itemId of alsoItemIds) item(itemId);
  const unseenCentroid = lastScore(lists.nearItems);
  const summarised = (found: ItemEvidence): ItemEvidence => {
    summarise(found, lists.nearChunks.complete, unseenCosine, unseenCentroid, weights);
    return found;
  };
  return {
    items: Array.from(items.values(), summarised).sort((a, b) => a.itemId - b.itemId),
    without: (whole, left) =>
      summarised({ ...whole, chunks: whole.chunks.filter((chunk) => chunk !== left) }),
  };
}

/** Chunks cut off from a truncated list count with its last cosine, their upper bound. */
function summarise(
  item: ItemEvidence,
  complete: boolean,
  unseenCosine: number,
  unseenCentroid: number,
  weights: Weights,
): void {
  let sum = 0;
  let near = 0;
  let powers = 0;
  item.bestCosine = -1;
  item.bestBm25 = 0;
  for (const chunk of item.chunks) {
    if (chunk.near && near < weights.bestChunks) {
      sum += chunk.cosine;
      near++;
      item.bestCosine = Math.max(item.bestCosine, chunk.cosine);
    }
    if (chunk.bm25 === 0) continue;
    powers += chunk.power;
    item.bestBm25 = Math.max(item.bestBm25, chunk.bm25);
  }
  const counted = complete && near > 0 ? near : weights.bestChunks;
  item.bestPossible = Math.max(item.bestCosine, unseenCosine);
  item.cosine = (sum + (counted - near) * unseenCosine) / counted;
  item.bm25 = powers > 0 ? powers ** (1 / weights.keywordNorm) : 0;
  if (Number.isNaN(item.centroid)) item.centroid = unseenCentroid;
}
