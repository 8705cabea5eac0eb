/** A talk that will become an item: what was guessed for it, what the person has corrected, and its files. */
import { en } from '../../../strings/console/en.js';
import type { Schemas } from '../api/account.js';
import { withValues } from '../parts/with-values.js';
import type { ChosenFile } from './chosen-files.js';

export type Guess = Omit<Schemas['FileGuess'], 'files'>;
/** Without a source if somebody has typed it. */
type Scripture = Omit<Schemas['ScriptureGuess'], 'from' | 'reason' | 'isCertain'> &
  Partial<Schemas['ScriptureGuess']>;
type NewItem = Schemas['NewImportedItem'];
type NewRecording = Schemas['NewMediaAsset'];

export interface TalkFields {
  title: string;
  /** YYYY-MM-DD, or empty if it is unknown. */
  date: string;
  speakers: string[];
  series: string;
  orderInSeries: number | null;
  scriptures: Scripture[];
}

export interface Recording {
  file: File;
  declared: NewRecording & { originalFilename: string; fileSizeBytes: number };
}

export interface Talk {
  key: string;
  /** What it was guessed from: the name of its first file, or the title of the episode. */
  source: string;
  guess: Guess;
  fields: TalkFields;
  recordings: readonly Recording[];
  transcript: File | null;
  /** Names of files that are not needed: the same transcript in another format or language. */
  unused: readonly string[];
  episode: Pick<Schemas['EpisodeGuess'], 'episode' | 'description'> | null;
  /** Whether it will be created. */
  isIncluded: boolean;
  /** Why it was not created: by field, and `''` for the talk. */
  errors: Partial<Record<keyof TalkFields | '', string>>;
}

const fieldsOf = ({ title, date, speakers, series, orderInSeries, scriptures }: Guess): TalkFields => ({
  title: title.value,
  date: date?.value ?? '',
  speakers: speakers.map(({ name }) => name),
  series: series?.name ?? '',
  orderInSeries: orderInSeries?.value ?? null,
  scriptures,
});

let lastKey = 0;

const newTalk = (guess: Guess, rest: Pick<Talk, 'source'> & Partial<Talk>): Talk => ({
  key: `talk-${++lastKey}`,
  guess,
  fields: fieldsOf(guess),
  recordings: [],
  transcript: null,
  unused: [],
  episode: null,
  // The person can still choose to create it twice.
  isIncluded: guess.existingItemId === null,
  errors: {},
  ...rest,
});

/** @param chosen the files of the request that was answered with the guess */
export const talkOfFiles = (
  { files, ...guess }: Schemas['FileGuess'],
  chosen: readonly ChosenFile[],
): Talk => {
  const withRole = (role: Schemas['FileGuess']['files'][number]['role']) =>
    files
      .filter((file) => file.role === role)
      .flatMap((file) => {
        const { file: own } = chosen[file.index] ?? {};
        return own ? [{ ...file, file: own }] : [];
      });
  return newTalk(guess, {
    source: files[0]?.originalFilename ?? guess.title.value,
    recordings: withRole('media').map(({ file, contentType, mimeType, originalFilename }) => ({
      file,
      declared: {
        contentType: contentType ?? undefined,
        mimeType: (mimeType ?? undefined) as NewRecording['mimeType'],
        originalFilename,
        fileSizeBytes: file.size,
      },
    })),
    transcript: withRole('transcript')[0]?.file ?? null,
    unused: withRole('unused').map(({ originalFilename }) => originalFilename),
  });
};

/** A talk of which only the title is known. */
export const talkOfTitle = (title: string): Talk => {
  const guess: Guess = {
    title: { value: '', from: 'fileName', reason: '' },
    date: null,
    speakers: [],
    series: null,
    orderInSeries: null,
    scriptures: [],
    language: null,
    notes: [],
    existingItemId: null,
  };
  return newTalk(guess, { source: title, fields: { ...fieldsOf(guess), title } });
};

export const talkOfEpisode = ({ episode, description, ...guess }: Schemas['EpisodeGuess']): Talk =>
  newTalk(guess, { source: guess.title.value, episode: { episode, description } });

const isSame = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** A guess that was not corrected keeps the record that was found in another spelling. */
const named = (name: string, guesses: readonly Schemas['NameGuess'][]) => ({
  id: guesses.find((guess) => isSame(guess.name, name))?.id ?? null,
  name: name.trim(),
});

export const newItemOf = ({ fields, guess, recordings, transcript, episode }: Talk): NewItem => ({
  title: fields.title.trim(),
  date: fields.date || null,
  speakers: fields.speakers.map((name) => named(name, guess.speakers)),
  series: fields.series.trim() === '' ? null : named(fields.series, guess.series ? [guess.series] : []),
  orderInSeries: fields.orderInSeries,
  scriptures: fields.scriptures as NewItem['scriptures'],
  media: recordings.map(({ declared }) => declared),
  transcript: transcript && {
    originalFilename: transcript.name,
    language: guess.language?.value ?? null,
  },
  ...(episode && {
    description: episode.description,
    episode: episode.episode as NewItem['episode'],
  }),
});

type Reasoned = { reason: string } | null;

/** Where the value of a field was guessed from; null once it has been corrected. */
export const reasonOf = ({ fields, guess }: Talk, field: keyof TalkFields): string | null => {
  const guessed = fieldsOf(guess);
  if (JSON.stringify(fields[field]) !== JSON.stringify(guessed[field])) return null;
  const sources: Reasoned[] = [guess[field]].flat();
  const reasons = [...new Set(sources.flatMap((source) => source?.reason ?? []))];
  return reasons.length === 0 ? null : withValues(en.add.guessed, { reason: reasons.join(', ') });
};

const FIELDS: readonly string[] = Object.keys({
  title: '',
  date: '',
  speakers: '',
  series: '',
  orderInSeries: '',
  scriptures: '',
} satisfies Record<keyof TalkFields, ''>);

/** Errors of the API by the field that they name; those that name another field stand at the talk. */
export const errorsOf = (details: readonly { path: string; message: string }[]): Talk['errors'] =>
  Object.fromEntries(
    details.map(({ path, message }) => {
      const field = path.split('.')[0] ?? '';
      return FIELDS.includes(field) ? [field, message] : ['', `${path}: ${message}`];
    }),
  );
