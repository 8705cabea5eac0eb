/** A paragraph of a Word document: interprets its properties, and formats it as plain text. */
import type { Segment } from '../../../../indexer/index.js';
import type { createCounter, IsNumbered } from './docx-numbering.js';
import { MAX_LEVEL } from '../segments/transcript-segment.js';
import { markOf } from '../text/word-marks.js';

/** Style ids of headings and titles, in the languages in which Word names them differently, with their level. */
const HEADING_STYLE =
  /^(?:heading|title|subtitle|überschrift|berschrift|titel|untertitel|titre|sous-titre|ttulo|título|titolo|kop|rubrik|otsikko|nagwek)(\d?)$/i;
/** Style ids of quotations: "Quote", "Intense Quote". */
const QUOTE_STYLE =
  /^(?:intense)?(?:quote|zitat|citation|cita|citao|citação|citazione|citaat|citat)(?:intense|intensivt|destacada|intensa)?$|^intensives?zitat$/i;
/** Style ids of lists that are defined by their style alone, with their level. */
const LIST_STYLE =
  /^(?:list(bullet|number)|(aufzhlungszeichen|listennummer)|liste(puces|numros)|listacon(vietas|nmeros)|(commarcadores|numerada))(\d?)$/i;
const NUMBER_STYLE = /num/i;

/** A paragraph while it is being read. */
export interface WordParagraph extends Pick<Segment, 'kind'> {
  text: string;
  /** Level of a heading, from 1. */
  heading?: number;
  /** Level of a list entry, from 0. */
  depth?: number;
  /** The list that numbers it. */
  listId?: string;
  /** Whether its style is numbered. */
  isNumbered?: boolean;
}

/** Applies one property to the paragraph. */
export const describeParagraph = (paragraph: WordParagraph, name: string, value: string): void => {
  if (name === 'w:outlineLvl' && Number(value || 9) < 9) paragraph.heading ??= Number(value) + 1;
  else if (name === 'w:ilvl') paragraph.depth = Number(value) || 0;
  else if (name === 'w:numId') {
    // 0 removes a paragraph from the list of its style.
    if (value === '0') delete paragraph.kind;
    else [paragraph.kind, paragraph.listId] = ['listItem', value];
  } else if (name === 'w:pStyle') {
    const heading = HEADING_STYLE.exec(value);
    const list = LIST_STYLE.exec(value);
    if (heading) paragraph.heading = Number(heading[1]) || 1;
    else if (QUOTE_STYLE.test(value)) paragraph.kind = 'quote';
    else if (list) {
      paragraph.kind = 'listItem';
      paragraph.depth = Math.max(0, Number(list.at(-1)) - 1);
      paragraph.isNumbered = NUMBER_STYLE.test(value);
    }
  }
};

/** The paragraph as plain text, with its number if it is an entry of a numbered list. */
export const writtenParagraph = (
  { text, heading, kind, depth = 0, listId, isNumbered: isNumberedByStyle = false }: WordParagraph,
  isNumbered: IsNumbered,
  count: ReturnType<typeof createCounter>,
): string => {
  if (heading !== undefined)
    return `${'#'.repeat(Math.min(heading, MAX_LEVEL))} ${text.replaceAll('\n', ' ')}`;
  if (kind !== 'listItem') return markOf({ kind }) + text;
  const number = count(listId ?? '', Math.min(depth, MAX_LEVEL));
  const hasNumber = listId === undefined ? isNumberedByStyle : isNumbered(listId, depth);
  return `${markOf({ kind, level: Math.min(depth + 1, MAX_LEVEL) })}${hasNumber ? `${number}. ` : ''}${text}`;
};
