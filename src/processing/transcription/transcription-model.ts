/** Speech recognition by a Whisper model on this machine, in a process of its own that ends when it is idle. */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createWorker, WorkerError } from '../../../workers/index.js';
import { ModelUnavailableError, PermanentError } from '../model-server/http-client.js';
import type { Transcriber, TranscriberOptions } from './transcriber.js';
import { findWhisperFiles } from './whisper/whisper-files.js';
import type { WhisperCalls, WhisperOptions } from './whisper-process.js';

export interface ModelOptions extends TranscriberOptions {
  /** Of the model. */
  folder: string;
  /** Its name, for people. */
  name: string;
}

/** Loading a model again takes less than a second, and the next part comes at once. */
const IDLE_MS = 10_000;

export const createTranscriptionModel = ({
  folder: model,
  name,
  language,
  prompt,
  partMs,
  timeoutMs,
}: ModelOptions): Transcriber => {
  // One core stays free for requests.
  const data: WhisperOptions = { folder: model, threads: Math.max(1, availableParallelism() - 1) };
  const worker = createWorker<WhisperCalls>({
    name: 'The transcriber',
    entry: './whisper-process',
    importer: import.meta.url,
    kind: 'process',
    data,
    timeoutMs,
    idleMs: IDLE_MS,
  });

  const check = (): Promise<void> =>
    new Promise((resolve, reject) => {
      try {
        findWhisperFiles(model);
        resolve();
      } catch (error) {
        reject(new ModelUnavailableError((error as Error).message));
      }
    });

  return {
    description: `${name} on this server`,
    language,
    prompt,
    partMs,
    maxFileBytes: 0,
    // It uses all processor cores but one.
    limit: { total: 1, perAccount: 1 },
    transcribe: async (sound, { folder, signal, prompt: words, language: spoken }) => {
      await check();
      const path = join(folder, 'sound.wav');
      await pipeline(sound.open(), createWriteStream(path), { signal });
      const stop = (): void => void worker.end();
      signal.addEventListener('abort', stop, { once: true });
      try {
        const options = { language: codeOf(spoken), prompt: words };
        const { processorMs, ...text } = await worker.call('transcribe', path, options, () =>
          Promise.resolve(),
        );
        return { bytes: Buffer.from(JSON.stringify(text)), hint: {}, processorMs };
      } catch (error) {
        signal.throwIfAborted();
        throw explained(error, timeoutMs);
      } finally {
        signal.removeEventListener('abort', stop);
        await rm(path, { force: true });
      }
    },
    check,
    close: worker.close,
  };
};

/** Whisper knows languages by ISO 639-1, without regions. */
const codeOf = (language: string | null): string | null => language?.split('-')[0]?.toLowerCase() ?? null;

const explained = (error: unknown, timeoutMs: number): unknown => {
  if (!(error instanceof WorkerError)) return error;
  if (error.reason === 'timeout')
    return new PermanentError(`The transcriber took longer than ${timeoutMs / 1_000} s and was ended.`);
  return error.reason === 'start' ? new ModelUnavailableError(error.message) : error;
};
