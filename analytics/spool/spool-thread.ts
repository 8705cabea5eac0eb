/** The thread that owns the spool's file: its calls wait for the disk, and nothing else waits for them. */
import { existsSync, renameSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { EncodedEvents } from '../encode.js';
import { openSpoolDatabase, type Batch, type SpoolDatabase, type SpoolState } from './spool-database.js';

export type SpoolCall =
  | { name: 'open' | 'next' | 'done' | 'close' }
  | { name: 'append'; time: number; groups: EncodedEvents[] }
  | { name: 'deadLetter'; error: string };

export interface SpoolReply {
  id: number;
  state: SpoolState | null;
  /** Of `next`. */
  batch: Batch | null;
  error: { message: string; code: string | undefined } | null;
  /** Where the file was moved, if it turned out to be corrupt. */
  movedTo: string | null;
}

const port = parentPort;
if (!port) throw new Error('spool-thread runs as a worker thread');
const { path } = workerData as { path: string };

let database: SpoolDatabase | undefined;
let movedTo: string | null = null;

const run = (call: SpoolCall): Batch | null => {
  if (call.name === 'close') {
    database?.close();
    database = undefined;
    return null;
  }
  database ??= openSpoolDatabase(path);
  switch (call.name) {
    case 'append':
      database.append(call.time, call.groups);
      break;
    case 'next':
      return database.next();
    case 'done':
      database.done();
      break;
    case 'deadLetter':
      database.deadLetter(call.error);
  }
  return null;
};

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

/** Keeps a corrupt file for `sqlite3 … .recover`, and makes room for a new one. */
const moveAway = (): void => {
  try {
    database?.close();
  } catch {
    // Moved all the same.
  }
  database = undefined;
  movedTo = `${path}.corrupt-${Date.now()}`;
  renameSync(path, movedTo);
  if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${movedTo}-wal`);
};

const runSafely = (call: SpoolCall): Batch | null => {
  try {
    return run(call);
  } catch (error) {
    const code = codeOf(error);
    if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') moveAway();
    else if (code === 'SQLITE_FULL' && database) database.checkpoint();
    else throw error;
    return run(call);
  }
};

port.on('message', ({ id, call }: { id: number; call: SpoolCall }) => {
  const reply: SpoolReply = { id, state: null, batch: null, error: null, movedTo: null };
  try {
    reply.batch = runSafely(call);
  } catch (error) {
    reply.error = { message: (error as Error).message, code: codeOf(error) };
  }
  reply.state = database?.state() ?? null;
  reply.movedTo = movedTo;
  movedTo = null;
  const buffers = reply.batch?.groups.flatMap(({ rows, eventIds }) =>
    [rows, eventIds].flatMap((lines) => (lines ? [lines.buffer as ArrayBuffer] : [])),
  );
  port.postMessage(reply, buffers);
});
