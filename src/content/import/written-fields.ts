/**
 * The three-way comparison of a repeated import: what the file said before, what it says now, and what the library has.
 */
import { parseReferences, type Passage } from '../../../indexer/index.js';
import type { StoredSegments } from '../transcripts/transcript-tasks.js';
import type { DocumentFields, ImportDocument } from './import-document.js';

const COLUMNS = ['title', 'subTitle', 'description', 'shortDescription', 'orderInSeries', 'date'] as const;
export const FIELDS = [...COLUMNS, 'speakers', 'topics', 'series', 'scriptures', 'transcript'] as const;
export type Field = (typeof FIELDS)[number];

/** Texts, numbers and lists of texts. Fields that are empty are absent. */
export type FieldValues = Partial<Record<Field, string | number | string[]>>;

/** What an import wrote. */
export interface Written {
  /** What the file said. */
  fileValues: FieldValues;
  /** What was stored for it; absent where it is not known, or staff had changed it. */
  stored: FieldValues;
  /** Fields that the file lacked, set by the caller. */
  fromDefaults: string[];
  /** The files of recordings that were stored, by the id of their media asset. */
  media?: Record<string, StoredRecording>;
}

/** The file of a recording as it was when it was stored. */
export interface StoredRecording {
  sizeBytes: number;
  modifiedMs: number;
  /** Hex; null where it was not read in this import. */
  sha256: string | null;
}

/** A passage as text. */
export const passageKey = ({ book, chapter, verseStart, verseEnd }: Passage): string =>
  `${book} ${chapter}:${verseStart}-${verseEnd}`;

/** The passages that the scriptures of a document name, each once. */
export const passagesOf = ({ scriptures }: Pick<ImportDocument, 'scriptures'>): Passage[] => [
  ...new Map(
    scriptures.flatMap(parseReferences).map((passage) => [passageKey(passage), passage] as const),
  ).values(),
];

/** Without fields that are empty. */
export const fieldValues = (
  values: Record<Field, string | number | string[] | null | undefined>,
): FieldValues =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) =>
      Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined,
    ),
  );

/** What the document says. */
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
    scriptures: passagesOf({ scriptures }).map(passageKey),
    transcript: transcript?.contentHash,
  });

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Equal but for case and repeated entries, as names are looked up. */
const alike = (a: unknown, b: unknown): boolean => same(folded(a), folded(b));
const folded = (value: unknown): unknown =>
  Array.isArray(value)
    ? [...new Set(value.map((entry) => String(entry).toLowerCase()))]
    : typeof value === 'string'
      ? value.toLowerCase()
      : value;

export interface Comparison {
  /** Fields to be stored as the file has them. */
  changed: Field[];
  /** Fields that both the file and staff have changed, and that stay. */
  kept: Field[];
}

/**
 * What a file's item gets from it: what the file has changed and staff have not.
 * @param written of the last import; null if an earlier version imported it
 * @param said what the file says now
 * @param current what the library has
 * @param overwrite also what staff have changed
 */
export const compareFields = (
  written: Written | null,
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

/** Whether the file itself had the field, and no longer has it. A date stays. */
const isRemoved = (written: Written | null, field: Field): boolean =>
  written?.fileValues[field] !== undefined && !written.fromDefaults.includes(field) && field !== 'date';

/** Whether the fields of the file are those of its last import, without comparing them to the library. */
export const isUnchangedFile = (written: Written | null, fileValues: FieldValues): boolean =>
  written !== null &&
  FIELDS.every((field) =>
    fileValues[field] === undefined
      ? !isRemoved(written, field)
      : same(fileValues[field], written.fileValues[field]),
  );

/**
 * What is remembered of an import.
 * @param current the library after it
 */
export const writtenNow = (
  before: Written | null,
  fileValues: FieldValues,
  current: FieldValues,
  { changed }: Pick<Comparison, 'changed'>,
  fromDefaults: readonly string[],
): Written => {
  const missing = before?.fromDefaults.filter((field) => fileValues[field as Field] === undefined) ?? [];
  const result: Written = {
    fileValues: { ...fileValues },
    stored: {},
    fromDefaults: [...fromDefaults, ...missing],
    ...(before?.media && { media: before.media }),
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
