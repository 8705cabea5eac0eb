/** Parses the body of a transcript upload in any format. */
import { badRequest, invalid } from '../../platform/lib/errors.js';
import { details } from '../../platform/lib/zod-issues.js';
import type { ParsedTranscript } from '../formats/parsing/parsed-transcript.js';
import { TranscriptFormatError } from '../formats/parsing/format-error.js';
import { parseJson } from '../formats/parsing/json-value.js';
import { checkTexts } from '../formats/parsing/limits.js';
import { readableFormats, readerOf, type FormatHint } from '../formats/readers.js';
import { segmentsOfValue } from '../formats/parsing/segments-json.js';
import { readSource } from '../formats/source.js';
import { newTranscript } from './transcript.schema.js';

interface TranscriptBody extends ParsedTranscript {
  /** Only in our own JSON. */
  mediaAssetId?: number | null | undefined;
}

/**
 * Our own JSON is validated field by field, because a program wrote it for us; other files are read leniently.
 * @throws {BadRequestError} when the content type is JSON but the body is not
 * @throws {ValidationError} when the body cannot be read; the message lists the readable formats
 */
export const readTranscriptBody = (bytes: Uint8Array, hint: FormatHint): TranscriptBody => {
  try {
    const source = readSource(bytes);
    if (hint.type === 'application/json' && hint.format === undefined && source.json === undefined)
      assertJson(source.text);
    const reader = readerOf(source, hint);
    return reader.name === 'json' ? readOwnJson(source.json) : reader.read(source);
  } catch (error) {
    if (!(error instanceof TranscriptFormatError)) throw error;
    const problem = error.message.replace(/\.$/, '');
    throw invalid([{ path: 'segments', message: `${problem}. Supported formats: ${readableFormats}` }]);
  }
};

const assertJson = (text: string): void => {
  try {
    parseJson(text);
  } catch {
    throw badRequest('The body is not valid JSON');
  }
};

const readOwnJson = (json: unknown): TranscriptBody => {
  const parsed = newTranscript.safeParse(json);
  if (!parsed.success) throw invalid(details(parsed.error));
  const { mediaAssetId, language, segments } = parsed.data;
  checkTexts(segments);
  checkIds(segments);
  return { ...segmentsOfValue(segments, { hasIds: true }), mediaAssetId, ...(language && { language }) };
};

const checkIds = (segments: readonly { id?: string | undefined }[]): void => {
  const seen = new Set<string>();
  const problems = segments.flatMap(({ id }, i) => {
    if (id === undefined) return [];
    if (seen.has(id)) return { path: `segments.${i}.id`, message: 'is duplicated' };
    seen.add(id);
    return [];
  });
  if (problems.length > 0) throw invalid(problems);
};
