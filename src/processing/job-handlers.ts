/** Every kind of job on the index with its handler. */
import type { IndexJobHandlers } from '../platform/jobs/job.types.js';
import type { ProcessingDeps } from '../search/indexing/handler-support.js';
import { processItemHandler } from './process-item.handler.js';
import { publishHandlers } from './publish.handlers.js';
import { indexMaintenanceHandlers } from '../search/indexing/index-maintenance.handlers.js';

export const createJobHandlers = (deps: ProcessingDeps): IndexJobHandlers => ({
  processItem: processItemHandler(deps),
  ...publishHandlers(deps),
  ...indexMaintenanceHandlers(deps),
});
