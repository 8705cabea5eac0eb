/** Finds the reference of a sermon's text verse: the passage with which it opens. */
import { findReferences } from '../../../indexer/index.js';
import { singleSpaced } from '../../platform/lib/white-space.js';

/** The text verse stands among the first paragraphs, and is no longer than a long passage. */
export const PARAGRAPHS_LOOKED_AT = 4;
const LONGEST_PASSAGE = 3000;
/** A reference with its verses is no longer than this. */
const REFERENCE_REACH = 80;

/** The reference, as written, with which one of the opening paragraphs ends (`… "Jesus wept." John 11:35.`); null where none does. */
export function textVerse(paragraphs: readonly string[]): string | null {
  for (const paragraph of paragraphs.slice(0, PARAGRAPHS_LOOKED_AT)) {
    const end = paragraph.slice(-REFERENCE_REACH);
    if (paragraph.length > LONGEST_PASSAGE || !/\d\P{L}*$/u.test(end)) continue;
    // Quotation marks and dashes stick to the reference in many printings, and hide it from the parser.
    const text = end.replace(/['"’”‘“*_()[\]]|--|[–—-](?=\s*(?:\d\s)?[A-Z])/g, (mark) =>
      ' '.repeat(mark.length),
    );
    const found = findReferences(text);
    const last = found.at(-1);
    if (!last || /[\p{L}\p{N}]/u.test(text.slice(last.end))) continue;
    let first = found.length - 1;
    while (
      first > 0 &&
      /^[\s.,;:&–—-]*(?:and\s+)?$/.test(text.slice(found[first - 1]!.end, found[first]!.start))
    )
      first--;
    return singleSpaced(end.slice(found[first]!.start, last.end));
  }
  return null;
}
