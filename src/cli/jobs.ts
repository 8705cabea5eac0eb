/** `lectern jobs list|retry|cancel`. */
import type { Row } from '../platform/db/tables.js';
import { withApp } from './context.js';
import { note, print, table } from './output.js';
import { printable } from './printable.js';
import { requireAccount } from './token.js';

export interface JobListOptions {
  account?: string;
  status?: Row<'job'>['status'];
  kind?: string;
  limit: number;
}

const MAX_ERROR_LENGTH = 80;

export const printJobs = ({ account, ...filter }: JobListOptions): Promise<void> =>
  withApp(async (app) => {
    const accountId = account === undefined ? undefined : (await requireAccount(app, account)).id;
    const jobs = await app.jobAdmin.list({ ...filter, accountId });
    const rows = jobs.map((job) => [
      String(job.id),
      String(job.accountId),
      job.kind,
      job.subject,
      job.status,
      `${job.attempts}/${job.maxAttempts}`,
      job.runAt.slice(0, 19),
      printable(job.lastError ?? '').slice(0, MAX_ERROR_LENGTH),
    ]);
    print(table(['id', 'account', 'kind', 'subject', 'status', 'attempts', 'due', 'last error'], rows));
    if (jobs.length === filter.limit)
      note(`Only the first ${filter.limit} jobs are shown; use --limit to show more.`);
  });

/** @throws {Error} with the first job that cannot be retried */
export const retryJobs = (ids: readonly number[]): Promise<void> =>
  withApp(async (app) => {
    for (const id of ids) {
      await app.jobAdmin.retry(id);
      print(`Job ${id} will be retried.`);
    }
  });

/** @throws {Error} with the first job that does not exist */
export const cancelJobs = (ids: readonly number[]): Promise<void> =>
  withApp(async (app) => {
    for (const id of ids) {
      await app.jobAdmin.cancel(id);
      print(`Job ${id} is cancelled.`);
    }
  });
