/** Chooses the passages that are shown of each result and reads their texts. */
import type { PassageHit, PassageRef, SearchIndex } from '../ports.js';
import type { PassageEvidence, ItemEvidence } from './evidence.js';
import { scorePassage, type QueryKind } from './fusion.js';
import type { Weights } from './weights.js';

export interface ChosenPassage {
  hit: PassageHit;
  score: number;
}

export interface ChooseOptions {
  index: SearchIndex;
  accountId: number;
  /** Null where the query is searched by words alone. */
  vector: Float32Array | null;
  kind: QueryKind;
  weights: Weights;
  /** Passages of each item at most. */
  limit: number;
}

const refKey = ({ itemId, ordinal }: PassageRef): string => `${itemId}:${ordinal}`;

/** The best passages of each item, best first, by item id. A item that was found as a whole shows those of its passages that are nearest. */
export async function choosePassages(
  items: readonly ItemEvidence[],
  options: ChooseOptions,
): Promise<Map<number, ChosenPassage[]>> {
  const { index, accountId, kind, weights, limit } = options;
  if (limit === 0 || items.length === 0) return new Map();
  const whole = items.filter((item) => item.passages.length === 0).map((item) => item.itemId);
  const further = await nearestWithin(whole, options);
  const chosen = new Map<number, ChosenPassage[]>();
  for (const item of items) {
    const passages = item.passages.length > 0 ? item.passages : (further.get(item.itemId) ?? []);
    const scored = passages.map((passage) => ({
      hit: passage.hit,
      score: scorePassage(passage, kind, weights),
    }));
    scored.sort((a, b) => b.score - a.score || a.hit.ordinal - b.hit.ordinal);
    chosen.set(item.itemId, scored.slice(0, limit));
  }
  const unread = [...chosen.values()].flat().filter(({ hit }) => hit.text === '');
  const texts = new Map(
    (
      await index.readPassages(
        accountId,
        unread.map(({ hit }) => hit),
      )
    ).map((hit) => [refKey(hit), hit]),
  );
  for (const [itemId, passages] of chosen) {
    const read = passages.map(({ hit, score }) => ({
      hit: hit.text === '' ? texts.get(refKey(hit)) : hit,
      score,
    }));
    chosen.set(
      itemId,
      read.filter((passage): passage is ChosenPassage => passage.hit !== undefined),
    );
  }
  return chosen;
}

/** All passages of items that no passage candidate belongs to; without a vector, their openings. */
async function nearestWithin(
  itemIds: readonly number[],
  { index, accountId, vector }: ChooseOptions,
): Promise<Map<number, PassageEvidence[]>> {
  const found = new Map<number, PassageEvidence[]>();
  if (itemIds.length === 0) return found;
  const scores = vector
    ? await index.passageScores(vector, accountId, itemIds)
    : itemIds.map((itemId) => ({ itemId, ordinal: 0, cosine: 0 }));
  for (const { itemId, ordinal, cosine } of scores) {
    const hit = { itemId, ordinal, text: '', startMs: null, endMs: null, mediaAssetId: null, score: cosine };
    found.set(itemId, [...(found.get(itemId) ?? []), { hit, cosine, near: true, bm25: 0 }]);
  }
  return found;
}
