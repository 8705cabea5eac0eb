/** What the metrics say of stores, queues and disks, and how often each is gathered. */
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { sqliteFile } from '../db/connect.js';
import type { Db } from '../db/dialect.js';
import { storeStates, type HealthChecks } from '../http/server/health.js';
import { queueStates } from '../jobs/job.repository.js';
import { jobQueues } from '../jobs/job.types.js';
import type { Clock } from '../lib/clock.js';
import { fileBytes, folderBytes } from '../lib/folder-size.js';
import type { GaugeSource, GaugeValues } from './gathered-values.js';

const OFTEN_MS = 15_000;
const SELDOM_MS = 60_000;
const STATUSES = ['waiting', 'running', 'dead'];

interface Sources {
  config: { dataDir: string; databaseUrl: string; qdrant: object | null };
  db: Db;
  clock: Clock;
  checks: HealthChecks;
  index: {
    memory(): Promise<Record<string, number> | undefined>;
    current(): Promise<{ index: { counts(): Promise<{ items: number; chunks: number }> } }>;
  };
  engagement: {
    spoolState(): Partial<Record<'events' | 'bytes' | 'ageSecs' | 'deadLetters', number | null>> | undefined;
    storedBytes(): Promise<number | null | undefined>;
  };
  newestBackup(): Promise<Date | null>;
}

export const metricsSources = (app: Sources): GaugeSource[] => [
  stores(app),
  jobs(app),
  spool(app),
  searchMemory(app),
  disk(app),
  databaseSize(app),
  indexSize(app),
  clickHouseSize(app),
  backup(app),
];

const one = (value: number | null | undefined): GaugeValues => value ?? [];

const stores = ({ checks }: Sources): GaugeSource => ({
  name: 'stores',
  everyMs: OFTEN_MS,
  gauges: [
    { name: 'lectern_store_up', help: 'Whether the store answers, as in /readyz.', labels: ['store'] },
  ],
  gather: async () => {
    const only = Object.entries(checks).map(([name, { check, required }]) => [name, { check, required }]);
    const states = await storeStates(Object.fromEntries(only) as typeof checks);
    return {
      lectern_store_up: Object.entries(states).map(([store, { status }]) => [
        { store },
        status === 'up' ? 1 : 0,
      ]),
    };
  },
});

const jobs = ({ db, clock }: Sources): GaugeSource => ({
  name: 'jobs',
  everyMs: OFTEN_MS,
  gauges: [
    { name: 'lectern_jobs', help: 'Jobs in the database by queue and status.', labels: ['queue', 'status'] },
    {
      name: 'lectern_jobs_oldest_seconds',
      help: 'How long the oldest waiting job of the queue has been due.',
      labels: ['queue'],
    },
  ],
  gather: async () => {
    const states = await queueStates(db);
    const of = (queue: string, status: string) =>
      states.find((state) => state.queue === queue && state.status === status);
    const age = (queue: string): number => {
      const oldest = of(queue, 'waiting')?.oldest;
      return oldest === undefined ? 0 : Math.max(0, clock.now().getTime() - Date.parse(oldest)) / 1_000;
    };
    return {
      lectern_jobs: jobQueues.flatMap((queue) =>
        STATUSES.map((status) => [{ queue, status }, of(queue, status)?.count ?? 0] as const),
      ),
      lectern_jobs_oldest_seconds: jobQueues.map((queue) => [{ queue }, age(queue)]),
    };
  },
});

const spool = ({ engagement }: Sources): GaugeSource => ({
  name: 'spool',
  everyMs: OFTEN_MS,
  gauges: [
    { name: 'lectern_spool_events', help: 'Events of this process that wait for ClickHouse.' },
    { name: 'lectern_spool_bytes', help: 'Bytes of these events.' },
    { name: 'lectern_spool_oldest_seconds', help: 'How long the oldest of them has been waiting.' },
    { name: 'lectern_spool_dead_letters', help: 'Events that ClickHouse can never store.' },
  ],
  gather: () => {
    const state = engagement.spoolState();
    return Promise.resolve({
      lectern_spool_events: one(state?.events),
      lectern_spool_bytes: one(state?.bytes),
      lectern_spool_oldest_seconds: one(state?.ageSecs),
      lectern_spool_dead_letters: one(state?.deadLetters),
    });
  },
});

