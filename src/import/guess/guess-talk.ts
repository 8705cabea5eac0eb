/** Guesses the fields of an item from the names and tags of its files, and from the habits of the collection. */
import { citation, fold, type VerseRange } from '../../../indexer/index.js';
import { languageOf } from '../../transcripts/formats/parsing/languages.js';
import { parseDate } from '../names/dates.js';
import { readPath, titleCased } from '../names/file-name.js';
import { isGenericTitle, isProgramName } from '../names/program-names.js';
import { findWrittenDate } from '../names/written-dates.js';
import { findWrittenScriptures, type WrittenScripture } from '../names/written-scriptures.js';
import { chooseDate, dateByHabit, type DateContext } from './choose-date.js';
import type { NamePartRole, RoleSpan } from './name-segments.js';
import type { Guess, NamedGuess, PassageGuess, GuessReason, TalkGuess } from './guess.js';
import { guessSeries, guessSpeakers } from './guess-names.js';
import { scriptureOf } from './habits.js';
import type { GuessContext, NameWithRoles, ReadTalk } from './read-talk.js';
import { countOf, describeItems } from './guess.schema.js';
import { titleByHabit } from './title-habits.js';
import type { NameReading } from '../names/read-name.js';
import { KINDS } from '../names/word-lists.js';

const MAX_TITLE = 255;
const MAX_COMMENT = 300;

export type TalkFields = Omit<TalkGuess, 'title'>;

/** All but the title, which may be made of the other fields. */
export const guessFields = (talk: ReadTalk, context: GuessContext): TalkFields => {
  const series = guessSeries(talk, context);
  return {
    ...guessDate(talk, context),
    speakers: guessSpeakers(talk, context),
    series,
    orderInSeries: guessOrder(talk, series),
    scriptures: guessScriptures(talk, context),
    language: guessLanguage(talk, context),
  };
};

const guessDate = (
  talk: ReadTalk,
  context: GuessContext,
): { date: Guess<string> | null; notes: string[] } => {
  const { clues, file, folders } = talk;
  const { tags, tagSource } = clues;
  const choice: DateContext = {
    ...context,
    others: context.batch.dateOrders,
    changedOn: clues.changedOn,
    items: describeItems(context),
  };
  const tagged = tags.date ? parseDate(tags.date) : null;
  const byTag: Guess<string> | null =
    tagged === null
      ? null
      : {
          value: tagged,
          from: tagSource,
          reason: tagSource === 'feed' ? 'the date of publication' : 'the tag “date”',
        };
  if (byTag && tagSource === 'feed') return { date: byTag, notes: [] };
  const written = file?.reading.date ?? null;
  const inFile = written && chooseDate(written, 'fileName', choice);
  const inFolder = folders
    .map((name) => findWrittenDate(name, context.today))
    .find((found) => found !== null);
  const date =
    inFile ??
    (inFolder ? chooseDate(inFolder, 'folder', choice) : null) ??
    byTag ??
    (written ? null : dateByHabit(choice));
  const notes =
    written && !date ? [`“${written.text}” in the file name is ambiguous: ${either(written.readings)}`] : [];
  return { date, notes };
};

const either = (readings: readonly { date: string }[]): string =>
  readings.map(({ date }) => date).join(' or ');

export const guessTitle = (talk: ReadTalk, fields: TalkFields, context: GuessContext): Guess<string> => {
  const { clues, file } = talk;
  const { tags, tagSource, path } = clues;
  const shortenedTitle = (value: string, reason: GuessReason): Guess<string> => ({
    value: value.slice(0, MAX_TITLE).toWellFormed(),
    ...reason,
  });
  const isOwn = tags.title !== undefined && (tagSource === 'feed' || !isNoTitle(tags.title));
  if (isOwn && !isSameText(tags.title!, file))
    return shortenedTitle(tags.title!, {
      from: tagSource,
      reason: tagSource === 'feed' ? 'the title' : 'the tag “title”',
    });
  const isNamed = file !== null && !isProgramName(file.reading.text);
  const inFile = isNamed && titleIn(file.reading, file.spans, keptBy(file, context));
  if (inFile) return shortenedTitle(inFile, { from: 'fileName', reason: 'the words of the file name' });
  const known = {
    date: fields.date?.value ?? null,
    speaker: fields.speakers[0]?.name ?? null,
    series: fields.series?.name ?? null,
    orderInSeries: fields.orderInSeries?.value ?? null,
    scripture: file && scriptureOf(file.reading),
  };
  const habit = titleByHabit(context.habits.titles, known, talk.markers);
  if (habit)
    return shortenedTitle(habit.title, {
      from: 'habit',
      reason: `as in ${countOf(habit.habit.count, describeItems(context))}`,
    });
  const written = file?.reading.scriptures.map(({ text }) => text.replace(/_/g, ' ')).join('; ');
  if (written) return shortenedTitle(written, { from: 'fileName', reason: 'the scripture in the file name' });
  const rest = isNamed && (textWith(file, ['kind']) ?? textWith(file, ['series', 'number']));
  const isAlone = (context.batch.talks.get(talk.folders.toReversed().join('/')) ?? 0) <= 1;
  const date = fields.date?.from === 'fileName' && file !== null && !isNamed ? fields.date.value : null;
  const fallback = rest || date || (path === null ? 'Untitled' : readPath(path, isAlone).title);
  return shortenedTitle(fallback, { from: 'fileName', reason: 'the file name' });
};

