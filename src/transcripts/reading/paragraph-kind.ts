/**
 * Determines the display kind of a paragraph in a text without times: a heading, a list entry, a quotation, a
 * table row.
 */
import { z } from 'zod';
import type { Segment } from '../../../indexer/index.js';
import { hasLetterOrDigit } from '../formats/segments/clean-words.js';
import { MAX_LEVEL, SEGMENT_KINDS } from '../formats/segments/transcript-segment.js';

/** Further cells are merged into the last one. */
const MAX_CELLS = 30;
/** `1.` and `2)` at the beginning of an entry. */
const NUMBER = /^(\d{1,9})[.)] (?=\S)/;

export const paragraphKind = z.object({
  kind: z
    .enum(['paragraph', 'heading', 'break', ...SEGMENT_KINDS])
    .meta({ description: '`break` is a line between sections.' }),
  level: z
    .int()
    .min(1)
    .max(MAX_LEVEL)
    .optional()
    .meta({ description: 'Of a heading, and of an item in a list within lists.' }),
  number: z.int().optional().meta({ description: 'Of an item in a numbered list; it is not in its `text`.' }),
  cells: z.array(z.string()).optional().meta({ description: 'Of a row.' }),
});
export type ParagraphKind = z.output<typeof paragraphKind>;

/** @param text the words of the segment */
export const kindOfParagraph = (
  { heading = false, kind, level = 1 }: Pick<Segment, 'heading' | 'kind' | 'level'>,
  text: string,
): ParagraphKind & { text: string } => {
  if (heading) return hasLetterOrDigit(text) ? { text, kind: 'heading', level } : { text, kind: 'break' };
  switch (kind) {
    case 'listItem': {
      const [sign, number] = NUMBER.exec(text) ?? [];
      return sign === undefined
        ? { text, kind, level }
        : { text: text.slice(sign.length), kind, level, number: Number(number) };
    }
    case 'tableHead':
    case 'tableRow':
      return { text, kind, cells: cellsOf(text) };
    case 'quote':
      return { text, kind };
    case undefined:
      return { text, kind: 'paragraph' };
  }
};

const cellsOf = (row: string): string[] => {
  const cells = row.split(/(?:^| )\|(?= |$)/).map((cell) => cell.trim());
  return cells.length <= MAX_CELLS
    ? cells
    : [...cells.slice(0, MAX_CELLS - 1), cells.slice(MAX_CELLS - 1).join(' ')];
};
