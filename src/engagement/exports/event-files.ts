/**
 * Events for another process. Only the server's process can open the embedded ClickHouse, so that others ask it, by jobs,
 * to write parts to files in the data folder, which they delete.
 */
import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { WaitingEvents } from '../../../analytics/index.js';
import { eventParts, exportPart, type EventPart, type ClickHouse } from '../../../analytics/index.js';
import type { Db } from '../../platform/db/dialect.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import type { JobHandler } from '../../platform/jobs/job.types.js';
import type { Clock } from '../../platform/lib/clock.js';
import { sleep } from '../../platform/lib/retry.js';
import type { Readable } from 'node:stream';

/** In the data folder; a folder for each asker is in it. */
const EXPORTS = 'exports';
const LIST = 'parts.json';
const POLL_MS = 100;
/** For the server to begin, and for one part. */
const WAIT_MS = 10 * 60_000;
/** What an asker that was killed has left is removed after this time. */
const LEFT_MS = 24 * 3_600_000;

interface Deps {
  db: Db;
  clock: Clock;
  dataDir: string;
}

const nameOf = ({ table, month }: NamedPart): string => `${table}-${month}.parquet`;

/** Writes the list of parts, or one of them. */
export const exportEventsHandler = (
  { dataDir }: Pick<Deps, 'dataDir'>,
  source: EventSource,
): JobHandler<'exportEvents'> => ({
  batchSize: 1,
  run: async ([job]) => {
    const { exportId, part } = job!.payload;
    const folder = join(dataDir, EXPORTS, exportId);
    // The asker has given up.
    if (!existsSync(folder)) return [undefined];
    const target = join(folder, part ? nameOf(part) : LIST);
    const draft = `${target}.new`;
    if (part) await pipeline(await source.read(part), createWriteStream(draft));
    else await writeFile(draft, JSON.stringify(await source.list()));
    await rename(draft, target);
    return [undefined];
  },
});

/**
 * Asks the server that runs on this data folder.
 * @throws {Error} in words when it does not answer
 */
export const eventsOfServer = async (
  { db, clock, dataDir }: Deps,
  signal?: AbortSignal,
): Promise<EventSource & { close(): Promise<void> }> => {
  const exportId = randomBytes(12).toString('hex');
  const folder = join(dataDir, EXPORTS, exportId);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // A job needs an account; it is about all of them.
  const account = await db.selectFrom('account').select('id').orderBy('id').executeTakeFirst();

  const ask = async (part: NamedPart | null): Promise<string> => {
    const target = join(folder, part ? nameOf(part) : LIST);
    await enqueue(db, clock, account!.id, 'exportEvents', {
      exportId,
      part: part && { table: part.table, month: part.month },
    });
    for (const until = performance.now() + WAIT_MS; !existsSync(target);) {
      if (performance.now() > until)
        throw new Error('The server that runs on this data folder has not exported its events: is it stuck?');
      await sleep(POLL_MS, signal);
      signal?.throwIfAborted();
    }
    return target;
  };

  return {
    list: async () =>
      account
        ? (JSON.parse(await readFile(await ask(null), 'utf8')) as EventList)
        : { parts: [], waiting: null, deadLetters: 0, hasOthers: false },
    read: async (part) => {
      const file = await ask(part);
      return createReadStream(file).once('close', () => void rm(file, { force: true }));
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
};

/** Removes what askers have left. */
export const removeOldExports = async ({ dataDir, clock }: Omit<Deps, 'db'>): Promise<void> => {
  const folder = join(dataDir, EXPORTS);
  for (const name of existsSync(folder) ? await readdir(folder) : []) {
    const { mtimeMs } = await stat(join(folder, name));
    if (mtimeMs < clock.now().getTime() - LEFT_MS)
      await rm(join(folder, name), { recursive: true, force: true });
  }
};

type NamedPart = Pick<EventPart, 'table' | 'month'>;

/** What the store of events may lack. */
export interface DrainedSpool {
  /** Null if nothing is left to wait for. */
  waiting: WaitingEvents | null;
  /** Number of events that ClickHouse refused. */
  deadLetters: number;
  /** Whether other processes may have spools of their own. */
  hasOthers: boolean;
}

export interface EventList extends DrainedSpool {
  parts: EventPart[];
}

export interface EventSource {
  /**
   * Lists the parts once they have all events that were acknowledged before, or after some minutes.
   * @throws {AnalyticsUnavailableError}
   */
  list(): Promise<EventList>;
  /** Parquet. @throws {AnalyticsUnavailableError} */
  read(part: NamedPart): Promise<Readable>;
}

/** @param drain waits until ClickHouse has what waits in the spool */
export const createEventSource = (
  clickHouse: () => Promise<ClickHouse>,
  drain: () => Promise<DrainedSpool>,
): EventSource => ({
  list: async () => {
    const drained = await drain();
    return { ...drained, parts: drained.waiting ? [] : await eventParts(await clickHouse()) };
  },
  read: async (part) => exportPart(await clickHouse(), part),
});
