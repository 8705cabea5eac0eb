/**
 * Runs all classes against a server on one database, while a separate process plays the visitors of another
 * account.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createApp } from '../../src/app.js';
import { progress } from '../../src/cli/output.js';
import { loadConfig } from '../../src/config.js';
import { migrate } from '../../src/platform/db/migrate.js';
import { appEnvironment } from '../bench/server.js';
import type { AbuseClass, Target } from './abuse-class.js';
import { buildLibrary, VISITED, type Urls } from './library.js';
import { ordinary } from './ordinary.js';
import { missedBars, type EngineReport, type Row } from './report.js';
import { runClass } from './run-class.js';
import { serve, type Peak, type Served } from './served.js';
import type { VisitorReport, VisitorStart } from './visitor.js';

interface Plan {
  engine: string;
  databaseUrl: string;
  dataDir: string;
  classes: readonly AbuseClass[];
  seed: number;
  count?: number;
  /** Without the allocator settings. */
  isPlain?: boolean;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SETTLE_MS = 1_000;
/** By then, memory that is no longer used has been returned. */
const RETURN_MS = 60_000;

export const runAll = async ({ engine, databaseUrl, dataDir, ...plan }: Plan): Promise<EngineReport> => {
  const environment = {
    ...appEnvironment(dataDir),
    DATABASE_URL: databaseUrl,
    // Default settings, except that no request leaves the machine.
    PUBLIC_RATE_LIMIT: '',
    LOG_LEVEL: 'error',
    WEBHOOK_ALLOWED_HOSTS: 'site.example.org',
  };
  const app = createApp(loadConfig({ ...environment, LOG_LEVEL: 'silent' }));
  await migrate(app.db);
  const served = await serve(environment, plan.isPlain);
  try {
    const target = await buildLibrary(app, served, ROOT);
    await app.close();
    return { engine, ...(await attack(served, target, plan)) };
  } finally {
    await served.stop();
  }
};

const attack = async (
  served: Served,
  target: Target,
  { classes, seed, count }: Pick<Plan, 'classes' | 'seed' | 'count'>,
): Promise<Omit<EngineReport, 'engine'>> => {
  const visitor = startVisitor(served);
  const rows: Row[] = [];
  let idle: Peak = { serverMiB: Number.NaN, childrenMiB: Number.NaN };
  const run = async (abuse: AbuseClass): Promise<void> => {
    const bar = progress(abuse.name);
    // Garbage of the previous class must not count against this one.
    await served.takeStall(true);
    served.takePeak();
    const before = served.memory().serverMiB;
    await visitor.report();
    const report = await runClass(abuse, target, {
      seed,
      count: abuse === ordinary ? undefined : count,
      watch: served,
      onProgress: bar.update,
    });
    bar.stop();
    const [peak, others] = [served.takePeak(), await visitor.report()];
    // Memory that ordinary use needs does not count as caused by abuse.
    if (abuse === ordinary) idle = peak;
    rows.push({
      ...report,
      peakMiB: peak.serverMiB,
      leftMiB: abuse.memory ? await leftAbove(before, served, abuse.memory.leftMiB) : Number.NaN,
      bars: abuse.memory,
      serverMiB: peak.serverMiB - idle.serverMiB,
      childrenMiB: peak.childrenMiB - idle.childrenMiB,
      visitor: others,
    });
  };
  const missed: string[] = [];
  try {
    for (const abuse of [ordinary, ...classes]) await run(abuse);
    await setTimeout(SETTLE_MS);
  } catch (error) {
    if (!served.hasEnded()) throw error;
    missed.push(`The server ended during “${classes[rows.length - 1]?.name ?? ''}”`);
  } finally {
    visitor.stop();
  }
  return { rows, missed: [...missed, ...rows.flatMap((row) => missedBars(row, rows[0]!))] };
};

/** How much more memory is resident than before, once it is within the limit or has not changed for a long time. */
const leftAbove = async (before: number, served: Served, allowed: number): Promise<number> => {
  const until = performance.now() + RETURN_MS;
  for (;;) {
    const left = served.memory().serverMiB - before;
    if (left <= allowed || performance.now() > until) return left;
    await setTimeout(SETTLE_MS);
  }
};

const startVisitor = ({ publicUrl }: Urls): { report(): Promise<VisitorReport>; stop(): void } => {
  const child = fork(fileURLToPath(new URL('./visitor.ts', import.meta.url)));
  child.send({ origin: new URL(publicUrl).origin, host: `${VISITED}.localhost` } satisfies VisitorStart);
  return {
    report: async () => {
      child.send('report');
      const [report] = (await once(child, 'message')) as [VisitorReport];
      return report;
    },
    stop: () => void child.kill(),
  };
};
