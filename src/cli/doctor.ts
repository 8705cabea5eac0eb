/**
 * `lectern doctor`: checks the stores, the model, the jobs and the disk, and prints what is wrong, how to fix it,
 * and what podcast feeds lack.
 */
import { access, constants, mkdir, statfs } from 'node:fs/promises';
import { z } from 'zod';
import { memoryNeeded } from '../../indexer/index.js';
import type { App } from '../app.js';
import { storeStates } from '../platform/http/health.js';
import { countJobs, deadJobs } from '../platform/jobs/job.repository.js';
import { leaseHolder } from '../platform/jobs/lease.js';
import { INDEX_LEASE } from '../platform/jobs/worker.js';
import { ALLOCATOR_SETTINGS } from '../platform/lib/allocator.js';
import { messageOf } from '../platform/lib/errors.js';
import { withApp, type CommandContext } from './context.js';
import { reportFeeds } from './doctor-feeds.js';
import { checkPeople } from './doctor-people.js';
import { sqliteFile } from '../platform/db/connect.js';
import { checkIntegrity } from '../platform/db/integrity.js';
import { schemaProblem } from './library.js';
import { migrationState } from '../platform/db/migrate.js';
import { print } from './output.js';
import { printable } from './printable.js';

interface Finding {
  name: string;
  problem: string | null;
  /** Shown when there is no problem. */
  detail?: string;
}

const LOW_DISK_BYTES = 1024 ** 3;
const DEAD_SHOWN = 10;
/** Longer than a server's timeout, because the model must be loaded first and the machine may be busy. */
const STORE_TIMEOUT_MS = 20_000;
/** The server checks its stores before it responds. */
const SERVER_TIMEOUT_MS = 10_000;

export interface DoctorOptions {
  repair: boolean;
}

export const doctor = (context: CommandContext, { repair }: DoctorOptions): Promise<void> =>
  withApp(async (app) => {
    let problems = 0;
    const report = ({ name, problem, detail }: Finding): void => {
      if (problem) problems++;
      const text = problem ?? detail;
      print(`${problem ? '✗' : '✓'} ${name}${text ? `: ${text}` : ''}`);
    };
    report({ name: 'node', problem: null, detail: process.versions.node });
    report(await disk(app));
    report(await allocator(app));
    const states = await storeStates(app.checks, STORE_TIMEOUT_MS);
    for (const [name, { status, message }] of Object.entries(states)) {
      // Reported below in more detail, unless the jobs are stuck.
      if (name === 'jobs' && status === 'up') continue;
      report({ name, problem: status === 'down' ? (message ?? 'does not respond') : null, detail: message });
    }
    if (app.checkMail) report(await mail(app.checkMail));
    const file = sqliteFile(app.config.databaseUrl);
    if (file !== null) report(await problemOnError('database pages', integrity(file)));
    if (states.database?.status === 'up') {
      const problem = schemaProblem(await migrationState(app.db), app.config);
      report({ name: 'schema', problem });
      if (!problem) {
        report(await jobs(app));
        if (states.index?.status === 'up') {
          report(await problemOnError('search index', consistency(app, repair)));
          report(await problemOnError('search memory', searchMemory(app)));
        }
        report(await problemOnError('people', checkPeople(app)));
        await reportFeeds(app);
      }
    }
    print(
      problems === 0 ? 'No problems found.' : `${problems} ${problems === 1 ? 'problem' : 'problems'} found.`,
    );
    if (problems > 0) context.exitWith(1);
  }, 'database');

/** Turns an exception into a finding. */
const problemOnError = (name: string, finding: Promise<Finding>): Promise<Finding> =>
  finding.catch((error: unknown) => ({ name, problem: messageOf(error) }));

const mail = (check: () => Promise<void>): Promise<Finding> =>
  check().then(
    () => ({ name: 'mail', problem: null }),
    (error: unknown) => ({ name: 'mail', problem: `${messageOf(error)}: check SMTP_URL` }),
  );

const integrity = async (file: string): Promise<Finding> => {
  await checkIntegrity(file);
  return { name: 'database pages', problem: null };
};

const disk = async ({ config: { dataDir } }: App): Promise<Finding> => {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
    const { bavail, bsize } = await statfs(dataDir);
    const free = bavail * bsize;
    const gigabytes = `${(free / 1024 ** 3).toFixed(1)} GiB free`;
    return {
      name: 'disk',
      problem: free < LOW_DISK_BYTES ? `${gigabytes} in ${dataDir}: free some space` : null,
      detail: `${gigabytes} in ${dataDir}`,
    };
  } catch (error) {
    return {
      name: 'disk',
      problem: `${dataDir} is not writable (${messageOf(error)}): set DATA_DIR or fix its permissions`,
    };
  }
};

/**
 * The settings of the server on this machine or, without one, of this command. Missing settings only cost memory,
 * so they are not a problem.
 */
