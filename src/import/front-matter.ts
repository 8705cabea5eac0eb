/** Parses a document's metadata: YAML front matter, or the same fields in a JSON transcript. */
import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';
import { TranscriptFormatError } from '../transcripts/formats/parsing/format-error.js';
import { splitFrontMatter } from '../transcripts/formats/documents/markdown.js';
import { isFields } from '../transcripts/formats/parsing/json-value.js';
import { parseDate } from './names/dates.js';
import { singleSpaced } from '../platform/lib/white-space.js';

/** Absent fields are null or empty. */
export interface DocumentMetadata {
  title: string | null;
  /** YYYY-MM-DD */
  date: string | null;
  speakers: string[];
  series: string | null;
  topics: string[];
  /** References as written, to be parsed by `parseReferences`. */
  scriptures: string[];
  description: string | null;
  /** What could not be read. */
  notes: string[];
}

const MAX_NAMES = 200;
/** Maximum number of YAML aliases. */
const MAX_ALIASES = 100;
/** A suffix after a comma within one person's name. */
const NAME_SUFFIX =
  /^(?:ph\.?\s?d|psy\.?\s?d|m\.?\s?d|d\.?\s?d|d\.?\s?min|th\.?\s?[dm]|ed\.?\s?d|m\.?\s?div|jr|sr|esq|ii|iii|iv)\.?$/i;

/**
 * Splits a document into its front matter and the rest.
 * @throws {TranscriptFormatError} with the line, when the front matter is invalid
 */
export function parseFrontMatter(text: string): { metadata: DocumentMetadata; body: string } {
  const { yaml, body } = splitFrontMatter(text);
  if (yaml === null) return { metadata: metadataOf({}), body };
  const value = parseYaml(yaml);
  if (value !== null && (typeof value !== 'object' || Array.isArray(value))) {
    throw new TranscriptFormatError('The front matter must have fields such as "title: …"', 2);
  }
  const source = yaml.split('\n');
  const lineOf = (field: string): number => source.findIndex((line) => line.startsWith(`${field}:`)) + 2;
  return { metadata: metadataOf((value ?? {}) as Record<string, unknown>, lineOf), body };
}

/** js-yaml runs in linear time and limits depth; other parsers take seconds for 500 bytes of `? ? ?`. */
function parseYaml(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return load(text, { schema: CORE_SCHEMA, maxAliases: MAX_ALIASES });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw new TranscriptFormatError(
      `Invalid YAML in the front matter: ${error.reason}`,
      error.mark && error.mark.line + 2,
    );
  }
}

/**
 * Extracts the metadata from an object and ignores other fields.
 * @throws {TranscriptFormatError} with the name of the invalid field
 */
export function metadataOf(
  fields: Readonly<Record<string, unknown>>,
  lineOf: (field: string) => number | undefined = () => undefined,
): DocumentMetadata {
  const pick = (...names: string[]): [string, unknown] => {
    const name = names.find((each) => fields[each] !== undefined && fields[each] !== null) ?? names[0]!;
    return [name, fields[name] ?? null];
  };
  const fail = (field: string, expected: string): never => {
    const line = lineOf(field);
    const actual = shown(fields[field]);
    throw new TranscriptFormatError(
      `"${field}" must be ${expected}, not ${actual}`,
      line === 1 ? undefined : line,
    );
  };
  const text = (...names: string[]): string | null => {
    const [field, value] = pick(...names);
    if (value === null) return null;
    if (typeof value !== 'string' && typeof value !== 'number') return fail(field, 'text');
    return singleSpaced(String(value)) || null;
  };
  const list = (split: (value: string) => string[], ...names: string[]): string[] => {
    const [field, value] = pick(...names);
    if (value === null) return [];
    const entries: unknown[] = Array.isArray(value)
      ? value
      : typeof value === 'string'
        ? split(value)
        : [value];
    const texts = entries.map((entry) =>
      typeof entry === 'string' || typeof entry === 'number'
        ? String(entry).trim()
        : fail(field, 'text or a list of texts'),
    );
    return [...new Set(texts.filter((entry) => entry !== ''))];
  };
  const { date, notes } = readDate(fields);
  const named = (names: readonly string[]): string[] => names.flatMap((name) => namesIn(fields[name]));
  const speakers = new Set([...list(splitNames, 'speakers', 'speaker'), ...named(SPEAKERS)]);
  return {
    title: text('title'),
    date,
    notes,
    speakers: speakers.size > 0 ? [...speakers] : [...new Set(named(AUTHORS))],
    series: text('series'),
    topics: list((value) => value.split(/[,;]/), 'topics', 'topic', 'tags'),
    // `John 11:35; 12:1` is one entry, because its second part alone is meaningless.
    scriptures: list((value) => value.split(/;(?=[^;]*\p{L})/u), 'scriptures', 'scripture'),
    description: text('description'),
  };
}

/** Names of fields for the date, as programs for pages and feeds write them. */
const DATES = (
  'date pub_date pubDate pubdate published publish_date publishDate publishedDate date_published datePublished ' +
  'published_at publishedAt preached recorded'
).split(' ');
/** Names of fields for speakers beside our own. */
const SPEAKERS = ['preacher', 'preachers', 'guest', 'guests'];
/** Who wrote a talk speaks in it if nobody else does. */
const AUTHORS = ['author', 'authors'];

/** The first field with a date that can be read. In other programs, `published: true` is no date. */
function readDate(fields: Readonly<Record<string, unknown>>): Pick<DocumentMetadata, 'date' | 'notes'> {
  const given = DATES.filter(
    (name) => !['undefined', 'boolean'].includes(typeof fields[name]) && fields[name] !== null,
  );
  const date = given.map((name) => dateOf(fields[name])).find((each) => each !== null) ?? null;
  const [unread] = date === null ? given : [];
  const notes =
    unread === undefined
      ? []
      : [`"${unread}" is not a date such as 2024-03-31: ${shown(fields[unread])}; it was left out`];
  return { date, notes };
}

/** Names in a field of another program: text, a list of texts, or objects with a name; others are not read. */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return [...new Set((value as unknown[]).slice(0, MAX_NAMES).flatMap(nameIn))];
  return typeof value === 'string' ? splitNames(value).filter((name) => name !== '') : nameIn(value);
}

const nameIn = (value: unknown): string[] => {
  const name = isFields(value) ? value['name'] : value;
  return typeof name === 'string' && name.trim() !== '' ? [singleSpaced(name)] : [];
};

/** A value for an error message. Lists are not printed, because they may be deep, or endless through aliases. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return JSON.stringify(typeof value === 'string' ? value.slice(0, 60) : value);
}

/** `A, B and C` are three people; `A Person, PhD` is one. */
function splitNames(value: string): string[] {
  const names: string[] = [];
  for (const part of value.split(value.includes(';') ? /;/ : /,| and | & /)) {
    if (names.length > 0 && NAME_SUFFIX.test(part.trim())) names.push(`${names.pop()!}, ${part.trim()}`);
    else names.push(part.trim());
  }
  return names;
}

function dateOf(value: unknown): string | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString().slice(0, 10);
  if (typeof value === 'number') return parseDate(String(value));
  return typeof value === 'string' ? parseDate(value.trim()) : null;
}
