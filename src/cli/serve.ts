/** `lectern serve`: both hosts and the worker, until the process is asked to stop. */
import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { createApp, type App } from '../app.js';
import { loadConfig, type Config } from '../config.js';
import { migrate } from '../platform/db/migrate.js';
import { startServer, type Role } from '../server.js';
import { explainDatabaseErrors, type CommandContext } from './context.js';
import { lockLibrary, requireEvents, requireLibrary } from './library.js';
import { print } from './output.js';

export interface ServeOptions {
  role: Role;
  migrate: boolean;
}

export const serve = async ({ signal }: CommandContext, options: ServeOptions): Promise<void> => {
  const config = loadConfig();
  await explainDatabaseErrors(config, async () => {
    await requireLibrary(config, options.migrate ? 'anything' : 'schema');
    if (options.role !== 'worker') await requireEvents(config);
    await run(config, signal, options);
  });
};

const run = async (config: Config, signal: AbortSignal, options: ServeOptions): Promise<void> => {
  const unlock = options.role === 'worker' ? undefined : lockLibrary(config);
  try {
    await serveApp(createApp(config), signal, options);
  } finally {
    unlock?.();
  }
};

const serveApp = async (app: App, signal: AbortSignal, options: ServeOptions): Promise<void> => {
  try {
    if (options.migrate) await migrate(app.db);
    const running = await startServer(app, { role: options.role });
    tuneGarbageCollection();
    if (running.privateUrl) print(`private  ${running.privateUrl}`);
    if (running.publicUrl) print(`public   ${running.publicUrl}`);
    await aborted(signal);
    await running.stop();
  } finally {
    await app.close();
  }
};

/**
 * Settings of V8's garbage collection, for this and all threads:
 *
 * - Heaps are collected once they have grown by 30%. By itself V8 lets them grow up to four times what was alive, which
 *   after an import is hundreds of megabytes; searches take as long with either.
 * - New objects are put where the young are. By itself V8 has code whose objects outlived a few collections put them
 *   among the old ones: a search that was in progress then is enough, and from then on what each search leaves behind
 *   has to be collected there, for up to a third of the processor's time.
 * - Young objects are collected by the thread that made them. Little of what they are is alive: waking others to help
 *   takes longer.
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
