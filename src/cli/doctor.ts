/** `lectern doctor`: looks at every store, the model, the jobs and the disk, and says in words what is wrong and what to do. */
import { access, constants, mkdir, statfs } from 'node:fs/promises';
import { Command } from 'commander';
import type { App } from '../app.js';
import { pendingMigrations } from '../platform/db/migrate.js';
import { storeStates } from '../platform/http/health.js';
import { countJobs, deadJobs } from '../platform/jobs/job.repository.js';
import { leaseHolder } from '../platform/jobs/lease.js';
import { INDEX_LEASE } from '../platform/jobs/worker.js';
import { messageOf } from '../platform/lib/errors.js';
import { withApp, type CommandContext } from './context.js';
import { print } from './output.js';

interface Finding {
  name: string;
  problem: string | null;
  /** What was found, where nothing is wrong. */
  detail?: string;
}

const LOW_DISK_BYTES = 1024 ** 3;
const DEAD_SHOWN = 10;

export const doctorCommand = (context: CommandContext): Command =>
  new Command('doctor')
    .description('check the stores, the model, the jobs and the disk, and say what is wrong')
    .option('--repair', 'index again what the search index lacks or has too much of', false)
    .addHelpText('after', '\nExit code 1: something is wrong.')
    .action(({ repair }: { repair: boolean }) =>
      withApp(context, async (app) => {
        let problems = 0;
        const tell = ({ name, problem, detail }: Finding): void => {
          if (problem) problems++;
          print(`${problem ? '✗' : '✓'} ${name}${problem ? `: ${problem}` : detail ? `: ${detail}` : ''}`);
        };
        tell({ name: 'node', problem: null, detail: process.versions.node });
        tell(await disk(app));
        const states = await storeStates(app.checks);
        for (const [name, { status, message }] of Object.entries(states)) {
          // How the jobs are is told below in more words, unless they stand still.
          if (name === 'jobs' && status === 'up') continue;
          tell({ name, problem: status === 'down' ? (message ?? 'does not answer') : null });
        }
        if (states.database?.status === 'up') {
          const schema = await schemaState(app);
          tell(schema);
          if (!schema.problem) {
            tell(await jobs(app));
            if (states.index?.status === 'up') tell(await consistency(app, repair));
          }
        }
        print(
          problems === 0
            ? 'All is well.'
            : `${problems} ${problems === 1 ? 'thing needs' : 'things need'} attention.`,
        );
        if (problems > 0) context.exitWith(1);
      }),
    );

const disk = async ({ config: { dataDir } }: App): Promise<Finding> => {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
    const { bavail, bsize } = await statfs(dataDir);
    const free = bavail * bsize;
    const gigabytes = `${(free / 1024 ** 3).toFixed(1)} GiB free`;
    return {
      name: 'disk',
      problem: free < LOW_DISK_BYTES ? `${gigabytes} at ${dataDir}: make room` : null,
      detail: `${gigabytes} at ${dataDir}`,
    };
  } catch (error) {
    return {
      name: 'disk',
      problem: `${dataDir} cannot be written (${messageOf(error)}): set DATA_DIR or its permissions`,
    };
  }
};

const schemaState = async ({ db }: App): Promise<Finding> => {
  const pending = await pendingMigrations(db);
  return {
    name: 'schema',
    problem: pending.length > 0 ? `not up to date (${pending.join(', ')}): run \`lectern migrate\`` : null,
  };
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
      `\n    job ${id} ${kind} ${subject} after ${attempts} tries: ${lastError ?? 'no message'}`,
  );
  return {
    name: 'jobs',
    problem: `${total('dead')} gave up (${detail}); process their items again once the cause is gone${lines.join('')}`,
  };
};

const consistency = async (app: App, repair: boolean): Promise<Finding> => {
  const name = 'search index against SQL';
  const { checked, differing } = await app.reconcile({ repair });
  if (differing === 0) return { name, problem: null, detail: `${checked} items agree` };
  if (repair)
    return {
      name,
      problem: null,
      detail: `${differing} of ${checked} items differed; queued to be indexed again`,
    };
  return { name, problem: `${differing} of ${checked} items differ: run \`lectern doctor --repair\`` };
};
