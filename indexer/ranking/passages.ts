/** Chooses the passages to show of each result and reads their texts. */
import type { ChunkHit, ChunkRef, SearchReader } from '../ports.js';
import type { ChunkEvidence } from './evidence.js';
import type { RankedItem } from './rank.js';
import { scoreChunk, type QueryKind } from './scorer.js';
import type { Weights } from './weights.js';

export interface ChosenPassage {
  hit: ChunkHit;
  score: number;
}

interface ChooseOptions {
  index: SearchReader;
  accountId: number;
  /** Null for a keyword search. */
  vector: Float32Array | null;
  kind: QueryKind;
  weights: Weights;
  /** Maximum number of passages per item. */
  limit: number;
}

const refKey = ({ itemId, ordinal }: ChunkRef): string => `${itemId}:${ordinal}`;

/**
 * The best passages by item id, best first, always including the one that contributes most to the item's rank. An
 * item that was found as a whole shows its nearest chunks.
 */
export async function choosePassages(
  items: readonly RankedItem[],
  options: ChooseOptions,
): Promise<Map<number, ChosenPassage[]>> {
  const { index, accountId, kind, weights, limit } = options;
  if (limit === 0 || items.length === 0) return new Map();
  const withoutChunks = items.flatMap(({ item }) => (item.chunks.length === 0 ? item.itemId : []));
  const nearest = await nearestChunksOf(withoutChunks, options);
  const chosen = new Map<number, ChosenPassage[]>();
  for (const { item, worthOf } of items) {
    const chunks = item.chunks.length > 0 ? item.chunks : (nearest.get(item.itemId) ?? []);
    const scored = chunks.map((chunk) => ({ chunk, score: scoreChunk(chunk, kind, weights) }));
    scored.sort((a, b) => b.score - a.score || a.chunk.hit.ordinal - b.chunk.hit.ordinal);
    const shown = scored.length > limit ? includeDecisiveChunk(scored, limit, worthOf) : scored;
    chosen.set(
      item.itemId,
      shown.map(({ chunk, score }) => ({ hit: chunk.hit, score })),
    );
  }
  const unread = [...chosen.values()].flat().flatMap(({ hit }) => (hit.text === '' ? hit : []));
  const read = new Map((await index.readChunks(accountId, unread)).map((hit) => [refKey(hit), hit]));
  for (const [itemId, passages] of chosen) {
    const complete = passages.flatMap(({ hit, score }) => {
      const whole = hit.text === '' ? read.get(refKey(hit)) : hit;
      return whole ? [{ hit: whole, score }] : [];
    });
    chosen.set(itemId, complete);
  }
  return chosen;
}

interface ScoredChunk {
  chunk: ChunkEvidence;
  score: number;
}

/** The first chunks; if the one that contributes most is further down, it replaces the last of them. */
function includeDecisiveChunk(
  scored: readonly ScoredChunk[],
  limit: number,
  worthOf: RankedItem['worthOf'],
): ScoredChunk[] {
  const worth = scored.map(({ chunk }) => worthOf(chunk));
  const decisive = worth.indexOf(Math.max(...worth));
  return decisive < limit ? scored.slice(0, limit) : [...scored.slice(0, limit - 1), scored[decisive]!];
}

/** All chunks of items without candidate chunks; without a vector, only the first chunk of each. */
async function nearestChunksOf(
  itemIds: readonly number[],
  { index, accountId, vector }: ChooseOptions,
): Promise<Map<number, ChunkEvidence[]>> {
  const found = new Map<number, ChunkEvidence[]>();
  if (itemIds.length === 0) return found;
  const scores = vector
    ? await index.chunkScores(vector, accountId, itemIds)
    : itemIds.map((itemId) => ({ itemId, ordinal: 0, cosine: 0 }));
  for (const { itemId, ordinal, cosine } of scores) {
    const hit = { itemId, ordinal, text: '', startMs: null, endMs: null, mediaAssetId: null, score: cosine };
    found.set(itemId, [...(found.get(itemId) ?? []), { hit, cosine, near: true, bm25: 0, power: 0 }]);
  }
  return found;
}
