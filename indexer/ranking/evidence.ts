/** Gathers what the four candidate lists say of each item into one row of numbers a item. */
import type { PassageHit, ItemHit } from '../ports.js';
import type { Weights } from './weights.js';

/** A list as the engine gave it, best first; `complete` when the engine had no more to give. */
export interface Candidates<Hit> {
  hits: readonly Hit[];
  complete: boolean;
}

export interface CandidateLists {
  nearPassages: Candidates<PassageHit>;
  keywordPassages: Candidates<PassageHit>;
  nearItems: Candidates<ItemHit>;
  keywordItems: Candidates<ItemHit>;
  titleItems: Candidates<ItemHit>;
}

/** One passage among the candidates; `cosine` is the list's last where only its words were found, `bm25` 0 where only its meaning was. */
export interface PassageEvidence {
  hit: PassageHit;
  cosine: number;
  /** False where the cosine is only an upper bound. */
  near: boolean;
  bm25: number;
}

export interface ItemEvidence {
  itemId: number;
  passages: PassageEvidence[];
  /** Mean cosine of the best passages. */
  cosine: number;
  /** Cosine of the best passage, -1 where none was near. */
  bestCosine: number;
  /** Cosine with the item's centroid. */
  centroid: number;
  /** Norm of its passages' BM25. */
  bm25: number;
  /** BM25 of its best passage. */
  bestBm25: number;
  /** BM25 of the whole item. */
  itemBm25: number;
  /** BM25 of its title. */
  titleBm25: number;
}

const lastScore = (list: Candidates<{ score: number }>): number => list.hits.at(-1)?.score ?? 0;

/** No item has a million passages. */
const passageKey = (hit: PassageHit): number => hit.itemId * 1_000_000 + hit.ordinal;

/** Items in order of their ids, so that nothing after depends on the engine's order. */
export function gatherEvidence(
  lists: CandidateLists,
  weights: Weights,
  alsoItemIds: readonly number[] = [],
): ItemEvidence[] {
  const items = new Map<number, ItemEvidence>();
  const item = (itemId: number): ItemEvidence => {
    let found = items.get(itemId);
    if (!found) {
      found = {
        itemId,
        passages: [],
        cosine: 0,
        bestCosine: -1,
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
  const near = new Map<number, PassageEvidence>();
  for (const hit of lists.nearPassages.hits) {
    const passage = { hit, cosine: hit.score, near: true, bm25: 0 };
    near.set(passageKey(hit), passage);
    item(hit.itemId).passages.push(passage);
  }
  const unseenCosine = lastScore(lists.nearPassages);
  for (const hit of lists.keywordPassages.hits) {
    const seen = near.get(passageKey(hit));
    // Of the two the one with its text: what has it need not be read again.
    if (seen) Object.assign(seen, { hit, bm25: hit.score });
    else item(hit.itemId).passages.push({ hit, cosine: unseenCosine, near: false, bm25: hit.score });
  }
  for (const hit of lists.nearItems.hits) item(hit.itemId).centroid = hit.score;
  for (const hit of lists.keywordItems.hits) item(hit.itemId).itemBm25 = hit.score;
  for (const hit of lists.titleItems.hits) item(hit.itemId).titleBm25 = hit.score;
  for (const itemId of alsoItemIds) item(itemId);
  const unseenCentroid = lastScore(lists.nearItems);
  for (const found of items.values())
    summarise(found, lists.nearPassages.complete, unseenCosine, unseenCentroid, weights);
  return [...items.values()].sort((a, b) => a.itemId - b.itemId);
}

/** Passages that a cut list did not reach are given the list's last cosine: the most they can have. */
function summarise(
  item: ItemEvidence,
  complete: boolean,
  unseenCosine: number,
  unseenCentroid: number,
  weights: Weights,
): void {
  let sum = 0;
  let near = 0;
  let norm = 0;
  for (const passage of item.passages) {
    if (passage.near && near < weights.bestPassages) {
      sum += passage.cosine;
      near++;
      item.bestCosine = Math.max(item.bestCosine, passage.cosine);
    }
    norm += passage.bm25 ** weights.keywordNorm;
    item.bestBm25 = Math.max(item.bestBm25, passage.bm25);
  }
  const counted = complete && near > 0 ? near : weights.bestPassages;
  item.cosine = (sum + (counted - near) * unseenCosine) / counted;
  item.bm25 = norm ** (1 / weights.keywordNorm);
  if (Number.isNaN(item.centroid)) item.centroid = unseenCentroid;
}
