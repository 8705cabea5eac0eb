/** Reads the names of a talk: of its file, by shape or in general, of its folders, and its title in the tags. */
import type { Readers } from '../../../indexer/index.js';
import type { KnownName } from '../names/known-names.js';
import { talkName, readName, type NameReading } from '../names/read-name.js';
import { generalRoles } from './general-roles.js';
import type { Library, RoleSpan } from './name-segments.js';
import type { GuessSource, TalkClues } from './guess.js';
import type { Habits } from './habits.js';
import { readByShape, type ShapeReading } from './shape-roles.js';

/** What is known of the collection, and of all files of a request. */
export interface GuessContext {
  collection: string;
  account: string;
  /** BCP 47; null if unknown. */
  language: string | null;
  /** How the account's people write references. */
  readers: Readers;
  /** YYYY-MM-DD */
  today: string;
  library: Library;
  /** The series of the collection. */
  series: readonly KnownName[];
  habits: Habits;
  batch: UploadBatch;
}

/** What the files of a request have in common. */
export interface UploadBatch {
  dateOrders: Habits['dateOrders'];
  /** Folders whose files begin with their number, as paths. */
  numbered: ReadonlySet<string>;
  /** Number of talks by folder. */
  talks: ReadonlyMap<string, number>;
  /** The artist of all files, if there are several. */
  artist: string | null;
}

export interface NameWithRoles {
  reading: NameReading;
  spans: RoleSpan[];
  shape: ShapeReading['shape'] | null;
  from: GuessSource;
}

export interface ReadTalk {
  clues: TalkClues;
  file: NameWithRoles | null;
  /** The title in the tags. */
  title: NameWithRoles | null;
  /** Names of folders, the innermost first. */
  folders: string[];
  /** Language according to the code in the file name. */
  language: string | undefined;
  /** Folded markers in the file name. */
  markers: ReadonlySet<string>;
}

export const readTalk = (clues: TalkClues, context: GuessContext): ReadTalk => {
  const { path, tags, tagSource } = clues;
  const named = path === null ? null : talkName(path);
  const parts = named?.stem.split('/') ?? [];
  const file = parts.length > 0 ? readFile(parts, context, named?.language) : null;
  const title = tags.title ? readTitle(tags.title, context, tagSource) : null;
  return {
    clues,
    file,
    title,
    folders: parts.slice(0, -1).reverse(),
    language: named?.language,
    markers: new Set(file ? markersIn(file, context.habits) : []),
  };
};

const readFile = (
  parts: readonly string[],
  { library, habits, today, batch, readers }: GuessContext,
  ownLanguage: string | undefined,
): NameWithRoles => {
  const reading = readName(parts.at(-1)!, today, { ...readers, fileLanguage: ownLanguage });
  const isNumbered = batch.numbered.has(parts.slice(0, -1).join('/'));
  const alone = generalRoles(reading, library, isNumbered);
  const byShape = readByShape(reading, habits.shapes, library, habits.markers, alone);
  return {
    reading,
    spans: byShape?.spans ?? alone,
    shape: byShape?.shape ?? null,
    from: 'fileName',
  };
};

const readTitle = (
  title: string,
  { library, today, readers }: GuessContext,
  from: GuessSource,
): NameWithRoles => {
  const reading = readName(title.normalize('NFC'), today, readers);
  return { reading, spans: generalRoles(reading, library, false), shape: null, from };
};

const markersIn = ({ reading, spans }: NameWithRoles, { markers }: Habits): string[] =>
  reading.words.flatMap(({ folded }, at) => {
    const isTime = spans.some(({ role, from, to }) => role === 'time' && from <= at && at < to);
    return isTime || markers.has(folded) ? [folded] : [];
  });
