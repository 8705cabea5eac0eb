/**
 * The three-way comparison of a repeated import: the file's previous values, its current values, and the
 * library's values.
 */
import { parseReferences, type VerseRange } from '../../indexer/index.js';
import type { StoredSegments } from '../transcripts/stored/stored-segments.js';
import type { DocumentFields, ImportDocument } from './import-document.js';

const COLUMNS = ['title', 'subTitle', 'description', 'shortDescription', 'orderInSeries', 'date'] as const;
export const FIELDS = [...COLUMNS, 'speakers', 'topics', 'series', 'scriptures', 'transcript'] as const;
export type ImportedField = (typeof FIELDS)[number];

/** Text, numbers and lists of text. Empty fields are absent. */
export type FieldValues = Partial<Record<ImportedField, string | number | string[]>>;

/** The record of an import. */
export interface ImportRecord {
  /** The file's values. */
  fileValues: FieldValues;
  /** The stored values; absent if unknown, or if staff had changed them. */
  stored: FieldValues;
  /** Fields missing in the file that the caller set. */
  fromDefaults: string[];
  /** What the file said of fields that were guessed from its name; absent if nothing was. */
  guessed?: FieldValues & { fields: ImportedField[] };
  /** The files of stored recordings, by id of their media asset. */
  media?: Record<string, StoredRecording>;
}

/** The file of a recording when it was stored. */
export interface StoredRecording {
  sizeBytes: number;
  modifiedMs: number;
  /** Hex; null if it was not read in this import. */
  sha256: string | null;
}

/** A passage as text. */
export const citationKey = ({ book, chapter, verseStart, verseEnd }: VerseRange): string =>
  `${book} ${chapter}:${verseStart}-${verseEnd}`;

/** The distinct passages that a document's scriptures name. */
export const passagesOf = ({ scriptures }: Pick<ImportDocument, 'scriptures'>): VerseRange[] => [
  ...new Map(
    scriptures
      .flatMap((text) => parseReferences(text))
      .map((passage) => [citationKey(passage), passage] as const),
  ).values(),
];

/** Removes empty fields. */
export const fieldValues = (
  values: Record<ImportedField, string | number | string[] | null | undefined>,
): FieldValues =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) =>
      Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined,
    ),
  );

/** The document's values. */
export const fieldsOfDocument = (
  { date, scriptures }: ImportDocument,
  { title, subTitle, description, shortDescription, orderInSeries, speakers, topics, series }: DocumentFields,
  transcript: Pick<StoredSegments, 'contentHash'> | null,
): FieldValues =>
  fieldValues({
    title,
    subTitle,
    description,
    shortDescription,
    orderInSeries,
    date,
    speakers,
    topics,
    series,
    scriptures: passagesOf({ scriptures }).map(citationKey),
    transcript: transcript?.contentHash,
  });

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Equal except for case and repeated entries, like the lookup of names. */
const alike = (a: unknown, b: unknown): boolean => same(folded(a), folded(b));
const folded = (value: unknown): unknown =>
  Array.isArray(value)
    ? [...new Set(value.map((entry) => String(entry).toLowerCase()))]
    : typeof value === 'string'
      ? value.toLowerCase()
      : value;

export interface Comparison {
  /** Fields to store with the file's values. */
  changed: ImportedField[];
  /** Fields that both the file and staff have changed, and that are kept. */
  kept: ImportedField[];
}

/**
 * Determines which fields of the item to update: those that the file has changed and staff have not.
 * @param written record of the last import; null if an earlier version imported it
 * @param fileValues the file's current values
 * @param current the library's values
 * @param overwrite also update fields that staff have changed
 */
export const compareFields = (
  written: ImportRecord | null,
  fileValues: FieldValues,
  current: FieldValues,
  { overwrite }: { overwrite: boolean },
): Comparison => {
  const comparison: Comparison = { changed: [], kept: [] };
  for (const field of FIELDS) {
    const now = fileValues[field];
    if (now === undefined && !isRemoved(written, field)) continue;
    if (alike(now, current[field]) && (field !== 'title' || same(now, current[field]))) continue;
    const fileChanged = !written || !same(now, written.fileValues[field]);
    const staffChanged = written
      ? !same(current[field], written.stored[field])
      : current[field] !== undefined;
    if (overwrite || (fileChanged && !staffChanged)) comparison.changed.push(field);
    else if (fileChanged) comparison.kept.push(field);
  }
  return comparison;
};

/** Whether the file had the field and no longer does. A date stays. */
const isRemoved = (written: ImportRecord | null, field: ImportedField): boolean =>
  written?.fileValues[field] !== undefined && !written.fromDefaults.includes(field) && field !== 'date';

/** Whether the file's fields are unchanged since the last import, without comparing them to the library. */
export const isUnchangedFile = (written: ImportRecord | null, fileValues: FieldValues): boolean =>
  written !== null &&
  FIELDS.every((field) =>
    fileValues[field] === undefined
      ? !isRemoved(written, field)
      : same(fileValues[field], written.fileValues[field]),
  );

/**
 * The record of this import.
 * @param current the library's values after it
 */
export const writtenNow = (
  before: ImportRecord | null,
  fileValues: FieldValues,
  current: FieldValues,
  { changed }: Pick<Comparison, 'changed'>,
  fromDefaults: readonly string[],
): ImportRecord => {
  const missing =
    before?.fromDefaults.filter((field) => fileValues[field as ImportedField] === undefined) ?? [];
  const result: ImportRecord = {
    fileValues: { ...fileValues },
    stored: {},
    fromDefaults: [...fromDefaults, ...missing],
    ...(before?.media && { media: before.media }),
    ...(before?.guessed && { guessed: before.guessed }),
  };
  for (const field of FIELDS) {
    const old = before?.fileValues[field];
    if (missing.includes(field) && old !== undefined) result.fileValues[field] = old;
    const isOurs = changed.includes(field) || (!before && alike(fileValues[field], current[field]));
    const stored = isOurs ? current[field] : before?.stored[field];
    if (stored !== undefined) result.stored[field] = stored;
  }
  return result;
};

/**
 * The values of a file with those that were guessed when it was first imported, as long as the file says the same of
 * them: a later habit changes nothing.
 */
export const withGuesses = (written: ImportRecord | null, values: FieldValues): FieldValues => {
  const guessed = written?.guessed;
  if (!guessed) return values;
  const standing = guessed.fields.filter((field) => same(values[field], guessed[field]));
  return { ...values, ...ofFields(written.fileValues, standing) };
};

/** Only the values of these fields. */
export const ofFields = (values: FieldValues, fields: readonly string[]): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([field]) => fields.includes(field)));
