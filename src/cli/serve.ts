/** `lectern serve`: runs the hosts and the worker until the process is asked to stop. */
import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { createApp, type App } from '../app.js';
import { loadConfig, type Config } from '../config/config.js';
import { withConsolePort } from '../config/console-port.js';
import { migrate, migrationState } from '../platform/db/migrate.js';
import { startServer, type ProcessRole } from '../server.js';
import { startWaitingServer } from '../platform/http/server/waiting-server.js';
import { explainDatabaseErrors, type CommandContext } from './context.js';
import { lockLibrary, requireEvents, requireLibrary } from './library.js';
import { print } from './output.js';

export interface ServeCommandOptions {
  role: ProcessRole;
  migrate: boolean;
}

export const serve = async ({ signal }: CommandContext, options: ServeCommandOptions): Promise<void> => {
  const config = await withConsolePort(loadConfig());
  await explainDatabaseErrors(config, async () => {
    await requireLibrary(config, options.migrate ? 'anything' : 'schema');
    if (options.role !== 'worker') await requireEvents(config);
    await run(config, signal, options);
  });
};

const run = async (config: Config, signal: AbortSignal, options: ServeCommandOptions): Promise<void> => {
  const unlock = options.role === 'worker' ? undefined : lockLibrary(config);
  try {
    await serveApp(createApp(config), signal, options);
  } finally {
    unlock?.();
  }
};

const serveApp = async (app: App, signal: AbortSignal, options: ServeCommandOptions): Promise<void> => {
  try {
    if (options.migrate) await migrateFirst(app, options.role);
    const running = await startServer(app, { role: options.role });
    tuneGarbageCollection();
    if (running.privateUrl) print(`private  ${running.privateUrl}`);
    if (running.publicUrl) print(`public   ${running.publicUrl}`);
    if (running.consoleUrl) print(`console  ${app.config.consoleBaseUrl}`);
    if (running.metricsUrl) print(`metrics  ${running.metricsUrl}`);
    await aborted(signal);
    await running.stop();
  } finally {
    await app.close();
  }
};

/** Answers probes meanwhile, which would otherwise have the process killed in a long migration. */
const migrateFirst = async ({ config, db, log }: App, role: ProcessRole): Promise<void> => {
  const { pending } = await migrationState(db);
  if (pending.length === 0) return;
  const { host, privatePort, publicPort, consolePort } = config;
  const ports =
    role === 'worker' ? [] : [privatePort, publicPort, ...(consolePort === null ? [] : [consolePort])];
  const waiting = await startWaitingServer(host, ports);
  try {
    await migrate(db, (progress) => {
      waiting.report(progress);
      log.info(progress, 'migrating the database');
    });
  } finally {
    await waiting.stop();
  }
};

/**
 * Sets V8's garbage collection options for all threads:
 *
 * - Heaps are collected after growing by 30%. By default V8 lets them grow to up to four times the live size,
 *   hundreds of
 *   megabytes after an import; searches take equally long either way.
 * - New objects are always allocated in the young generation. By default, code whose objects survived a few
 *   collections
 *   allocates in the old one: a single search in progress at that time is enough, and from then on the garbage of
 *   every
 *   search has to be collected there, for up to a third of the processor time.
 * - Each thread collects its young objects alone. Few of them are alive, so waking helper threads takes longer.
 */
export const tuneGarbageCollection = (): void => {
  setFlagsFromString('--heap-growing-percent=30');
  setFlagsFromString('--no-allocation-site-pretenuring');
  setFlagsFromString('--no-parallel-scavenge');
};

/** Resolves when the signal aborts. */
export const aborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort');
};
