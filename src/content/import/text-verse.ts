/** Finds the reference of a sermon's text verse, the Bible passage with which it opens. */
import { findReferences } from '../../../indexer/index.js';
import { singleSpaced } from '../../platform/lib/white-space.js';

/** The text verse is in one of the first paragraphs. */
export const OPENING_PARAGRAPHS = 4;
/** Maximum length of a quoted passage and of a reference, in characters. */
const MAX_PASSAGE_LENGTH = 3000;
const MAX_REFERENCE_LENGTH = 80;

/**
 * The reference, as written, at the end of an opening paragraph (`… "Jesus wept." John 11:35.`); null if there is
 * none.
 */
export function findTextVerse(paragraphs: readonly string[]): string | null {
  for (const paragraph of paragraphs.slice(0, OPENING_PARAGRAPHS)) {
    const end = paragraph.slice(-MAX_REFERENCE_LENGTH);
    if (paragraph.length > MAX_PASSAGE_LENGTH || !/\d\P{L}*$/u.test(end)) continue;
    // Quotation marks and dashes next to the reference would hide it from the parser.
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
