/** Parses a file of an import folder: its metadata, its segments, and warnings about repairs. */
import {
  citationOf,
  ENGLISH_READERS,
  type Segment,
  findReferences,
  parseReferences,
} from '../../indexer/index.js';
import type { ParsedTranscript } from '../transcripts/formats/parsing/parsed-transcript.js';
import { TranscriptFormatError } from '../transcripts/formats/parsing/format-error.js';
import { isFields } from '../transcripts/formats/parsing/json-value.js';
import { checkTexts } from '../transcripts/formats/parsing/limits.js';
import { parseBlocks } from '../transcripts/formats/documents/markdown.js';
import { markdownBlocks, plainInline } from '../transcripts/formats/documents/markdown-blocks.js';
import { parsePlainText } from '../transcripts/formats/text/plain-text.js';
import { readerOf, transcriptExtensions, type TranscriptReader } from '../transcripts/formats/readers.js';
import { looksLikeSegments } from '../transcripts/formats/parsing/segments-json.js';
import { readSource, textSource, type TranscriptSource } from '../transcripts/formats/source.js';
import { isNumberedSpeaker } from '../transcripts/formats/parsing/speaker-labels.js';
import { lostForms } from '../transcripts/formats/text/lost-forms.js';
import { markTurns } from '../transcripts/formats/text/turns.js';
import { findByline, type Byline } from './names/byline.js';
import { readPath } from './names/file-name.js';
import { isGenericTitle } from './names/program-names.js';
import { findWrittenScriptures } from './names/written-scriptures.js';
import { metadataOf, parseFrontMatter, type DocumentMetadata } from './front-matter.js';
import { singleSpaced } from '../platform/lib/white-space.js';

/** The text verse is in one of the first paragraphs. */
const OPENING_PARAGRAPHS = 4;
/** Maximum length of a quoted passage and of a reference, in characters. */
const MAX_PASSAGE_LENGTH = 3000;
const MAX_REFERENCE_LENGTH = 80;

/**
 * The reference, as written, at the end of an opening paragraph (`… "Jesus wept." John 11:35.`); null if there is
 * none.
 */
