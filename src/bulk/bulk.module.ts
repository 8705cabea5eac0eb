/** Wires changes of many items: their endpoints, and the job that makes them. */
import type { TranscriptThreads } from '../transcripts/transcript-tasks.js';
import { emptyModule, type Module, type ModuleContext } from '../platform/module.js';
import { bulkRoutes } from './bulk.routes.js';
import { createBulkService } from './bulk.service.js';
import { runBulkHandler } from './run-bulk.handler.js';

export const createBulkModule = (
  { db, clock, log, quotas }: ModuleContext,
  { threads }: { threads: TranscriptThreads },
): Module => ({
  ...emptyModule,
  endpoints: { private: bulkRoutes(createBulkService({ db, clock })) },
  jobs: { runBulk: runBulkHandler({ db, clock, quotas, log, threads }) },
});
