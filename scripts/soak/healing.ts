/** Measures how soon everything works again after a store has returned. */
import type { Clients } from './call.js';
import { timeUntil } from '../harness/wait.js';
import type { Ledger } from './ledger.js';
import { searchPath } from './reads.js';
import type { StoreReader } from './store-reader.js';
import type { Send } from './writes.js';

/** Ms until each worked; NaN if it did not. */
export interface Healing {
  /** Pages and lists. */
  reads: number;
  /** Searches with the engine rather than with the full text of the database. */
  searches: number;
  writes: number;
  /** All jobs from before the return are done. */
  jobs: number;
  /** All events that were acknowledged before the return are in ClickHouse. */
  events: number;
  /** A new file has arrived. */
  files: number;
}

export interface Healed {
  healing: Healing;
  /** Jobs that were not done in time, with their last errors. */
  lateJobs: string[];
}

export const HEALING_LIMIT_MS = 10_000;
/** How long the soak waits for what takes longer than it may. */
const PATIENCE_MS = 60_000;
/** Newest events to look for; earlier ones are stored before them. */
const NEWEST_EVENTS = 300;

/** @param upload sends a file */
export const measureHealing = async (
  { api, site }: Clients,
  ledger: Ledger,
  reader: StoreReader,
  upload: Send,
): Promise<Healed> => {
  const [{ id } = { id: 0 }] = ledger.items;
  const events = ledger.events.slice(-NEWEST_EVENTS);
  const files = ledger.files.length;
  const lateJobs: string[] = [];
  const until = (condition: () => Promise<boolean>): Promise<number> => timeUntil(condition, PATIENCE_MS);
  const jobs = async (): Promise<number> => {
    const from = performance.now();
    let upTo = 0;
    await until(async () => (upTo = await reader.lastJob()) >= 0);
    const took = await until(async () => {
      const left = await reader.unfinishedJobs(upTo);
      if (lateJobs.length === 0 && performance.now() - from > HEALING_LIMIT_MS)
        lateJobs.push(...left.map(({ kind, status, lastError }) => `${kind} ${status}: ${lastError}`));
      return left.length === 0;
    });
    return Number.isNaN(took) ? took : performance.now() - from;
  };
  const [reads, searches, writes, jobsMs, eventsMs, filesMs] = await Promise.all([
    until(async () => (await site.get(`/items/${id}`)).status === 200),
    until(async () => {
      const { body } = await site.get<{ mode: string }>(searchPath(`honey ${Math.random()}`));
      return body.mode === 'hybrid';
    }),
    until(
      async () =>
        (await api.patch(`/items/${id}`, { subTitle: `After ${Math.round(performance.now())} ms` }))
          .status === 200,
    ),
    jobs(),
    until(async () => {
      const stored = new Set(await reader.storedEvents(events));
      return events.every((event) => stored.has(event));
    }),
    until(async () => {
      await upload();
      return ledger.files.length > files;
    }),
  ]);
  const healing = { reads, searches, writes, jobs: jobsMs, events: eventsMs, files: filesMs };
  return { healing, lateJobs };
};
