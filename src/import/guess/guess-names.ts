/** Guesses the speakers and the series of a talk. */
import { fold, HONORIFICS } from '../../../indexer/index.js';
import { findWrittenDate } from '../names/written-dates.js';
import { splitName } from '../names/split-name.js';
import { titleCased } from '../names/file-name.js';
import { isGenericTitle } from '../names/program-names.js';
import { KINDS, ORGANISATION } from '../names/word-lists.js';
import type { KnownNames } from '../names/known-names.js';
import type { GuessSource, NamedGuess } from './guess.js';
import type { GuessContext, NameWithRoles, ReadTalk } from './read-talk.js';
import { countOf, describeItems, markerText } from './guess.schema.js';

const PLACE: Record<GuessSource, string> = {
  fileName: 'in the file name',
  folder: 'in the folder name',
  tag: 'in the title of the tags',
  feed: 'in the title',
  habit: '',
};

export const guessSpeakers = (talk: ReadTalk, context: GuessContext): NamedGuess[] => {
  const { clues, file, title } = talk;
  const { speakers } = context.library;
  const artists = artistsOf(talk, context);
  const known = (guesses: readonly NamedGuess[]): boolean => guesses.some(({ id }) => id !== null);
  const inFile = file ? namesIn(file, 'speaker', context) : [];
  const inTitle = title ? namesIn(title, 'speaker', context) : [];
  const inFolder = wholeNames(talk.folders, speakers, (name) => ({
    from: 'folder',
    reason: `the folder “${name}”`,
  }));
  // Programs write the same artist into all files.
  const isConstant = context.batch.artist !== null && context.batch.artist === clues.tags.artists?.join(';');
  const lists = [
    ...(isConstant ? [inFile, artists] : [artists, inFile]).filter(known),
    ...[inTitle, inFolder].filter(known),
    inFile,
    artists,
    inTitle,
  ];
  return distinct(lists.find((list) => list.length > 0) ?? usualSpeaker(talk, context));
};

const distinct = (guesses: readonly NamedGuess[]): NamedGuess[] =>
  guesses.filter(({ id, name }, at) => {
    const isSame = (other: NamedGuess): boolean =>
      id === null ? fold(other.name) === fold(name) : other.id === id;
    return guesses.findIndex(isSame) === at;
  });

const artistsOf = ({ clues }: ReadTalk, { library, account, collection }: GuessContext): NamedGuess[] => {
  const { tags, tagSource } = clues;
  const ignored = new Set([account, collection, tags.album ?? ''].map(fold));
  const names = (tags.artists ?? []).flatMap((artist) => splitArtists(artist));
  return names.flatMap((written): NamedGuess[] => {
    const reason = { from: tagSource, reason: tagSource === 'feed' ? 'the author' : 'the tag “artist”' };
    const match = wholeMatch(written, library.speakers);
    if (match) return [{ ...match, ...reason }];
    const name = withoutHonorifics(written);
    const isPerson = /\p{L}{2}/u.test(name) && !/[@/]|\d/.test(name) && !ORGANISATION.test(name);
    return isPerson && !ignored.has(fold(name)) ? [{ id: null, name, ...reason }] : [];
  });
};

/** `A, B & C`, but not `Smith, Jr`. */
const splitArtists = (artist: string): string[] =>
  artist
    .split(/\s*(?:;|\/|\s&\s|,(?!\s*(?:jr|sr|ph\.?d)\b)|\s(?:and|und|feat\.?|ft\.?|with|mit)\s)\s*/iu)
    .map((name) => name.trim())
    .filter((name) => name !== '');

const withoutHonorifics = (written: string): string => {
  const { words, text } = splitName(written);
  const first = words.findIndex(({ folded }) => !HONORIFICS.has(folded));
  return first > 0 && words.length - first > 1 ? text.slice(words[first]!.start) : written;
};

/** The record whose name the text is, honorifics aside. */
const wholeMatch = (text: string, known: KnownNames): { id: number; name: string } | undefined => {
  const split = splitName(text.normalize('NFC'));
  const from = Math.max(
    0,
    split.words.findIndex(({ folded }) => !HONORIFICS.has(folded)),
  );
  const match = known.matchAt(split, from, split.words.length);
  return match?.to === split.words.length ? match.known : undefined;
};

const wholeNames = (
  texts: readonly string[],
  known: KnownNames,
  reasonOf: (text: string) => Pick<NamedGuess, 'from' | 'reason'>,
): NamedGuess[] => {
  for (const text of texts) {
    const match = wholeMatch(text, known);
    if (match) return [{ ...match, ...reasonOf(text) }];
  }
  return [];
};

/** The names of the speakers or the series in a file name or a title. */
const namesIn = (
  { reading, spans, shape, from }: NameWithRoles,
  role: 'speaker' | 'series',
  context: GuessContext,
): NamedGuess[] =>
  spans.flatMap((span): NamedGuess[] => {
    const { match, newName } = span;
    if (span.role !== role || (!match && newName === undefined)) return [];
    const [first, last] = match ? [match.from, match.to] : [span.from, span.to];
    const written = newName ?? reading.text.slice(reading.words[first]!.start, reading.words[last - 1]!.end);
    const usual = shape ? `, where ${countOf(shape.count, describeItems(context))} name the ${role}` : '';
    const reason = { from, reason: `“${written}” ${PLACE[from]}${usual}` };
    return [match ? { ...match.known, ...reason } : { id: null, name: asName(newName!), ...reason }];
  });

