/** An item's title and description in memory: counted anew while its chunks stay the same. */
import { tokenize } from '../../text/analyze.js';
import type { Postings } from './postings.js';
import type { Words } from './words.js';

export interface Head {
  title: string;
  description: string;
}

/** @param position of the item, which counts the words of `before` */
export function changeHead(
  { whole, titles, words }: { whole: Postings; titles: Postings; words: Words },
  position: number,
  before: Head,
  after: Head,
): void {
  const ofItem = new Map<number, number>();
  const ofTitle = new Map<number, number>();
  const count = (text: string, sums: readonly Map<number, number>[], times: 1 | -1): void => {
    for (const token of tokenize(text)) {
      const term =
        times > 0 ? words.add(words.numberOf(token.word)!, position, 1) : words.termOf(token.term)!;
      for (const sum of sums) sum.set(term, (sum.get(term) ?? 0) + times);
    }
  };
  count(after.title, [ofItem, ofTitle], 1);
  count(after.description, [ofItem], 1);
  count(before.title, [ofItem, ofTitle], -1);
  count(before.description, [ofItem], -1);
  whole.change(position, ofItem);
  titles.change(position, ofTitle);
  for (const text of [before.title, before.description])
    for (const { word } of tokenize(text)) words.remove(words.numberOf(word)!, position);
}
