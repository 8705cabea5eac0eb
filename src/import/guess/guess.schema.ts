/** Schemas of guesses in responses. */
import { z } from 'zod';
import { guessSources } from './guess.js';
import type { GuessContext } from './read-talk.js';

/** Maximum number of files, episodes or items of a request. */
export const MAX_FILES = 200;

const reason = {
  from: z.enum(guessSources).meta({
    description: '`habit`: from the newest items of the collection, at most 20.',
  }),
  reason: z.string().meta({ description: 'A phrase to show: `“Mueller” in the file name`.' }),
};

const textGuess = z.object({ value: z.string(), ...reason }).meta({ id: 'TextGuess' });
const numberGuess = z.object({ value: z.int(), ...reason }).meta({ id: 'NumberGuess' });
const nameGuess = z
  .object({
    id: z.int().nullable().meta({ description: 'Null if it does not exist.' }),
    name: z.string(),
    ...reason,
  })
  .meta({ id: 'NameGuess' });
const scriptureGuess = z
  .object({
    book: z.string().meta({ description: 'USFM book code.' }),
    chapter: z.int(),
    verseStart: z.int(),
    verseEnd: z.int(),
    citation: z.string(),
    isCertain: z.boolean().meta({
      description:
        'Whether the whole name of the book and a verse are written: `John 3.16`, but not `Rom 8`.',
    }),
    ...reason,
  })
  .meta({ id: 'ScriptureGuess' });

/** The fields of an item that can be guessed. */
export const guessedFields = {
  title: textGuess,
  date: textGuess.nullable().meta({ description: 'YYYY-MM-DD.' }),
  speakers: z.array(nameGuess),
  series: nameGuess.nullable(),
  orderInSeries: numberGuess.nullable(),
  scriptures: z.array(scriptureGuess),
  language: textGuess.nullable().meta({ description: 'BCP 47.' }),
  notes: z.array(z.string()).meta({ description: 'What could not be decided, such as an ambiguous date.' }),
  existingItemId: z
    .int()
    .nullable()
    .meta({ description: 'The item that has this file or episode already; null if there is none.' }),
};

export const mayCreateNames = z.boolean().meta({
  description:
    'Whether the caller may create the speakers and series that do not exist. Contributors may not: their items are created without.',
});

/** Guesses for one talk, for examples in the API documentation. */
export const guessExample = {
  title: { value: 'Rom 8', from: 'fileName' as const, reason: 'the scripture in the file name' },
  date: { value: '2024-03-10', from: 'fileName' as const, reason: '“2024-03-10” in the file name' },
  speakers: [{ id: 5, name: 'John Smith', from: 'fileName' as const, reason: '“Smith” in the file name' }],
  series: { id: 3, name: 'Romans', from: 'habit' as const, reason: 'as in the last 3 items of Sermons' },
  orderInSeries: { value: 8, from: 'habit' as const, reason: 'the next number' },
  scriptures: [
    {
      book: 'ROM',
      chapter: 8,
      verseStart: 1,
      verseEnd: 39,
      citation: 'Romans 8',
      isCertain: false,
      from: 'fileName' as const,
      reason: '“Rom 8” in the file name',
    },
  ],
  language: null,
  notes: [],
  existingItemId: null,
};

/** "the last 20 items of Sermons" */
export const describeItems = ({
  habits,
  collection,
}: Pick<GuessContext, 'habits' | 'collection'>): string => {
  const count = habits.items.length;
  return `the last ${count === 1 ? 'item' : `${count} items`} of ${collection}`;
};

/** "18 of the last 20 items of Sermons"; all of them are not counted. */
export const countOf = (count: number, items: string): string =>
  items.startsWith(`the last ${count} `) ? items : `${count} of ${items}`;

/** Folded markers as they are usually written. */
export const markerText = (marker: string): string => (marker.length <= 2 ? marker.toUpperCase() : marker);
