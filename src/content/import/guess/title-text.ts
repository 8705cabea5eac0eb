/** The title in a file name: what is left without the words that say something else. */
import { isGenericTitle, wordsOf } from '../names/file-name.js';
import type { NameReading } from '../names/read-name.js';
import { KINDS } from '../names/word-lists.js';
import type { RoleSpan } from './role-spans.js';

const EDGES = /^[\s_\-–—.,;:|+&~=)\]}]+|[\s_\-–—.,;:|+&~=([{]+$/gu;
/** Brackets without content. */
const EMPTY = /\(\s*\)|\[\s*\]|\{\s*\}/g;

/**
 * Null if nothing is left but words such as "Sermon".
 * @param keeps whether titles of the collection contain what the span says
 */
export const titleIn = (
  { text, words }: NameReading,
  spans: readonly RoleSpan[],
  keeps: (span: RoleSpan) => boolean,
): string | null => {
  const pieces: string[] = [];
  let at = 0;
  const take = (to: number): void => {
    const piece = text.slice(at, to).replace(EMPTY, ' ').replace(EDGES, '').trim();
    if (piece !== '') pieces.push(wordsOf(closed(piece)));
  };
  for (const span of spans) {
    if (!span.isRemovable || keeps(span)) continue;
    take(words[span.from]!.start);
    at = words[span.to - 1]!.end;
  }
  take(text.length);
  const title = pieces.join(' - ');
  const isText = /\p{L}/u.test(title) && !isGenericTitle(title);
  const hasOwnWord = (title.match(/[\p{L}\p{N}]+/gu) ?? []).some((word) => !KINDS.has(word.toLowerCase()));
  return isText && hasOwnWord ? title : null;
};

/** Without a bracket whose other half has been removed. */
const closed = (piece: string): string => {
  for (const [open, close] of ['()', '[]', '{}'] as const)
    if (piece.includes(open!) !== piece.includes(close!))
      return piece.replaceAll(open!, ' ').replaceAll(close!, ' ').replace(/\s+/g, ' ').trim();
  return piece;
};
