/**
 * Marks before the words of a paragraph that preserve its kind, because a Word document is read as plain text.
 * XML cannot contain these control characters, so no words look like a mark.
 */
import type { Segment } from '../../../../indexer/index.js';
import { MAX_LEVEL, SEGMENT_KINDS } from '../segments/transcript-segment.js';

type Kind = Pick<Segment, 'kind' | 'level'>;

const SIGN = '\u001d';

export const markOf = ({ kind, level }: Kind): string => (kind ? `${SIGN}${kind} ${level ?? ''}${SIGN}` : '');

export const takeMark = (text: string): { kind: Kind; rest: string } => {
  const end = text.startsWith(SIGN) ? text.indexOf(SIGN, 1) : -1;
  const [name, level] = text.slice(1, Math.max(1, end)).split(' ', 2);
  const kind = SEGMENT_KINDS.find((one) => one === name);
  if (!kind) return { kind: {}, rest: text };
  const depth = Math.min(Number(level) || 0, MAX_LEVEL);
  return { kind: { kind, ...(depth > 0 && { level: depth }) }, rest: text.slice(end + 1) };
};
