/** A paragraph of a Word document: what its properties say that it is, and how it is written as plain text. */
import type { Segment } from '../../../../indexer/index.js';
import type { createCounter, IsNumbered } from './docx-numbering.js';
import { MAX_LEVEL } from './segment-kinds.js';
import { markOf } from './word-marks.js';

/** Ids of the styles of headings and titles, in the languages in which Word names them differently; with their level. */
const HEADING_STYLE =
  /^(?:heading|title|subtitle|überschrift|berschrift|titel|untertitel|titre|sous-titre|ttulo|título|titolo|kop|rubrik|otsikko|nagwek)(\d?)$/i;
/** Of quotations, likewise: "Quote", "Intense Quote". */
const QUOTE_STYLE =
  /^(?:intense)?(?:quote|zitat|citation|cita|citao|citação|citazione|citaat|citat)(?:intense|intensivt|destacada|intensa)?$|^intensives?zitat$/i;
/** Of lists that need no more than their style; with their level. */
const LIST_STYLE =
  /^(?:list(bullet|number)|(aufzhlungszeichen|listennummer)|liste(puces|numros)|listacon(vietas|nmeros)|(commarcadores|numerada))(\d?)$/i;
const NUMBER_STYLE = /num/i;

/** A paragraph as it is read. */
export interface WordParagraph extends Pick<Segment, 'kind'> {
  text: string;
  /** Of a heading, from 1. */
  heading?: number;
  /** Of an entry in a list, from 0. */
  depth?: number;
  /** The list that counts it. */
  listId?: string;
  /** Whether its style says that it is numbered. */
  isNumbered?: boolean;
}

/** Takes what the properties of a paragraph say that it is. */
export const describeParagraph = (paragraph: WordParagraph, name: string, value: string): void => {
  if (name === 'w:outlineLvl' && Number(value || 9) < 9) paragraph.heading ??= Number(value) + 1;
  else if (name === 'w:ilvl') paragraph.depth = Number(value) || 0;
  else if (name === 'w:numId') {
    // 0 takes a paragraph out of the list of its style.
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

/** As plain text, with the number of an entry in a numbered list. */
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
