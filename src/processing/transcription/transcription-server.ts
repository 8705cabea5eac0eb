/**
 * Speech recognition by an OpenAI-compatible server, such as OpenAI, Groq, Speaches, LocalAI and whisper.cpp's
 * server: https://platform.openai.com/docs/api-reference/audio/createTranscription
 */
import { FormData } from 'undici';
import { UnreadableFileError, PermanentError, type HttpReply } from '../model-server/http-client.js';
import {
  createModelServer,
  type ModelServerKind,
  type ModelServerOptions,
} from '../model-server/model-server.js';
import {
  MAX_TRANSCRIPT_BYTES,
  type Sound,
  type Transcriber,
  type TranscriberOptions,
  type TranscriptFile,
  type TranscriptionRequest,
} from './transcriber.js';
import { File } from 'node:buffer';
import { Readable } from 'node:stream';

/** The form has a known length, because not every server accepts chunked bodies. */
const soundForm = (fields: readonly (readonly [string, string])[], sound: Sound): FormData => {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  form.append('file', fileOf(sound));
  return form;
};

/**
 * A file that is streamed while it is sent. A real File has its bytes in memory, but undici uses only its size
 * and stream.
 */
const fileOf = (sound: Sound): File =>
  Object.defineProperties(new File([], sound.filename, { type: sound.contentType }), {
    size: { value: sound.sizeBytes },
    stream: { value: () => Readable.from(bytesOf(sound)) },
  });

async function* bytesOf(sound: Sound): AsyncGenerator<Buffer> {
  try {
    yield* sound.open() as AsyncIterable<Buffer>;
  } catch (cause) {
    throw new UnreadableFileError('The file cannot be read', { cause });
  }
}

export type ServerOptions = TranscriberOptions & ModelServerOptions;

type Format = readonly (readonly [string, string])[];

const KIND: ModelServerKind<Format> = {
  name: 'transcription server',
  input: 'sound',
  variables: 'TRANSCRIBE',
  path: '/audio/transcriptions',
  // Path of whisper.cpp's server.
  otherPaths: ['/inference'],
  accept: 'application/json, text/plain',
  maxReplyBytes: MAX_TRANSCRIPT_BYTES,
  // Not every server supports word times, or times at all.
  formats: [
    [
      ['response_format', 'verbose_json'],
      ['timestamp_granularities[]', 'segment'],
      ['timestamp_granularities[]', 'word'],
    ],
    [['response_format', 'verbose_json']],
    [['response_format', 'json']],
  ],
};

/** OpenAI's limit; others have the same or none. */
const MAX_FILE_BYTES = 25 * 1000 ** 2;

export const createTranscriptionServer = (options: ServerOptions): Transcriber => {
  const { model, language, prompt: ownPrompt } = options;
  const { url, ask, problemIn, check } = createModelServer(options, KIND);

  const bodyOf = (
    sound: Sound,
    format: Format,
    { prompt, language: spokenIn }: TranscriptionRequest,
  ): FormData => {
    // Recognisers ignore regions: `pt`, not `pt-BR`.
    const spoken = spokenIn ? [['language', spokenIn.split('-')[0]!] as const] : [];
    const expected = prompt ? [['prompt', prompt] as const] : [];
    return soundForm([['model', model], ...spoken, ...expected, ...format], sound);
  };

  const fileOf = ({ headers, body }: HttpReply): TranscriptFile => {
    // whisper.cpp's server reports this error with status 200.
    if (body.length < 10_000 && /^\s*\{\s*"error"/.test(body.toString('utf8')))
      throw new PermanentError(`The transcription server cannot read the sound${problemIn(body)}`);
    const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
    return { bytes: body, hint: type === 'application/json' ? { type } : {} };
  };

  return {
    description: `${url.origin}${url.pathname}, model ${model}`,
    language,
    prompt: ownPrompt,
    partMs: options.partMs,
    maxFileBytes: MAX_FILE_BYTES,
    limit: { total: 4, perAccount: 2 },
    transcribe: async (sound, request) =>
      fileOf(await ask((format) => bodyOf(sound, format, request), request.signal)),
    check,
  };
};
