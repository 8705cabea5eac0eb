/** What the paragraphs of a text may be besides plain, and how deep lists and headings go. */
import type { Segment } from '../../../../indexer/index.js';

export const SEGMENT_KINDS = [
  'listItem',
  'quote',
  'tableHead',
  'tableRow',
] as const satisfies Segment['kind'][];

/** Lists are indented further than people read; headings have six levels. */
export const MAX_LEVEL = 6;
