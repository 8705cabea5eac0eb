/**
 * Speech recognition by a server that speaks OpenAI's protocol, as OpenAI, Groq, Speaches, LocalAI and whisper.cpp's
 * server do: https://platform.openai.com/docs/api-reference/audio/createTranscription
 */
import { multipart, send, type HttpReply } from './http-client.js';
import {
  MAX_TRANSCRIPT_BYTES,
  TranscriberUnavailableError,
  TranscriptionError,
  quoted,
  type Sound,
  type Transcriber,
  type TranscriberOptions,
  type TranscriptFile,
} from './transcriber.js';

export interface ServerOptions extends TranscriberOptions {
  /** With or without `/v1`, or the whole path of transcriptions. */
  url: string;
  apiKey: string | null;
  model: string;
}

/** OpenAI's limit; others have the same or none. */
const MAX_FILE_BYTES = 25 * 1000 ** 2;
/** What is asked for, until a server knows it: not every one has times of words, or times at all. */
const FORMATS: readonly (readonly [string, string])[][] = [
  [
    ['response_format', 'verbose_json'],
    ['timestamp_granularities[]', 'segment'],
    ['timestamp_granularities[]', 'word'],
  ],
  [['response_format', 'verbose_json']],
  [['response_format', 'json']],
];
/** Statuses of servers that do not know what was asked for. */
const UNKNOWN_FORMAT: ReadonlySet<number> = new Set([400, 415, 422]);
const BUSY: ReadonlySet<number> = new Set([408, 425, 429]);
const CHECK_TIMEOUT_MS = 2_500;
/** A server is asked no more often whether it is there. */
const CHECK_EVERY_MS = 30_000;

/** Where transcriptions are posted to, whatever part of it the operator gave. */
export const transcriptionUrl = (base: string): URL => {
  const url = new URL(base);
  const path = url.pathname.replace(/\/+$/, '');
  if (/\/(?:audio\/transcriptions|inference)$/.test(path)) url.pathname = path;
  else
    url.pathname = /\/v\d+$/.test(path) ? `${path}/audio/transcriptions` : `${path}/v1/audio/transcriptions`;
  return url;
};

export const createTranscriptionServer = (options: ServerOptions): Transcriber => {
  const { apiKey, model, language, timeoutMs } = options;
  const url = transcriptionUrl(options.url);
  const headers = {
    Accept: 'application/json, text/plain',
    ...(apiKey && { Authorization: `Bearer ${apiKey}` }),
  };
  let format = 0;
  let lastCheck: { at: number; outcome: Promise<void> } | undefined;

  /** Servers quote what they were sent. */
  const withoutKey = (text: string): string => (apiKey ? text.replaceAll(apiKey, '…') : text);

  const post = (sound: Sound, asked: readonly (readonly [string, string])[], signal: AbortSignal) => {
    // The region is of no use to recognisers: `pt`, not `pt-BR`.
    const spoken = language ? [['language', language.split('-')[0]!] as const] : [];
    const body = multipart([['model', model], ...spoken, ...asked], sound);
    return send(url, { method: 'POST', headers, body, timeoutMs, maxBytes: MAX_TRANSCRIPT_BYTES, signal });
  };

  const check = async (): Promise<void> => {
    const models = new URL(url);
    models.pathname = models.pathname.replace(/\/audio\/transcriptions$|\/inference$/, '/models');
    const limits = {
      timeoutMs: CHECK_TIMEOUT_MS,
      maxBytes: MAX_TRANSCRIPT_BYTES,
      signal: new AbortController().signal,
    };
    const { status } = await send(models, { method: 'GET', headers, ...limits });
    if (status === 401 || status === 403)
      throw new Error(`${url.origin} refuses access (${status}): ${SET_KEY}`);
    if (status >= 500) throw new Error(`${url.origin} answers with ${status}`);
  };

  return {
    description: `${url.origin}${url.pathname}, model ${model}`,
    language,
    partMs: options.partMs,
    maxFileBytes: MAX_FILE_BYTES,
    limit: { total: 4, perAccount: 2 },
    transcribe: async (sound, _folder, signal) => {
      for (;;) {
        const asked = FORMATS[format]!;
        const reply = await post(sound, asked, signal);
        if (reply.status < 300) return fileOf(reply, withoutKey);
        if (!UNKNOWN_FORMAT.has(reply.status) || asked === FORMATS.at(-1)) throw failureOf(reply, withoutKey);
        // Another recording may have found out meanwhile.
        format = Math.max(format, FORMATS.indexOf(asked) + 1);
      }
    },
    check: () => {
      if (!lastCheck || performance.now() - lastCheck.at > CHECK_EVERY_MS)
        lastCheck = { at: performance.now(), outcome: check() };
      return lastCheck.outcome;
    },
  };
};

const SET_KEY = 'set TRANSCRIBE_API_KEY';

const fileOf = ({ headers, body }: HttpReply, clean: (text: string) => string): TranscriptFile => {
  const problem = body.length < 10_000 && /^\s*\{\s*"error"/.test(body.toString('utf8'));
  // whisper.cpp's server answers so with status 200.
  if (problem)
    throw new TranscriptionError(`The transcription server cannot read the sound${problemIn(body, clean)}`);
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  return { bytes: body, hint: type === 'application/json' ? { type } : {} };
};

const failureOf = ({ status, headers, body }: HttpReply, clean: (text: string) => string): Error => {
  const said = problemIn(body, clean);
  if (BUSY.has(status) || status >= 500)
    return new TranscriberUnavailableError(
      status === 429
        ? `The transcription server takes no more for now${said}`
        : `The transcription server fails (${status})${said}`,
      retryAfterMs(headers['retry-after']),
    );
  // What it says of a wrong key may be part of it.
  if (status === 401 || status === 403)
    return new TranscriptionError(
      `The transcription server refuses access (${status}): an operator must ${SET_KEY}.`,
    );
  if (status < 400)
    return new TranscriptionError(
      `The transcription server redirects (${status}): an operator must correct TRANSCRIBE_URL.`,
    );
  if (status === 404)
    return new TranscriptionError(
      `The transcription server does not know this path or model (404): an operator must check TRANSCRIBE_URL and TRANSCRIBE_MODEL${said}`,
    );
  if (status === 413)
    return new TranscriptionError('The sound is too large for the transcription server (413).');
  return new TranscriptionError(`The transcription server refuses the sound (${status})${said}`);
};

/** What a server says of an error, as its JSON has it or as it is; see `quoted`. */
const problemIn = (body: Buffer, clean: (text: string) => string): string => {
  const text = body.subarray(0, 10_000).toString('utf8');
  let said = text;
  try {
    const { error, message, detail } = JSON.parse(text) as Record<string, unknown>;
    const problem = error ?? message ?? detail;
    const inner =
      typeof problem === 'object' && problem !== null ? (problem as { message?: unknown }).message : problem;
    if (typeof inner === 'string') said = inner;
  } catch {
    // It is text, or was cut off.
  }
  return quoted(clean(said));
};

/** Seconds or a date: RFC 9110, 10.2.3. */
const retryAfterMs = (value: string | undefined): number | undefined => {
  if (value === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(value.trim()) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
};
