/** Which items of an account in memory have a phrase: by their postings, then in the texts. */
import { setImmediate } from 'node:timers/promises';
import { phrasePositions, tokenize } from '../analyze.js';
import type { AccountIndex } from './account-index.js';
import type { Passing } from './item-filter.js';
import type { Postings } from './postings.js';

/** Texts read between two turns of the event loop. */
const SLICE_TEXTS = 100;

/**
 * @param phrase terms; with more than one the index must have its passages
 * @returns the ids of the items that pass and have the terms side by side
 */
export async function itemsWithPhrase(
  index: AccountIndex,
  phrase: readonly string[],
  mask: Passing['mask'],
): Promise<number[]> {
  const { items, chunks, passages } = index;
  const terms = [...new Set(phrase)].map((term) => index.termOf(term));
  if (terms.length === 0 || terms.includes(undefined)) return [];
  const has = (text: string): boolean => phrasePositions(tokenize(text), phrase).length > 0;
  const found = new Set<number>();
  for (const position of withAll(index.whole, terms as number[])) {
    const item = mask[position] === 1 && items[position];
    if (item && (phrase.length === 1 || has(item.title) || has(item.description))) found.add(position);
  }
  if (phrase.length > 1 && passages) {
    let read = 0;
    for (const row of withAll(passages.words, terms as number[])) {
      const position = chunks.item[row]!;
      if (position < 0 || mask[position] !== 1 || found.has(position)) continue;
      if (++read % SLICE_TEXTS === 0) await setImmediate();
      if (has(passages.texts.get(row))) found.add(position);
    }
  }
  return [...found].flatMap((position) => items[position]?.attributes.itemId ?? []);
}

/** Documents with all of the terms. */
function withAll(postings: Postings, terms: readonly number[]): number[] {
  const documentsWith = (term: number): number[] => {
    const documents: number[] = [];
    postings.some(term, (document) => documents.push(document) < 0);
    return documents;
  };
  const [first = [], ...others] = terms.map(documentsWith).sort((a, b) => a.length - b.length);
  const rest = others.map((documents) => new Set(documents));
  return first.filter((document) => rest.every((documents) => documents.has(document)));
}
