/** Endpoints of account jobs. */
import { z } from 'zod';
import type { Db } from '../db/dialect.js';
import { endpoint, endpointList, type Endpoint } from '../http/endpoint/endpoint.js';
import { pathId } from '../http/endpoint/record-query.js';
import type { Clock } from '../lib/clock.js';
import { truncate, invalidState, notFound } from '../lib/errors.js';
import { JOB_RETENTION_DAYS } from './account-jobs.handler.js';
import { jobExample, jobList, jobRecord, toJob } from './account-job.record.js';
import { endJob, findJob, listAccountJobs, lockJob } from './account-job.repository.js';
import { jobResult, resultExample, resultList, toResult } from './job-result.record.js';
import { listResults } from './job-result.repository.js';

const params = z.object({ jobId: pathId });
const response = z.object({ job: jobRecord });
const tag = 'Jobs';

/** Characters of a text that results contain. */
const MAX_SHOWN = 1_000;
const shownValue = (value: unknown): unknown =>
  typeof value === 'string' ? truncate(value, MAX_SHOWN) : value;

export const accountJobRoutes = ({ db, clock }: { db: Db; clock: Clock }): Endpoint[] => [
  endpointList({
    path: '/jobs',
    operationId: 'listJobs',
    summary: 'List jobs',
    description: `Newest first by default. Jobs are deleted ${JOB_RETENTION_DAYS} days after they finish.`,
    tag,
    scope: 'content:read',
    plural: 'jobs',
    spec: jobList,
    record: jobRecord,
    example: { record: jobExample },
    handle: async ({ caller, query }) => {
      const { rows, totalRecords } = await listAccountJobs(db, caller.accountId, query);
      return { rows: rows.map(toJob), totalRecords };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/jobs/{jobId}',
    operationId: 'getJob',
    summary: 'Get a job',
    tag,
    scope: 'content:read',
    params,
    response,
    example: { params: { jobId: 12 }, response: { job: jobExample } },
    handle: async ({ caller, params: { jobId } }) => {
      const job = await findJob(db, caller.accountId, jobId);
      if (!job) throw notFound();
      return { job: toJob(job) };
    },
  }),
  endpointList({
    path: '/jobs/{jobId}/results',
    operationId: 'listJobResults',
    summary: 'List the results of a job',
    description:
      'What became of each item of a bulk job, in the order in which they were processed: what changed, or why not. `outcome=failed` selects those that could not be changed.',
    tag,
    scope: 'content:read',
    params,
    plural: 'results',
    spec: resultList,
    record: jobResult,
    example: { params: { jobId: 12 }, record: resultExample },
    handle: async ({ caller: { accountId }, params: { jobId }, query }) => {
      if (!(await findJob(db, accountId, jobId))) throw notFound();
      const { rows, totalRecords } = await listResults(db, accountId, jobId, query);
      return { rows: rows.map((row) => toResult(row, shownValue)), totalRecords };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/jobs/{jobId}/cancel',
    operationId: 'cancelJob',
    summary: 'Cancel a job',
    description:
      'Changes made so far remain; the remaining records are not changed. 422 if the job has finished.',
    tag,
    scope: 'content:write',
    params,
    response,
    example: {
      params: { jobId: 12 },
      response: { job: { ...jobExample, status: 'cancelled', finishedDate: '2026-03-01T12:00:02.000Z' } },
    },
    handle: ({ caller: { accountId }, params: { jobId } }) =>
      db.transaction().execute(async (trx) => {
        const job = await lockJob(trx, accountId, jobId);
        if (!job) throw notFound();
        if (job.finishedDate !== null)
          throw invalidState(`This job has finished: its status is ${job.status}.`);
        return { job: toJob(await endJob(trx, clock, job, 'cancelled')) };
      }),
  }),
];
