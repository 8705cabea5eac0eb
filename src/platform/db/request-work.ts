/** What a request or a batch of jobs spends its time on: counted where it is done, and read when it has ended. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { isPostgres, type Db } from './dialect.js';

export interface RequestWork {
  /** Time of all statements, with the wait for a connection, ms. Statements may overlap. */
  sqlMs: number;
  statements: number;
  /** Other parts by name, ms. */
  parts: Record<string, number>;
  /** True if jobs do the work. */
  isJob?: true;
}

const requests = new AsyncLocalStorage<RequestWork>();

/**
 * Runs a request's work. On PostgreSQL, its statements have a time limit.
 * @param isCounted whether somebody reads what it spends its time on
 */
export const asRequest = <T>(db: Db, isCounted: boolean, work: () => T): T =>
  isCounted || isPostgres(db) ? requests.run({ sqlMs: 0, statements: 0, parts: {} }, work) : work();

/** Runs a batch of jobs, and counts its work. Its statements have no time limit. */
export const asJobs = <T>(run: (work: RequestWork) => T): T => {
  const work: RequestWork = { sqlMs: 0, statements: 0, parts: {}, isJob: true };
  return requests.run(work, () => run(work));
};

/** The work of the request that is being handled; undefined in jobs. */
export const currentRequest = (): RequestWork | undefined => {
  const work = requests.getStore();
  return work?.isJob ? undefined : work;
};

/** The work as it is logged, in ms to one decimal place. */
export const loggedWork = (work?: RequestWork): Record<string, number> => {
  const { sqlMs = 0, statements = 0, parts = {} } = work ?? {};
  const times = Object.entries({ sqlMs, ...parts }).map(([name, ms]) => [name, loggedMs(ms)] as const);
  return { statements, ...Object.fromEntries(times) };
};

export const loggedMs = (ms: number): number => Math.round(ms * 10) / 10;

/** Counts a part of the current request or jobs, if there are any. */
export const addParts = (parts: Record<string, number>): void => {
  const request = requests.getStore();
  if (!request) return;
  for (const [name, ms] of Object.entries(parts)) request.parts[name] = (request.parts[name] ?? 0) + ms;
};

/** Runs a part of the current request or jobs, and counts its time. */
export const timedPart = async <T>(name: string, run: () => Promise<T>): Promise<T> => {
  if (!requests.getStore()) return run();
  const started = performance.now();
  try {
    return await run();
  } finally {
    addParts({ [name]: performance.now() - started });
  }
};

/** Counts a statement of the current request or jobs. */
export const timedStatement = <T>(run: () => T): T => timed(run, 1);

/** Counts a wait for the database, such as for a connection. */
export const timedWait = <T>(run: () => T): T => timed(run, 0);

const timed = <T>(run: () => T, statements: number): T => {
  const request = requests.getStore();
  if (!request) return run();
  const started = performance.now();
  const end = (): void => {
    request.sqlMs += performance.now() - started;
    request.statements += statements;
  };
  let result: T;
  try {
    result = run();
  } catch (error) {
    end();
    throw error;
  }
  if (result instanceof Promise) result.then(end, end);
  else end();
  return result;
};
