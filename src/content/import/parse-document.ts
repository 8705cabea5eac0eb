/** Parses a file of an import folder: its metadata, its segments, and warnings about what was repaired. */
import type { Segment } from '../../../indexer/index.js';
import { parseReferences } from '../../../indexer/index.js';
import { hasWords, type ParsedTranscript } from '../transcripts/formats/cues.js';
import { decodeText } from '../transcripts/formats/decode-text.js';
import { TranscriptFormatError } from '../transcripts/formats/format-error.js';
import { checkSegments } from '../transcripts/formats/limits.js';
import { parsePlainText } from '../transcripts/formats/plain-text.js';
import { parseJson, segmentsOfValue } from '../transcripts/formats/segments-json.js';
import { parseSrt } from '../transcripts/formats/srt.js';
import { parseVtt } from '../transcripts/formats/vtt.js';
import { metadataOf, parseFrontMatter, type DocumentMetadata } from './front-matter.js';
import { markdownBlocks, plainInline } from './markdown.js';
import { OPENING_PARAGRAPHS, findTextVerse } from './text-verse.js';
import { readTurns } from './turns.js';

export interface ImportedDocument extends DocumentMetadata {
  title: string;
  segments: Segment[];
  /** What was repaired or left out. */
  warnings: string[];
}

type Body = ParsedTranscript & { heading?: string | null; speakers?: string[]; verse?: string | null };

/** Extensions of files that can be imported, lower case. */
export const DOCUMENT_EXTENSIONS = ['.vtt', '.srt', '.json', '.txt', '.md'] as const;
/** A file with a greater share of control characters is not text. */
const MAX_CONTROL_SHARE = 0.02;
const MAX_TITLE_LENGTH = 255;
const MAX_SCRIPTURES = 200;

/**
 * Parses a document by the extension of its path.
 * @param path with `/` between folders; only the file name is used
 * @throws {TranscriptFormatError} when the file cannot be imported
 */
export function parseDocument(path: string, bytes: Uint8Array): ImportedDocument {
  const text = decodeText(bytes);
  if (text.trim() === '') throw new TranscriptFormatError('The file is empty');
  const controls = text.length - text.replace(/[^\P{Cc}\s]+/gu, '').length;
  if (controls > text.length * MAX_CONTROL_SHARE) throw new TranscriptFormatError('The file is not text');
  const { metadata, body } = read(extensionOf(path), text);
  const title = metadata.title ?? (body.heading || titleOfPath(path));
  const warnings = [...body.warnings];
  if (metadata.scriptures.length > MAX_SCRIPTURES)
    throw new TranscriptFormatError(`There are more than ${MAX_SCRIPTURES} scriptures`);
  for (const scripture of metadata.scriptures) {
    if (parseReferences(scripture).length === 0)
      warnings.push(`"${scripture.slice(0, 60)}" is not a Bible reference with a chapter`);
  }
  return {
    ...metadata,
    title: title.slice(0, MAX_TITLE_LENGTH),
    speakers: metadata.speakers.length > 0 ? metadata.speakers : (body.speakers ?? speakersOf(body.segments)),
    scriptures: metadata.scriptures.length > 0 ? metadata.scriptures : body.verse ? [body.verse] : [],
    segments: body.segments,
    warnings,
  };
}

function read(extension: string, text: string): { metadata: DocumentMetadata; body: Body } {
  if (extension === '.json') {
    const value = parseJson(text);
    const fields = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
    const transcript = segmentsOfValue(value);
    return { metadata: metadataOf(fields as Record<string, unknown>), body: transcript };
  }
  const { metadata, body } = parseFrontMatter(text);
  if (extension === '.vtt') return { metadata, body: parseVtt(body) };
  if (extension === '.srt') return { metadata, body: parseSrt(body) };
  if (extension === '.md') return { metadata, body: readMarkdown(body, metadata.title) };
  if (extension === '.txt') return { metadata, body: readPlain(body) };
  throw new TranscriptFormatError(
    `${extension ? `A ${extension} file` : 'A file without an extension'} cannot be imported`,
  );
}

/** A Markdown heading at the top of plain text is the title. */
function readPlain(text: string): Body {
  const heading = /^\s*#{1,6}[ \t]+(\S.*)\n/.exec(text);
  const transcript = parsePlainText(heading ? text.slice(heading[0].length) : text);
  const verse = findTextVerse(transcript.segments.map((segment) => segment.text));
  return { ...transcript, heading: heading ? plainInline(heading[1]!) : null, verse };
}

/** The first heading is the title, and not part of the text unless the front matter has another title. */
function readMarkdown(text: string, title: string | null): Body {
  const blocks = markdownBlocks(text);
  const first = blocks.findIndex((block) => block.kind === 'heading');
  const heading = first < 0 ? null : plainInline(blocks[first]!.source);
  const body =
    heading !== null && (title === null || title === heading) ? blocks.toSpliced(first, 1) : blocks;
  const { segments, speakers } = readTurns(body);
  checkSegments(segments.length);
  if (!segments.some((segment) => hasWords(segment.text))) {
    throw new TranscriptFormatError('There is no text below the title');
  }
  const opening = body.filter((block) => block.kind === 'paragraph').slice(0, OPENING_PARAGRAPHS);
  const verse = findTextVerse(opening.map((block) => plainInline(block.source)));
  return { segments, speakers, heading, verse, warnings: [] };
}

function speakersOf(segments: readonly Segment[]): string[] {
  return [...new Set(segments.flatMap((segment) => (segment.speaker ? [segment.speaker] : [])))];
}

function extensionOf(path: string): string {
  return /\.[^./]+$/.exec(path)?.[0].toLowerCase() ?? '';
}

/** `items/the-good_shepherd.en.vtt` is "The Good Shepherd En". */
function titleOfPath(path: string): string {
  const name = path
    .split('/')
    .at(-1)!
    .replace(/\.[^.]+$/, '');
  const words = name.replace(/[_\-.+\s]+/g, ' ').trim() || name;
  return words.replace(/(^| )(\p{Ll})/gu, (_, space: string, letter: string) => space + letter.toUpperCase());
}
