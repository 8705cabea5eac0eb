/**
 * Runs all classes against `lectern serve` on one database, while a separate process plays the visitors of another
 * account. Watches the server's event loop and memory.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { progress } from '../../src/cli/output.js';
import { ALLOCATOR_SETTINGS } from '../../src/platform/lib/allocator.js';
import { environmentOf, newApp } from '../harness/app.js';
import { memoryOf, type Memory } from '../harness/proc.js';
import { startServer, type RunningServer } from '../harness/program.js';
import { timeUntil } from '../harness/wait.js';
import type { AbuseClass, Target } from '../../test/support/abuse/abuse-class.js';
import { buildLibrary, VISITED } from './library.js';
import { ordinary } from '../../test/support/abuse/operation-request.js';
import { missedBars, type EngineReport, type Row } from './report.js';
import { runClass } from '../../test/support/abuse/run-class.js';
import type { VisitorReport, VisitorStart } from './visitor.js';

export interface Plan {
  classes: readonly AbuseClass[];
  seed: number;
  /** Number of cases of each class; undefined: its own. */
  count: number | undefined;
  /** Starts the server without the settings of the allocator. */
  plain: boolean;
}

const { PRIORITY_LOW: LOWEST_PRIORITY } = constants.priority;
const SAMPLE_MS = 25;
const SETTLE_MS = 1_000;
/** By then, memory that is no longer used has been returned. */
const RETURN_MS = 60_000;

/** @param databaseUrl of an empty database */
export const attack = async (
  engine: string,
  databaseUrl: string,
  dataDir: string,
  plan: Plan,
): Promise<EngineReport> => {
  const environment = {
    ...environmentOf(dataDir),
    DATABASE_URL: databaseUrl,
    // Default settings, except that no request leaves the machine.
    PUBLIC_RATE_LIMIT: '',
    LOG_LEVEL: 'error',
    WEBHOOK_ALLOWED_HOSTS: 'site.example.org',
  };
  const { app, account } = await newApp({ ...environment, LOG_LEVEL: 'silent' }, 'demo');
  const server = await startServer({ ...(!plan.plain && ALLOCATOR_SETTINGS), ...environment });
  try {
    const target = await buildLibrary(app, account, server);
    await app.close();
    return { engine, ...(await runClasses(server, target, plan)) };
  } finally {
    await server.stop();
  }
};

const runClasses = async (
  server: RunningServer,
  target: Target,
  { classes, seed, count }: Plan,
): Promise<Omit<EngineReport, 'engine'>> => {
  const visitor = startVisitor(server);
  // Hostile clients have machines of their own: they must not take the processor away from the server and its visitors.
  setPriority(LOWEST_PRIORITY);
  const memory = watchMemory(server.pid);
  const rows: Row[] = [];
  let idle: Memory = { serverMiB: Number.NaN, childrenMiB: Number.NaN };
  const takeStall = async (collect = false): Promise<number> => (await server.probe(collect)).longestMs;
  const run = async (abuse: AbuseClass): Promise<void> => {
    const bar = progress(abuse.name);
    // Garbage of the previous class must not count against this one.
    await takeStall(true);
    memory.takePeak();
    const before = memoryOf(server.pid).serverMiB;
    await visitor.report();
    const report = await runClass(abuse, target, {
      seed,
      count: abuse === ordinary ? undefined : count,
      watch: { takeStall },
      onProgress: bar.update,
    });
    bar.stop();
    const [peak, others] = [memory.takePeak(), await visitor.report()];
    // Memory that ordinary use needs does not count as caused by abuse.
    if (abuse === ordinary) idle = peak;
    rows.push({
      ...report,
      peakMiB: peak.serverMiB,
      leftMiB: abuse.memory ? await leftAbove(before, server, abuse.memory.leftMiB) : Number.NaN,
      bars: abuse.memory,
      serverMiB: peak.serverMiB - idle.serverMiB,
      childrenMiB: peak.childrenMiB - idle.childrenMiB,
      visitor: others,
    });
  };
  const missed: string[] = [];
  try {
    for (const abuse of [ordinary, ...classes]) await run(abuse);
  } catch (error) {
    if (!server.hasEnded()) throw error;
    missed.push(`The server ended during “${classes[rows.length - 1]?.name ?? ''}”`);
  } finally {
    visitor.stop();
    memory.stop();
  }
  return { rows, missed: [...missed, ...rows.flatMap((row) => missedBars(row, rows[0]!))] };
};

/** Samples the memory of the server; the peak is that since the last call. */
const watchMemory = (pid: number): { takePeak(): Memory; stop(): void } => {
  let peak = memoryOf(pid);
  const timer = setInterval(() => {
    const { serverMiB, childrenMiB } = memoryOf(pid);
    peak = {
      serverMiB: Math.max(peak.serverMiB, serverMiB || 0),
      childrenMiB: Math.max(peak.childrenMiB, childrenMiB || 0),
    };
  }, SAMPLE_MS);
  return {
    takePeak: () => {
      const highest = peak;
      peak = memoryOf(pid);
      return highest;
    },
    stop: () => clearInterval(timer),
  };
};

/** How much more memory is resident than before, once it is within the limit or has not changed for a long time. */
const leftAbove = async (before: number, { pid }: RunningServer, allowed: number): Promise<number> => {
  const left = (): number => memoryOf(pid).serverMiB - before;
  await timeUntil(() => left() <= allowed, RETURN_MS, SETTLE_MS);
  return left();
};

const startVisitor = ({ publicUrl }: RunningServer): { report(): Promise<VisitorReport>; stop(): void } => {
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
