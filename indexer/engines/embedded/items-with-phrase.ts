/** Which items of an account in memory have a phrase: by their postings, then in the texts. */
import { setImmediate } from 'node:timers/promises';
import { beginningsOf, phrasePositions, tokenize } from '../../text/analyze.js';
import type { AccountIndex } from './account-index.js';
import type { CompiledFilter } from './item-filter.js';
import type { Postings } from './postings.js';
import { passageId } from './stored-rows.js';
import type { PassageText } from './stored-items.js';

/** Texts read between two turns of the event loop. */
const SLICE_TEXTS = 100;

/**
 * @param phrase terms
 * @param read the texts of passages by their ids; those that are gone are missing
 * @returns the ids of the items that pass and have the terms side by side
 */
export async function itemsWithPhrase(
  index: AccountIndex,
  phrase: readonly string[],
  mask: CompiledFilter['mask'],
  read: (ids: readonly number[]) => Map<number, PassageText>,
): Promise<number[]> {
  const { items, chunks } = index;
  const terms = [...new Set(phrase)].map((term) => index.words.termOf(term));
  if (terms.length === 0 || terms.includes(undefined)) return [];
  const beginnings = beginningsOf(phrase);
  const has = (text: string): boolean => phrasePositions(tokenize(text, beginnings), phrase).length > 0;
  const found = new Set<number>();
  for (const position of documentsWithAll(index.whole, terms as number[])) {
    const item = mask[position] === 1 && items[position];
    if (item && (phrase.length === 1 || has(item.title) || has(item.description)))
      found.add(item.attributes.itemId);
  }
  if (phrase.length === 1) return [...found];
  const unread = new Map<number, number>();
  for (const row of documentsWithAll(index.chunkWords, terms as number[])) {
    const position = chunks.item[row]!;
    const item = position >= 0 && mask[position] === 1 && items[position];
    if (item) unread.set(passageId(item.id, row - item.firstRow), item.attributes.itemId);
  }
  const ids = [...unread.keys()];
  for (let start = 0; start < ids.length; start += SLICE_TEXTS) {
    if (start > 0) await setImmediate();
    const some = ids.slice(start, start + SLICE_TEXTS).filter((id) => !found.has(unread.get(id)!));
    for (const [id, { text }] of read(some)) if (has(text)) found.add(unread.get(id)!);
  }
  return [...found];
}

/** Documents with all of the terms. */
export function documentsWithAll(postings: Postings, terms: readonly number[]): number[] {
  const [rarest, ...others] = terms.toSorted((a, b) => postings.all.rarity(b) - postings.all.rarity(a));
  let documents: number[] = [];
  if (rarest !== undefined) postings.some(rarest, (document) => documents.push(document) < 0);
  for (const term of others) {
    const among = new Set(documents);
    documents = [];
    if (among.size > 0)
      postings.some(term, (document) => among.has(document) && documents.push(document) === among.size);
  }
  return documents;
}
