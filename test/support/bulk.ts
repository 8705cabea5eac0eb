/** Runs bulk jobs within the test, one step of the worker at a time. */
import { beforeAll, beforeEach } from 'vitest';
import { runBulkHandler } from '../../src/bulk/run-bulk.handler.js';
import { claim } from '../../src/platform/jobs/claim-jobs.js';
import { completeJobs } from '../../src/platform/jobs/job.repository.js';
import type { Job, JobOutcome } from '../../src/platform/jobs/job.types.js';
import { createTurns } from '../../src/platform/jobs/turns.js';
import { buildCollection, buildItem, type Built } from './factories.js';
import { useApp, type Tenant, type TestApp } from './start-app.js';
import { later } from './use.js';

const OWNER = 'test';

export const createBulkWorker = ({ app }: TestApp) => {
  const handler = runBulkHandler(app);
  const turns = createTurns();

  const take = async (): Promise<Job<'runBulk'> | undefined> => {
    const [job] = await claim(app.db, app.clock, OWNER, { runBulk: 1 }, 60_000, turns);
    return job as Job<'runBulk'> | undefined;
  };
  const run = async (job: Job<'runBulk'>): Promise<JobOutcome> =>
    (await handler.run([job], new AbortController().signal))[0];
  const complete = (job: Job): Promise<void> => completeJobs(app.db, OWNER, [job.id]);

  /** Runs all jobs. */
  const finish = async (): Promise<void> => {
    for (let job = await take(); job; job = await take()) {
      await run(job);
      await complete(job);
    }
  };

  return {
    handler,
    take,
    run,
    complete,
    finish,
    /**
     * Runs one turn of the next account.
     * @returns its id
     */
    turn: async (): Promise<number | undefined> => {
      const job = await take();
      if (!job) return undefined;
      await run(job);
      await complete(job);
      return job.accountId;
    },
    /**
     * Starts a job, and runs all.
     * @returns the job after its end
     */
    finished: async (tenant: Tenant, body: object): Promise<Built> => {
      const job = await startBulk(tenant, body);
      await finish();
      return jobOf(tenant, job);
    },
    /**
     * Undoes a job.
     * @returns the job that has undone it
     */
    undone: async (tenant: Tenant, { id }: { id: number }): Promise<Built> => {
      const { status, body } = await tenant.api.post(`/jobs/${id}/undo`);
      if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
      await finish();
      return jobOf(tenant, body.job);
    },
  };
};

/**
 * Starts a job.
 * @returns the job after the start
 */
export const startBulk = async ({ api }: Tenant, body: object): Promise<Built> => {
  const { status, body: answer } = await api.post('/items/bulk', body);
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(answer)}`);
  return answer.job;
};

export const jobOf = async ({ api }: Tenant, { id }: { id: number }): Promise<Built> =>
  (await api.get(`/jobs/${id}`)).body.job;

export const resultsOf = async ({ api }: Tenant, { id }: { id: number }, query = ''): Promise<Built[]> =>
  (await api.get(`/jobs/${id}/results?${query}`)).body.results;

/** Bulk jobs of a separate account per test. */
export const useBulk = () => {
  const app = useApp();
  let worker: ReturnType<typeof createBulkWorker>;
  beforeAll(() => void (worker = createBulkWorker(app)));
  let current: Tenant;
  let accounts = 0;
  beforeEach(async () => void (current = await app.tenant(`bulk-${++accounts}`)));
  const tenant = later(() => current);
  return {
    app,
    worker: later(() => worker),
    /** The account of this test. */
    tenant,
    finished: (body: object): Promise<Built> => worker.finished(tenant, body),
    get: async (id: number): Promise<Built> =>
      (await tenant.api.get(`/items/${id}?_withDeleted=true&_expand=topics`)).body.item,
    buildItems: async (count: number, body: object = {}): Promise<Built[]> => {
      const collectionId = (await buildCollection(tenant)).id;
      const items: Built[] = [];
      for (let i = 0; i < count; i++) items.push(await buildItem(tenant, { collectionId, ...body }));
      return items;
    },
  };
};

export const idsOf = (records: readonly Built[]): number[] => records.map(({ id }) => id);
