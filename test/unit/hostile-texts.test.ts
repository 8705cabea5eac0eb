/**
 * Hostile texts for every parser: parsed or rejected. They are so long that a quadratic parser exceeds the time limit.
 */
import { describe, expect, it } from 'vitest';
import { chunkSegments, findReferences } from '../../indexer/index.js';
import { hostileTexts, type HostileFormat } from '../support/abuse/hostile-texts.js';
import { parseDocument } from '../../src/import/parse-document.js';
import { decodeText } from '../../src/transcripts/formats/parsing/decode-text.js';
import { TranscriptFormatError } from '../../src/transcripts/formats/parsing/format-error.js';
import { parsePlainText } from '../../src/transcripts/formats/text/plain-text.js';
import { parseJson } from '../../src/transcripts/formats/parsing/json-value.js';
import { segmentsOfValue } from '../../src/transcripts/formats/parsing/segments-json.js';
import { parseSrt } from '../../src/transcripts/formats/captions/srt.js';
import { parseVtt } from '../../src/transcripts/formats/captions/vtt.js';
import { slugify } from '../../src/platform/lib/slug.js';

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
const PARSERS: [parser: string, format: HostileFormat, read: (bytes: Uint8Array) => unknown][] = [
  ['WebVTT', 'vtt', (bytes) => parseVtt(decodeText(bytes)).segments],
  ['SubRip', 'srt', (bytes) => parseSrt(decodeText(bytes)).segments],
  ['plain text', 'txt', (bytes) => parsePlainText(decodeText(bytes)).segments],
  ['JSON', 'json', (bytes) => segmentsOfValue(parseJson(decodeText(bytes))).segments],
  ['Markdown', 'md', (bytes) => parseDocument('a.md', bytes)],
  ['front matter', 'yaml', (bytes) => parseDocument('a.txt', Buffer.from(`---\n${text(bytes)}\n---\nword`))],
  ['chunks', 'field', (bytes) => chunkSegments([{ text: text(bytes), startMs: 0, endMs: 9 }])],
  ['references', 'field', (bytes) => findReferences(text(bytes))],
  ['slugs', 'field', (bytes) => slugify(text(bytes))],
];

describe('hostile texts', () => {
  it.each(PARSERS)('are parsed as %s, or rejected', (_parser, format, read) => {
    for (const { name, bytes } of hostileTexts(format, 24_000)) {
      try {
        read(bytes);
      } catch (error) {
        expect(error, name).toBeInstanceOf(TranscriptFormatError);
      }
    }
  });
});