/** `jones` is Jones, and Dr. Jane Doe is Jane Doe. */
const asName = (written: string): string =>
  withoutHonorifics(/\p{Lu}/u.test(written) ? written.trim() : titleCased(written).trim());

const usualSpeaker = ({ markers }: ReadTalk, context: GuessContext): NamedGuess[] => {
  const { habits } = context;
  for (const marker of markers) {
    const share = habits.speakerByMarker.get(marker);
    if (share) {
      const reason = `as in ${share.count} of the ${share.of} items of ${context.collection} with “${markerText(marker)}” in the file name`;
      return [{ ...share.value, from: 'habit', reason }];
    }
  }
  const { speaker } = habits;
  // With markers, another speaker is as likely.
  return speaker && habits.speakerByMarker.size === 0
    ? [{ ...speaker.value, from: 'habit', reason: `as in ${countOf(speaker.count, describeItems(context))}` }]
    : [];
};

export const guessSeries = (talk: ReadTalk, context: GuessContext): NamedGuess | null => {
  const { clues, file, title, folders } = talk;
  const { series } = context.library;
  const { album } = clues.tags;
  const albums = album ? [album] : [];
  const named = [file, title].flatMap((one) => (one ? namesIn(one, 'series', context) : []));
  return (
    wholeNames(albums, series, () => ({ from: clues.tagSource, reason: 'the tag “album”' }))[0] ??
    named.find(({ id }) => id !== null) ??
    seriesOfSeason(talk, context) ??
    bookOfSeries(talk, context) ??
    wholeNames(folders, series, (name) => ({ from: 'folder', reason: `the folder “${name}”` }))[0] ??
    named[0] ??
    newSeries(talk, context)
  );
};

/** The season of the number in the name, or of the feed. */
const seasonOf = ({
  clues,
  file,
  title,
}: ReadTalk): { season: number; from: GuessSource; text: string } | null => {
  const { tags, tagSource } = clues;
  if (tags.season !== undefined)
    return { season: tags.season, from: tagSource, text: `season ${tags.season}` };
  for (const one of [file, title]) {
    const number = one?.reading.number;
    if (one && number?.season) return { season: number.season, from: one.from, text: `“${number.text}”` };
  }
  return null;
};

const SEASON_TITLE = /^(season|staffel|temporada|saison)\s*0*(\d{1,3})$/iu;

/** The series of earlier items of the season, or one named after it. */
const seriesOfSeason = (talk: ReadTalk, context: GuessContext): NamedGuess | null => {
  const found = seasonOf(talk);
  if (!found) return null;
  const { season, from, text } = found;
  const earlier = context.habits.seasons.get(season);
  if (earlier)
    return { id: earlier.id, name: earlier.title, from, reason: `${text}, as in ${describeItems(context)}` };
  const seasons = context.series.flatMap(({ id, name }) => {
    const [, word, number] = SEASON_TITLE.exec(name) ?? [];
    return word ? [{ id, name, word, number: Number(number) }] : [];
  });
  const same = seasons.find(({ number }) => number === season);
  if (same) return { id: same.id, name: same.name, from, reason: text };
  const [other] = seasons;
  return other
    ? { id: null, name: `${other.word} ${season}`, from, reason: `${text}, after “${other.name}”` }
    : null;
};

/** The current series on a book of the Bible, if the scripture is in it. */
const bookOfSeries = ({ file, title }: ReadTalk, context: GuessContext): NamedGuess | null => {
  const current = new Set(context.habits.items.flatMap(({ series }) => series?.id ?? []));
  for (const one of [file, title])
    for (const { role, from, to } of one?.spans ?? []) {
      if (role !== 'scripture' || !one) continue;
      const match = context.library.series.matchAt(one.reading, from, to);
      if (match?.isFull && current.has(match.known.id))
        return { ...match.known, from: one.from, reason: `“${match.known.name}” ${PLACE[one.from]}` };
    }
  return null;
};

/** Words of folders and albums that say nothing of their content. */
const isTelling = (name: string, { collection, account }: GuessContext): boolean => {
  const words = splitName(name).words.map(({ folded }) => folded);
  const isNamed = [collection, account].some((other) => fold(other) === fold(name));
  return (
    /\p{L}{2}/u.test(name) &&
    !isNamed &&
    !isGenericTitle(name) &&
    findWrittenDate(name, '2099-01-01') === null &&
    !words.every((word) => KINDS.has(word) || /^\d+$/.test(word)) &&
    !ORGANISATION.test(name)
  );
};

const newSeries = ({ clues, folders }: ReadTalk, context: GuessContext): NamedGuess | null => {
  const { album } = clues.tags;
  if (album && isTelling(album, context))
    return { id: null, name: album, from: clues.tagSource, reason: 'the tag “album”' };
  const path = folders.toReversed().join('/');
  const folder = folders.find((name) => isTelling(name, context));
  const isShared = (context.batch.talks.get(path) ?? 0) > 1;
  return folder && isShared
    ? { id: null, name: titleCased(folder), from: 'folder', reason: `the folder “${folder}”` }
    : null;
};
