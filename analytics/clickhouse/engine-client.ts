/**
 * The embedded ClickHouse in a process of its own: it takes some 250 MiB, most of them its program, which it gives back
 * only by ending. It is started when it is needed, and ends when it has had nothing to do for a while.
 */
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createWorker, WorkerError } from '../../workers/index.js';
import type { ClickHouse } from './clickhouse.js';
import { AnalyticsUnavailableError, ENGINE_ERRORS } from './errors.js';
import type { Engine } from './engine.js';

/** How long the process waits for its next statement. */
const IDLE_MS = 5_000;
/** It finishes its statements before it ends, but no longer than this. */
const END_MS = 30_000;
/** Prefix of the folders that exports are written to, in the engine's. */
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
    // It is neither started nor kept running to be asked: whoever needs it next finds out.
    ping: () => Promise.resolve(!failed && !closed),
    close: () => {
      closed = true;
      return worker.close();
    },
  };
};
