/** The interface between the app and its contexts. */
import type { Db } from './db/dialect.js';
import type { Endpoint } from './http/endpoint/endpoint.js';
import type { HealthChecks } from './http/server/health.js';
import type { JobHandlers, JobKind } from './jobs/job.types.js';
import type { MaintenanceTask } from './jobs/maintenance.js';
import type { Clock } from './lib/clock.js';
import type { Log } from './lib/log.js';
import type { Limiters } from './limits/limiters.js';
import type { Mailer } from './mail/mailer.js';
import type { Quotas } from './quotas/quotas.js';
import type { SecretKey } from './secrets/secret-key.js';

export interface ModuleContext {
  db: Db;
  clock: Clock;
  log: Log;
  secretKey: SecretKey;
  quotas: Quotas;
  mailer: Mailer;
  limiters: Limiters;
  /** Identifies this process in leases. */
  owner: string;
}

export interface Module {
  endpoints: {
    private?: readonly Endpoint[];
    public?: readonly Endpoint[];
    console?: readonly Endpoint[];
    /** On the console's host only, below `/a/{shortName}`; the private API is there too. */
    account?: readonly Endpoint[];
  };
  /** Handlers of the kinds of job that the context owns. */
  jobs: Partial<JobHandlers<JobKind>>;
  checks: HealthChecks;
  maintenance: readonly MaintenanceTask[];
  /** Runs before the process serves or works: checks and updates stored data. Can run in many processes at once. */
  prepare?(): Promise<void>;
  /** Releases the context's resources. */
  close(): Promise<void>;
}

/** Defaults for the parts of a module that a context does not need. */
export const emptyModule: Module = {
  endpoints: {},
  jobs: {},
  checks: {},
  maintenance: [],
  close: () => Promise.resolve(),
};

/**
 * Joins the modules into one.
 * @throws {Error} when a kind of job has two handlers or none
 */
export const joinModules = (modules: readonly Module[], kinds: readonly JobKind[]) => {
  const handled = modules.flatMap(({ jobs }) => Object.keys(jobs));
  for (const kind of kinds) {
    const handlers = handled.filter((name) => name === kind).length;
    if (handlers !== 1) throw new Error(`The job ${kind} has ${handlers} handlers`);
  }
  return {
    endpoints: {
      private: modules.flatMap(({ endpoints }) => endpoints.private ?? []),
      public: modules.flatMap(({ endpoints }) => endpoints.public ?? []),
      console: modules.flatMap(({ endpoints }) => endpoints.console ?? []),
      account: modules.flatMap(({ endpoints }) => endpoints.account ?? []),
    },
    jobs: Object.assign({}, ...modules.map(({ jobs }) => jobs)) as JobHandlers<JobKind>,
    checks: Object.assign({}, ...modules.map(({ checks }) => checks)) as HealthChecks,
    maintenance: modules.flatMap(({ maintenance }) => maintenance),
    /**
     * From the bottom layer up.
     * @throws {Error} when the process cannot start
     */
    prepare: async (): Promise<void> => {
      for (const module of modules) await module.prepare?.();
    },
    /** From the top layer down, because a context may use those below it until it is closed. */
    close: async (): Promise<void> => {
      for (const module of modules.toReversed()) await module.close();
    },
  };
};