const isNoTitle = (title: string): boolean => isGenericTitle(title) || isProgramName(title);

/** Whether the tag is the name of the file, as recorders write it. */
const isSameText = (title: string, file: NameWithRoles | null): boolean =>
  file !== null && letters(title) === letters(file.reading.text);
const letters = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '');

/** A shape tells for each of its slots whether titles contain it. */
const keptBy =
  ({ shape }: NameWithRoles, { habits }: GuessContext) =>
  ({ role }: { role: string }): boolean =>
    shape === null && habits.inTitles.has(role as never);

/** The text of spans with these roles, such as "Predigt" or "Advent 3"; null if there is none. */
const textWith = ({ reading, spans }: NameWithRoles, roles: readonly NamePartRole[]): string | null => {
  const text = spans
    .filter(({ role }) => roles.includes(role))
    .map(({ from, to }) => reading.text.slice(reading.words[from]!.start, reading.words[to - 1]!.end))
    .join(' ');
  return text === '' ? null : text;
};

const guessOrder = ({ clues, file, title }: ReadTalk, series: NamedGuess | null): Guess<number> | null => {
  const { tags, tagSource } = clues;
  if (tagSource === 'feed' && tags.track !== undefined)
    return { value: tags.track, from: 'feed', reason: 'the number of the episode' };
  for (const one of [file, title]) {
    const span = one?.spans.find(({ role }) => role === 'number');
    const number = one && span && numberOf(one, span);
    if (number)
      return { value: number.value, from: one.from, reason: `“${number.text}” in the ${PLACES[one.from]}` };
  }
  return tags.track !== undefined && series
    ? { value: tags.track, from: tagSource, reason: 'the tag “track”' }
    : null;
};

const PLACES = { fileName: 'file name', tag: 'title', feed: 'title', folder: 'folder name', habit: '' };

const numberOf = (
  { reading }: NameWithRoles,
  { from, to }: NameWithRoles['spans'][number],
): { value: number; text: string } | null => {
  const text = reading.text.slice(reading.words[from]!.start, reading.words[to - 1]!.end);
  const { number } = reading;
  const isWritten =
    number && number.start <= reading.words[from]!.start && reading.words[to - 1]!.end <= number.end;
  if (isWritten) return { value: number.number, text: number.text };
  return /^\d{1,4}$/.test(text) ? { value: Number(text), text } : null;
};

const guessScriptures = ({ clues, file, title }: ReadTalk, context: GuessContext): PassageGuess[] => {
  const { tags, tagSource } = clues;
  const comment = tags.comment?.slice(0, MAX_COMMENT) ?? '';
  const inNames = [title, file].flatMap((one): [GuessReason, WrittenScripture[]][] =>
    one ? [[{ from: one.from, reason: `in the ${PLACES[one.from]}` }, one.reading.scriptures]] : [],
  );
  const inComment = (): [GuessReason, WrittenScripture[]][] => [
    [
      { from: tagSource, reason: 'in the comment' },
      findWrittenScriptures(comment, () => true, context.readers).slice(0, 1),
    ],
  ];
  const { versification } = context.readers;
  const cited = ({ book, chapter, verseStart, verseEnd }: VerseRange): string =>
    citation(book, chapter, verseStart, verseEnd, versification);
  const found = inNames.some(([, scriptures]) => scriptures.length > 0) ? inNames : inComment();
  const passages = found.flatMap(([{ from, reason }, scriptures]) =>
    scriptures.flatMap(({ text, passages: read, isCertain }) =>
      read.map((passage): PassageGuess => ({
        ...passage,
        isCertain,
        citation: cited(passage),
        from,
        reason: `“${text}” ${reason}`,
      })),
    ),
  );
  return passages.filter(
    ({ citation: own }, at) => passages.findIndex((other) => other.citation === own) === at,
  );
};

const guessLanguage = ({ clues, language }: ReadTalk, context: GuessContext): Guess<string> | null => {
  if (language) return { value: language, from: 'fileName', reason: 'the code before the extension' };
  const tagged = languageOf(clues.tags.language).language;
  if (tagged) return { value: tagged, from: clues.tagSource, reason: 'the language' };
  const usual = context.habits.language;
  return (
    usual && {
      value: usual.value,
      from: 'habit',
      reason: `as in ${countOf(usual.count, describeItems(context))}`,
    }
  );
};

const EDGES = /^[\s_\-–—.,;:|+&~=)\]}]+|[\s_\-–—.,;:|+&~=([{]+$/gu;
/** Brackets without content. */
const EMPTY = /\(\s*\)|\[\s*\]|\{\s*\}/g;

/**
 * Null if nothing is left but words such as "Sermon".
 * @param keeps whether titles of the collection contain what the span says
 */
const titleIn = (
  { text, words }: NameReading,
  spans: readonly RoleSpan[],
  keeps: (span: RoleSpan) => boolean,
): string | null => {
  const pieces: string[] = [];
  let at = 0;
  const take = (to: number): void => {
    const piece = text.slice(at, to).replace(EMPTY, ' ').replace(EDGES, '').trim();
    if (piece !== '') pieces.push(titleCased(closed(piece)));
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
