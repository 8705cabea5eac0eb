/** Reads the names of a folder's new files as the API does, and fills in what the files themselves do not say. */
import { dateIn } from '../../../analytics/index.js';
import { citation } from '../../../indexer/index.js';
import type { TalkClues, TalkGuess } from './guess/guess.js';
import type { LibraryNames } from './guess/guess-talks.js';
import type { ImportDocument } from './import-document.js';
import { ALWAYS_IN_THREAD, type ImportThreads } from './import-tasks.js';

interface Guessing {
  accountId: number;
  library: LibraryNames;
  threads: ImportThreads;
  /** YYYY-MM-DD */
  today: string;
}

/** Habits alone decide nothing here, because nobody sees the reasons. */
const isWritten = ({ from }: { from: string }): boolean => from !== 'habit';

export const withGuesses = async (
  documents: readonly ImportDocument[],
  { accountId, library, threads, today }: Guessing,
): Promise<ImportDocument[]> => {
  const talks = documents.map(({ path, media = [] }): TalkClues => {
    const changed = media[0]?.modifiedMs;
    const changedOn = changed === undefined ? null : dateIn('UTC', changed);
    return { path, tags: {}, tagSource: 'tag', changedOn };
  });
  if (talks.length === 0) return [];
  const task = { accountId, bytes: ALWAYS_IN_THREAD, path: '', isJob: true };
  const guesses = await threads.run('guessTalks', { library, talks, today }, task);
  return documents.map((document, at) => {
    const guessed = guessedFields(document, guesses[at]!);
    return Object.keys(guessed).length > 0 ? { ...document, guessed } : document;
  });
};

/** Of the fields that neither the file nor the options set. */
const guessedFields = (
  document: ImportDocument,
  { title, date, speakers, series, orderInSeries, scriptures }: TalkGuess,
): NonNullable<ImportDocument['guessed']> => {
  const named = speakers.filter(isWritten).map(({ name }) => name);
  const passages = scriptures
    .filter(isWritten)
    .map(({ book, chapter, verseStart, verseEnd }) => citation(book, chapter, verseStart, verseEnd));
  // Only `--series-from-folders` makes series of folders.
  const isSeries = series !== null && series.from === 'fileName';
  return {
    ...(document.isNamedByPath && title.value !== document.title && { title: title.value }),
    ...(document.date === null && date && isWritten(date) && { date: date.value }),
    ...(document.speakers.length === 0 && named.length > 0 && { speakers: named }),
    ...(document.series === null && isSeries && { series: series.name }),
    ...(document.scriptures.length === 0 && passages.length > 0 && { scriptures: passages }),
    ...((document.orderInSeries ?? null) === null &&
      orderInSeries &&
      isWritten(orderInSeries) && { orderInSeries: orderInSeries.value }),
  };
};
