/** Turns a file of an import folder into what becomes an item: its facts, its segments, and what was odd about it. */
import type { Segment } from '../../../indexer/index.js';
import { parseReferences } from '../../../indexer/index.js';
import { hasWords, type ParsedTranscript } from '../transcripts/formats/cues.js';
import { decodeText } from '../transcripts/formats/decode-text.js';
import { TranscriptFormatError } from '../transcripts/formats/format-error.js';
import { parsePlainText } from '../transcripts/formats/plain-text.js';
import { parseJson, segmentsOfValue } from '../transcripts/formats/segments-json.js';
import { parseSrt } from '../transcripts/formats/srt.js';
import { parseVtt } from '../transcripts/formats/vtt.js';
import { factsOf, takeFrontMatter, type DocumentFacts } from './front-matter.js';
import { markdownBlocks, plainInline } from './markdown.js';
import { PARAGRAPHS_LOOKED_AT, textVerse } from './text-verse.js';
import { readTurns } from './turns.js';

export interface ImportedDocument {
  title: string;
  /** YYYY-MM-DD, null where the document does not say. */
  date: string | null;
  speakers: string[];
  series: string | null;
  topics: string[];
  /** References as written; `parseReferences` reads them. */
  scriptures: string[];
  description: string | null;
  segments: Segment[];
  /** What was repaired or left out. */
  warnings: string[];
}

type Body = ParsedTranscript & { heading?: string | null; speakers?: string[]; verse?: string | null };

/** The endings of files that can be imported, lower case. */
export const DOCUMENT_EXTENSIONS = ['.vtt', '.srt', '.json', '.txt', '.md'] as const;
/** More control characters than this share are no text. */
const BINARY_SHARE = 0.02;
const LONGEST_TITLE = 255;

/**
 * Reads a document by the ending of its path.
 * @param path with `/` between folders; only the file's name is used.
 * @throws TranscriptFormatError saying, for a person, why nothing can be made of it.
 */
export function parseDocument(path: string, bytes: Uint8Array): ImportedDocument {
  const text = decodeText(bytes);
  if (text.trim() === '') throw new TranscriptFormatError('The file is empty');
  const controls = text.match(/[^\P{Cc}\s]/gu)?.length ?? 0;
  if (controls > text.length * BINARY_SHARE) throw new TranscriptFormatError('The file is not text');
  const { facts, body } = read(extensionOf(path), text);
  const title = facts.title ?? (body.heading || titleOfPath(path));
  const warnings = [...body.warnings];
  for (const scripture of facts.scriptures) {
    if (parseReferences(scripture).length === 0)
      warnings.push(`"${scripture}" is no Bible reference with a chapter`);
  }
  return {
    title: title.slice(0, LONGEST_TITLE),
    date: facts.date,
    speakers: facts.speakers.length > 0 ? facts.speakers : (body.speakers ?? speakersOf(body.segments)),
    series: facts.series,
    topics: facts.topics,
    scriptures: facts.scriptures.length > 0 ? facts.scriptures : body.verse ? [body.verse] : [],
    description: facts.description,
    segments: body.segments,
    warnings,
  };
}

function read(extension: string, text: string): { facts: DocumentFacts; body: Body } {
  if (extension === '.json') {
    const value = parseJson(text);
    const fields = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
    const transcript = segmentsOfValue(value);
    return { facts: factsOf(fields as Record<string, unknown>), body: transcript };
  }
  const { facts, body } = takeFrontMatter(text);
  if (extension === '.vtt') return { facts, body: parseVtt(body) };
  if (extension === '.srt') return { facts, body: parseSrt(body) };
  if (extension === '.md') return { facts, body: readMarkdown(body, facts.title) };
  if (extension === '.txt') return { facts, body: readPlain(body) };
  throw new TranscriptFormatError(`A ${extension || 'nameless'} file cannot be imported`);
}

/** Plain text with a Markdown heading on top has its title there. */
function readPlain(text: string): Body {
  const heading = /^\s*#{1,6}[ \t]+(\S.*)\n/.exec(text);
  const transcript = parsePlainText(heading ? text.slice(heading[0].length) : text);
  const verse = textVerse(transcript.segments.map((segment) => segment.text));
  return { ...transcript, heading: heading ? plainInline(heading[1]!) : null, verse };
}

/** The heading that is the title stands above the text, not in it. */
function readMarkdown(text: string, title: string | null): Body {
  const blocks = markdownBlocks(text);
  const first = blocks.findIndex((block) => block.kind === 'heading');
  const heading = first < 0 ? null : plainInline(blocks[first]!.source);
  const body =
    heading !== null && (title === null || title === heading) ? blocks.toSpliced(first, 1) : blocks;
  const { segments, speakers } = readTurns(body);
  if (!segments.some((segment) => hasWords(segment.text))) {
    throw new TranscriptFormatError('There are no words below the title');
  }
  const opening = body.filter((block) => block.kind === 'paragraph').slice(0, PARAGRAPHS_LOOKED_AT);
  const verse = textVerse(opening.map((block) => plainInline(block.source)));
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
