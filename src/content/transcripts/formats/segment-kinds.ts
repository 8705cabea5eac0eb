/** The kinds of paragraphs other than plain ones, and the maximum level of lists and headings. */
import type { Segment } from '../../../../indexer/index.js';

export const SEGMENT_KINDS = [
  'listItem',
  'quote',
  'tableHead',
  'tableRow',
] as const satisfies Segment['kind'][];

/** Deeper lists are not useful to readers; headings have six levels. */
export const MAX_LEVEL = 6;
