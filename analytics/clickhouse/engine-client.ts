/**
 * Runs the embedded ClickHouse in a separate process, which uses some 250 MiB and frees them only when it ends. It
 * starts on demand, and stops when idle.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createWorker, WorkerError } from '../../workers/index.js';
import type { ClickHouse } from './clickhouse.js';
import { AnalyticsUnavailableError, ENGINE_ERRORS } from './errors.js';
import type { Engine } from './engine.js';

/** The process stops after this time without statements. */
const IDLE_MS = 5_000;
/** When it is stopped, its statements may finish within this time. */
const END_MS = 30_000;
/** Prefix of the folders for exports, in the engine's folder. */
const EXPORT = 'export-';

/** @throws {AnalyticsUnavailableError} when another process has the folder open */
export const connectEmbedded = async (path: string): Promise<ClickHouse> => {
  const worker = createWorker<Engine>({
    name: 'The process of the embedded ClickHouse',
    entry: './engine-process',
    importer: import.meta.url,
    kind: 'process',
    data: path,
    errors: ENGINE_ERRORS,
    idleMs: IDLE_MS,
    finishMs: END_MS,
  });
  /** Whether the last start failed. */
  let failed = false;
  let closed = false;

  const call: typeof worker.call = async (name, ...args) => {
    try {
      const result = await worker.call(name, ...args);
      failed = false;
      return result;
    } catch (error) {
      if (!(error instanceof WorkerError)) throw error;
      failed = error.reason === 'start';
      if (error.cause instanceof AnalyticsUnavailableError) throw error.cause;
      throw new AnalyticsUnavailableError(error.message, { cause: error });
    }
  };

  try {
    await call('ping');
  } catch (error) {
    await worker.close();
    throw error;
  }
  // Left behind by a process that was killed.
  for (const name of await readdir(path)) {
    if (name.startsWith(EXPORT)) await rm(join(path, name), { recursive: true, force: true });
  }
  return {
    query: <Row>(...args: Parameters<Engine['query']>) => call('query', ...args) as Promise<Row[]>,
    insert: (...args) => call('insert', ...args),
    command: (...args) => call('command', ...args),
    stream: async (...args) => {
      const folder = await mkdtemp(join(path, EXPORT));
      const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
      try {
        const file = join(folder, 'rows');
        await call('write', file, ...args);
        return createReadStream(file).once('close', () => void remove());
      } catch (error) {
        await remove();
        throw error;
      }
    },
    insertParquet: async (target, rows, source) => {
      const folder = await mkdtemp(join(path, EXPORT));
      try {
        const file = join(folder, 'rows');
        await pipeline(source, createWriteStream(file));
        await call('insertFile', target, rows, file);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    // A health check neither starts the process nor keeps it running.
    ping: () => Promise.resolve(!failed && !closed),
    close: () => {
      closed = true;
      return worker.close();
    },
  };
};
