/** Tasks that read uploads, and the output of speech recognition, as transcripts to store. */
import { invalid, badRequest } from '../../platform/lib/errors.js';
import type { ThreadPool } from '../../platform/lib/thread-pool.js';
import { type FormatHint, readableFormats, readerOf } from '../formats/readers.js';
import { estimateTimes } from '../formats/segments/times.js';
import { joinSpeech, readSpeech, type SpeechPart } from '../formats/speech.js';
import {
  parseIdentified,
  storedSegments,
  withFormerIds,
  type StoredSegments,
  type TranscriptText,
} from './stored-segments.js';
import { details } from '../../platform/lib/zod-issues.js';
import type { ParsedTranscript } from '../formats/parsing/parsed-transcript.js';
import { TranscriptFormatError } from '../formats/parsing/format-error.js';
import { parseJson } from '../formats/parsing/json-value.js';
import { checkTexts } from '../formats/parsing/limits.js';
import { segmentsOfValue } from '../formats/parsing/segments-json.js';
import { readSource } from '../formats/source.js';
import { newTranscript } from './transcript.schema.js';

export interface UploadInput {
  hint: FormatHint;
  bytes: Uint8Array;
  /** The media asset and the language from the request's query. */
  mediaAssetId: number | null;
  language: string | null;
  /** Durations of the item's media, over which a text without times is spread. */
  media: { id: number; durationSecs: number | null }[];
  /** The item's own duration. */
  durationSecs: number | null;
  /** The transcript that it may replace. */
  former: TranscriptText | null;
}

interface ReadUpload extends StoredSegments {
  language: string | null;
  mediaAssetId: number | null;
  /** The content is that of the former transcript, and ids are not. */
  hasNewIds: boolean;
  /** What was repaired or left out. */
  warnings: string[];
}

interface SpeechInput {
  bytes: Uint8Array;
  hint: FormatHint;
  /** Duration of the part; null if unknown. */
  durationMs: number | null;
}

export const uploadTasks = {
  /** @throws {AppError} when the body is not a transcript */
  readUpload: ({
    hint,
    bytes,
    media,
    durationSecs,
    mediaAssetId,
    language,
    former,
  }: UploadInput): ReadUpload => {
    const body = readTranscriptBody(bytes, hint);
    if (mediaAssetId !== null && (body.mediaAssetId ?? mediaAssetId) !== mediaAssetId)
      throw invalid([{ path: 'mediaAssetId', message: 'is another one in the body than in the query' }]);
    const chosenId = mediaAssetId ?? body.mediaAssetId ?? null;
    const chosen = media.find(({ id }) => id === chosenId);
    const known = media.flatMap((asset) => asset.durationSecs ?? []);
    const secs = chosen?.durationSecs ?? (known.length > 0 ? Math.max(...known) : durationSecs);
    const timed = secs === null ? body.segments : estimateTimes(body.segments, secs * 1_000);
    const before = former && parseIdentified(former);
    const segments = before ? withFormerIds(timed, before) : timed;
    const stored = storedSegments(segments);
    const isSameText = stored.contentHash === former?.contentHash;
    return {
      ...stored,
      language: language ?? body.language ?? null,
      mediaAssetId: chosenId,
      warnings: body.warnings,
      hasNewIds: isSameText && segments.some(({ id }, i) => id !== before?.[i]?.id),
    };
  },

  /**
   * JSON of the speech in a part of a recording, and its language.
   * @throws {ValidationError} when it is not a readable transcript
   */
  readSpeech: ({ bytes, hint, durationMs }: SpeechInput): Omit<SpeechPart, 'startMs'> => {
    const { segments, language } = readSpeech(bytes, hint, durationMs);
    return { segments: JSON.stringify(segments), language };
  },

  /** The transcript of a recording that was transcribed in parts. */
  joinSpeech: ({ parts }: { parts: readonly SpeechPart[] }): StoredSegments & { language: string | null } => {
    const { segments, language } = joinSpeech(parts);
    return { ...storedSegments(segments), language };
  },
};

export type UploadThreads = ThreadPool<typeof uploadTasks>;

interface TranscriptBody extends ParsedTranscript {
  /** Only in our own JSON. */
  mediaAssetId?: number | null | undefined;
}

/**
 * Our own JSON is validated field by field, because a program wrote it for us; other files are read leniently.
 * @throws {BadRequestError} when the content type is JSON but the body is not
 * @throws {ValidationError} when the body cannot be read; the message lists the readable formats
 */
const readTranscriptBody = (bytes: Uint8Array, hint: FormatHint): TranscriptBody => {
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