const allocator = async ({ config }: App): Promise<Finding> => {
  const server = (await servedIndex(config.privatePort))?.missingAllocatorSettings;
  const missing = server ?? config.missingAllocatorSettings.length;
  const settings = Object.entries(ALLOCATOR_SETTINGS)
    .map((pair) => pair.join('='))
    .join(' ');
  const where = server === undefined ? 'here' : `for the server on port ${config.privatePort}`;
  const advice = `not set ${where}: start the server with ${settings} to release memory after large uploads`;
  return { name: 'memory allocator', problem: null, detail: missing > 0 ? advice : 'set' };
};

const jobs = async ({ db, clock }: App): Promise<Finding> => {
  const counts = await countJobs(db);
  const total = (status: string): number =>
    counts.filter((row) => row.status === status).reduce((sum, { count }) => sum + count, 0);
  const worker = await leaseHolder(db, clock, INDEX_LEASE);
  const dead = await deadJobs(db, DEAD_SHOWN);
  const detail = `${total('waiting')} waiting, ${total('running')} running, worker ${worker ?? 'not running'}`;
  if (dead.length === 0) return { name: 'jobs', problem: null, detail };
  const lines = dead.map(
    ({ id, kind, subject, attempts, lastError }) =>
      `\n    job ${id} ${kind} ${subject} after ${attempts} attempts: ${printable(lastError ?? 'no message')}`,
  );
  return {
    name: 'jobs',
    problem: `${total('dead')} have failed (${detail}): fix the cause, then process the items again${lines.join('')}`,
  };
};

/** The memory a server needs once every account has been searched, and how much the server on this machine uses. */
const searchMemory = async ({ db, index, config }: App): Promise<Finding> => {
  const { version, index: serving, thread } = await index.current();
  const { chunks } = await serving.counts();
  const name = 'search memory';
  if (!thread) return { name, problem: null, detail: `${chunks} passages, searched by Qdrant` };
  const limit = config.searchMemoryBytes;
  let bytes = 0;
  const beyond: number[] = [];
  for (const { id } of await db.selectFrom('account').select('id').orderBy('id').execute()) {
    const needed = memoryNeeded(await serving.counts(id), version.dimensions);
    if (needed > limit) beyond.push(id);
    else bytes += needed;
  }
  const full = bytes > limit ? ', which keeps the accounts searched last' : '';
  const detail = `${chunks} passages need about ${mebibytes(bytes)}, SEARCH_MEMORY_BYTES allows ${mebibytes(limit)}${full}`;
  if (beyond.length === 0) return { name, problem: null, detail: `${detail}${await servedMemory(config)}` };
  const problem = `accounts that do not fit into SEARCH_MEMORY_BYTES and are searched by keywords only: ${beyond.join(', ')}. Raise it, or set QDRANT_URL (${detail})`;
  return { name, problem };
};

const mebibytes = (of: number): string => `${Math.ceil(of / 1024 ** 2)} MiB`;

const served = z.object({
  stores: z.object({
    index: z.object({
      metrics: z.object({
        accounts: z.number(),
        accountsBeyondMemory: z.number(),
        passages: z.number(),
        bytes: z.number(),
        limitBytes: z.number(),
        residentBytes: z.number(),
        missingAllocatorSettings: z.number(),
      }),
    }),
  }),
});

/** The search memory of the server on the private port; empty if none responds. */
const servedMemory = async ({ privatePort }: App['config']): Promise<string> => {
  const metrics = await servedIndex(privatePort);
  if (!metrics) return '';
  const { accounts, accountsBeyondMemory, passages, bytes, limitBytes, residentBytes } = metrics;
  return (
    `\n    the server on port ${privatePort}: passages in memory: ${passages}, accounts: ${accounts}, too large: ` +
    `${accountsBeyondMemory}; ${mebibytes(bytes)} of ${mebibytes(limitBytes)} used; whole process: ${mebibytes(residentBytes)}`
  );
};

/** The index metrics of the server on the port; undefined if none responds, or none has searched yet. */
const servedIndex = async (privatePort: number) => {
  const readiness = await fetch(`http://localhost:${privatePort}/readyz`, {
    signal: AbortSignal.timeout(SERVER_TIMEOUT_MS),
  })
    .then((response) => response.json())
    .catch(() => undefined);
  const { success, data } = served.safeParse(readiness);
  return success ? data.stores.index.metrics : undefined;
};

const consistency = async (app: App, repair: boolean): Promise<Finding> => {
  const name = 'search index';
  const { checked, differing } = await app.reconcile({ repair });
  if (differing === 0) return { name, problem: null, detail: `${checked} items agree` };
  if (repair)
    return {
      name,
      problem: null,
      detail: `${differing} of ${checked} items differed and were queued for reindexing`,
    };
  return {
    name,
    problem: `${differing} of ${checked} items differ: to reindex them, run \`lectern doctor --repair\``,
  };
};