function findTextVerse(paragraphs: readonly string[]): string | null {
  for (const paragraph of paragraphs.slice(0, OPENING_PARAGRAPHS)) {
    const end = paragraph.slice(-MAX_REFERENCE_LENGTH);
    if (paragraph.length > MAX_PASSAGE_LENGTH || !/\d\P{L}*$/u.test(end)) continue;
    // Quotation marks and dashes next to the reference would hide it from the parser.
    const text = end.replace(/['"’”‘“*_()[\]]|--|[–—-](?=\s*(?:\d\s)?[A-Z])/g, (mark) =>
      ' '.repeat(mark.length),
    );
    const found = findReferences(text);
    const last = found.at(-1);
    if (!last || /[\p{L}\p{N}]/u.test(text.slice(last.end))) continue;
    let first = found.length - 1;
    while (
      first > 0 &&
      /^[\s.,;:&–—-]*(?:and\s+)?$/.test(text.slice(found[first - 1]!.end, found[first]!.start))
    )
      first--;
    return singleSpaced(end.slice(found[first]!.start, last.end));
  }
  return null;
}

export interface ImportedDocument extends Omit<DocumentMetadata, 'notes'> {
  title: string;
  segments: Segment[];
  /** A BCP 47 tag, if the file states its language. */
  language?: string;
  /** Scriptures that the title may mean. */
  suggestedScriptures?: string[];
  /** Whether the title is only the name of the file. */
  isNamedByPath: boolean;
  /** A date in its name that can be read in several ways. */
  ambiguousDate?: string;
  /** What was repaired or left out. */
  warnings: string[];
}

type Body = ParsedTranscript & {
  heading?: string | null;
  speakers?: string[];
  verse?: string | null;
  byline?: Byline;
};

const MAX_TITLE_LENGTH = 255;
const MAX_SCRIPTURES = 200;
/** Placeholders for the speaker that are not names. */
const NO_SPEAKER = /^(?:speaker|sprecher(?:in)?|person|unknown|host|guest|interviewer|\d+)$/i;

/**
 * Parses a document by the extension of its path.
 * @param path with `/` between folders
 * @param readers of the account, who wrote the references
 * @throws {TranscriptFormatError} when the file cannot be imported
 */
export function parseDocument(path: string, bytes: Uint8Array, readers = ENGLISH_READERS): ImportedDocument {
  const { metadata: written, body } = readFile(extensionOf(path), readSource(bytes));
  const { notes, ...metadata } = written;
  const named = readPath(path);
  const titles = [metadata.title, body.heading].filter((each) => each && !isGenericTitle(each));
  const title = titles[0] ?? named.title;
  const warnings = [...notes, ...body.warnings];
  if (metadata.scriptures.length > MAX_SCRIPTURES)
    throw new TranscriptFormatError(`There are more than ${MAX_SCRIPTURES} scriptures`);
  const read = metadata.scriptures.map((scripture) => parseReferences(scripture, readers));
  const unread = metadata.scriptures.filter((_, i) => read[i]!.length === 0);
  warnings.unshift(...unread.map(problemOf));
  // A list in the metadata says what the talk is about, even if it cannot be read.
  const passages = metadata.scriptures.length > 0 ? read.flat() : parseReferences(body.verse ?? '', readers);
  const ofTitle =
    metadata.scriptures.length === 0 && passages.length === 0
      ? findWrittenScriptures(titles[0] ?? '', () => true, readers)
      : [];
  passages.push(...ofTitle.flatMap((one) => (one.isCertain ? one.passages : [])));
  const suggested = ofTitle.flatMap((one) => (one.isCertain ? [] : one.passages));
  return {
    ...metadata,
    title: title.slice(0, MAX_TITLE_LENGTH),
    date: metadata.date ?? named.date ?? body.byline?.date ?? null,
    speakers: firstNamed(
      metadata.speakers,
      body.byline?.speakers,
      body.speakers ?? speakersOf(body.segments),
    ),
    scriptures: passages.map((one) => citationOf(one)),
    ...(suggested.length > 0 && { suggestedScriptures: suggested.map((one) => citationOf(one)) }),
    segments: body.segments,
    isNamedByPath: titles[0] === undefined,
    ...(named.ambiguousDate !== null && { ambiguousDate: named.ambiguousDate }),
    ...(body.language !== undefined && { language: body.language }),
    warnings,
  };
}

const firstNamed = (...lists: (string[] | undefined)[]): string[] =>
  lists.find((names) => names !== undefined && names.length > 0) ?? [];

/** Why a scripture is left out that cannot be parsed. */
function problemOf(scripture: string): string {
  const text = `"${scripture.slice(0, 60)}"`;
  return findReferences(scripture).length === 0
    ? `${text} is not a chapter or verse of the Bible`
    : `${text} is not imported as a scripture: it is ambiguous, or the verses do not exist`;
}

function readFile(type: string, source: TranscriptSource): { metadata: DocumentMetadata; body: Body } {
  if (!transcriptExtensions.includes(type))
    throw new TranscriptFormatError(
      `${type ? `A ${type} file` : 'A file without an extension'} cannot be imported`,
    );
  const { json } = source;
  if (json !== undefined) {
    const body = readerOf(source, { type }).read(source);
    // Other JSON uses the same field names for other things.
    return { metadata: metadataOf(isFields(json) && looksLikeSegments(json) ? json : {}), body };
  }
  const { metadata, body: text } = parseFrontMatter(source.text);
  const rest = text === source.text ? source : { ...textSource(text), isWord: source.isWord };
  return { metadata, body: readBody(readerOf(rest, { type }), rest, metadata.title) };
}

function readBody(reader: TranscriptReader, source: TranscriptSource, title: string | null): Body {
  if (reader.name === 'markdown') return readMarkdown(source.text, title);
  if (reader.name === 'text' || reader.name === 'docx') return readPlain(source.text);
  return reader.read(source);
}

/**
 * A Markdown heading at the top of plain text is the title. A generic heading such as `Audio Transcription` is
 * neither title nor speech.
 */
function readPlain(written: string): Body {
  const first = /^\s*(\S.*)\n(?=[^]*\S)/.exec(written);
  const text = first && isGenericTitle(first[1]!) ? written.slice(first[0].length) : written;
  const heading = /^\s*#{1,6}[ \t]+(\S.*)\n/.exec(text);
  const transcript = parsePlainText(heading ? text.slice(heading[0].length) : text);
  const verse = findTextVerse(transcript.segments.map((segment) => segment.text));
  const byline = findByline(text);
  return { ...transcript, heading: heading ? plainInline(heading[1]!) : null, verse, byline };
}

/** The first heading is the title. It is part of the text only if the front matter has a different title. */
function readMarkdown(text: string, title: string | null): Body {
  checkTexts([{ text }]);
  const blocks = markdownBlocks(markTurns(text));
  const isHeading = (at: number): boolean => blocks[at]?.kind === 'heading';
  let first = blocks.findIndex((block) => block.kind === 'heading');
  // `# Audio Transcription` is neither title nor speech.
  while (isHeading(first) && isGenericTitle(plainInline(blocks[first]!.source))) {
    blocks.splice(first, 1);
    if (!isHeading(first)) first = -1;
  }
  const heading = first < 0 ? null : plainInline(blocks[first]!.source);
  const body =
    heading !== null && (title === null || title === heading) ? blocks.toSpliced(first, 1) : blocks;
  const { speakers, ...transcript } = parseBlocks(body);
  const opening = body.filter((block) => block.kind === 'paragraph').slice(0, OPENING_PARAGRAPHS);
  const verse = findTextVerse(opening.map((block) => plainInline(block.source)));
  return {
    ...transcript,
    warnings: lostForms(text, transcript.segments),
    speakers: speakers.filter((name) => !isNumberedSpeaker(name)),
    heading,
    verse,
    byline: findByline(text),
  };
}

/** The speakers, without those numbered by a program. */
function speakersOf(segments: readonly Segment[]): string[] {
  const names = new Set(segments.flatMap(({ speaker }) => (speaker ? [speaker] : [])));
  return [...names].filter((name) => !isNumberedSpeaker(name) && !NO_SPEAKER.test(name));
}

function extensionOf(path: string): string {
  return /\.[^./]+$/.exec(path)?.[0].toLowerCase() ?? '';
}
