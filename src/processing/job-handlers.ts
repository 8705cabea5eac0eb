/** Every kind of job with its handler. */
import type { JobHandlers } from '../jobs/job.types.js';
import type { ProcessingDeps } from './handler-support.js';
import { processItemHandler } from './process-item.handler.js';
import { publishHandlers } from './publish.handlers.js';
import { upkeepHandlers } from './upkeep.handlers.js';

export const createJobHandlers = (deps: ProcessingDeps): JobHandlers => ({
  processItem: processItemHandler(deps),
  ...publishHandlers(deps),
  ...upkeepHandlers(deps),
});