const searchMemory = ({ index }: Sources): GaugeSource => ({
  name: 'memory of searches',
  everyMs: OFTEN_MS,
  gauges: [
    { name: 'lectern_search_memory_bytes', help: 'Memory of the search indexes of accounts.' },
    { name: 'lectern_search_memory_limit_bytes', help: 'SEARCH_MEMORY_BYTES.' },
    {
      name: 'lectern_search_accounts',
      help: 'Searched accounts, whose index is in memory or does not fit.',
      labels: ['state'],
    },
  ],
  gather: async () => {
    const state = await index.memory();
    return {
      lectern_search_memory_bytes: one(state?.bytes),
      lectern_search_memory_limit_bytes: one(state?.limitBytes),
      lectern_search_accounts: state
        ? [
            [{ state: 'in_memory' }, state.accounts ?? 0],
            [{ state: 'beyond_memory' }, state.accountsBeyondMemory ?? 0],
          ]
        : [],
    };
  },
});

const disk = ({ config: { dataDir } }: Sources): GaugeSource => ({
  name: 'disk',
  everyMs: OFTEN_MS,
  gauges: [
    { name: 'lectern_disk_free_bytes', help: 'Free space of the file system of DATA_DIR.' },
    { name: 'lectern_disk_size_bytes', help: 'Size of that file system.' },
  ],
  gather: async () => {
    const { bavail, blocks, bsize } = await statfs(dataDir);
    return { lectern_disk_free_bytes: bavail * bsize, lectern_disk_size_bytes: blocks * bsize };
  },
});

const databaseSize = ({ config: { databaseUrl }, db }: Sources): GaugeSource => ({
  name: 'size of the database',
  everyMs: SELDOM_MS,
  gauges: [{ name: 'lectern_database_bytes', help: 'Size of the database on disk.' }],
  gather: async () => {
    const file = sqliteFile(databaseUrl);
    if (file !== null) return { lectern_database_bytes: await fileBytes([file, `${file}-wal`]) };
    const { rows } = await sql<{
      bytes: number;
    }>`select pg_database_size(current_database()) as bytes`.execute(db);
    return { lectern_database_bytes: one(rows[0]?.bytes) };
  },
});

const indexSize = ({ config: { qdrant, dataDir }, index }: Sources): GaugeSource => ({
  name: 'size of the search index',
  everyMs: SELDOM_MS,
  gauges: [
    { name: 'lectern_search_index_bytes', help: 'Size of the embedded search index on disk.' },
    { name: 'lectern_search_index_points', help: 'Points in Qdrant by collection.', labels: ['collection'] },
  ],
  gather: async (): Promise<Record<string, GaugeValues>> => {
    if (!qdrant) return { lectern_search_index_bytes: await folderBytes(join(dataDir, 'index')) };
    const { items, chunks } = await (await index.current()).index.counts();
    return {
      lectern_search_index_points: [
        [{ collection: 'items' }, items],
        [{ collection: 'passages' }, chunks],
      ],
    };
  },
});

const clickHouseSize = ({ engagement }: Sources): GaugeSource => ({
  name: 'size of ClickHouse',
  everyMs: SELDOM_MS,
  gauges: [{ name: 'lectern_clickhouse_bytes', help: 'Bytes that events and totals take on disk.' }],
  gather: async () => ({ lectern_clickhouse_bytes: one(await engagement.storedBytes()) }),
});

const backup = ({ newestBackup, clock }: Sources): GaugeSource => ({
  name: 'age of the backup',
  everyMs: SELDOM_MS,
  gauges: [
    { name: 'lectern_backup_age_seconds', help: 'Time since the last backup was begun that succeeded.' },
  ],
  gather: async () => {
    const newest = await newestBackup();
    const age = newest && Math.max(0, clock.now().getTime() - newest.getTime()) / 1_000;
    return { lectern_backup_age_seconds: one(age) };
  },
});
