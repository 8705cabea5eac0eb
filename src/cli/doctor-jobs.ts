/** The part of `lectern doctor` about background work: jobs that failed or wait, and webhooks that fail. */
import type { App } from '../app.js';
import { allAccounts } from '../identity/accounts/account.repository.js';
import type { StoreState } from '../platform/http/health.js';
import { countJobs, deadJobs } from '../platform/jobs/job.repository.js';
import { leaseHolder } from '../platform/jobs/lease.js';
import { INDEX_LEASE } from '../platform/jobs/worker.js';
import { failingWebhooks } from '../webhooks/delivery.repository.js';
import type { Finding } from './doctor-finding.js';
import { printable } from './printable.js';

const DEAD_SHOWN = 10;
const WEBHOOKS_SHOWN = 10;

/** @param state of the queue, which is down while due jobs wait for too long */
export const checkJobs = async ({ db, clock }: App, state: StoreState | undefined): Promise<Finding> => {
  const name = 'jobs';
  const counts = await countJobs(db);
  const total = (status: string): number =>
    counts.filter((row) => row.status === status).reduce((sum, { count }) => sum + count, 0);
  const worker = await leaseHolder(db, clock, INDEX_LEASE);
  const dead = await deadJobs(db, DEAD_SHOWN);
  const detail = `${total('waiting')} waiting, ${total('running')} running, worker ${worker ?? 'not running'}`;
  const late = state?.status === 'down' ? [state.message ?? 'Jobs have been waiting for too long'] : [];
  const lines = dead.map(
    ({ id, kind, subject, attempts, lastError }) =>
      `\njob ${id} ${kind} ${subject} after ${attempts} attempts: ${printable(lastError ?? 'no message')}`,
  );
  const failed =
    dead.length > 0
      ? [
          `${total('dead')} have failed (${detail}): fix the cause, then process the items again${lines.join('')}`,
        ]
      : [];
  const problems = [...late, ...failed];
  return problems.length > 0
    ? { name, status: 'error', message: problems.join('\n') }
    : { name, status: 'ok', message: detail };
};

/** Names the host only, because the path of a webhook may contain a secret. */
export const checkWebhooks = async ({ db }: App): Promise<Finding> => {
  const name = 'webhooks';
  const lines: string[] = [];
  for (const { id: accountId, shortName } of await allAccounts(db))
    for (const { id, url, attempts, lastError } of await failingWebhooks(db, accountId))
      lines.push(
        `\nwebhook ${id} of ${shortName} (${new URL(url).host}) after ${attempts} attempts: ${printable(lastError ?? 'no message')}`,
      );
  if (lines.length === 0) return { name, status: 'ok', message: 'the last delivery of each was accepted' };
  const more = lines.length > WEBHOOKS_SHOWN ? [`\nand ${lines.length - WEBHOOKS_SHOWN} more`] : [];
  return {
    name,
    status: 'warning',
    message: `${lines.length} did not accept their last delivery${[...lines.slice(0, WEBHOOKS_SHOWN), ...more].join('')}`,
  };
};
