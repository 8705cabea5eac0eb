/** Every kind of job on the index with its handler. */
import type { IndexJobHandlers } from '../jobs/job.types.js';
import type { ProcessingDeps } from './handler-support.js';
import { processItemHandler } from './process-item.handler.js';
import { publishHandlers } from './publish.handlers.js';
import { upkeepHandlers } from './upkeep.handlers.js';

export const createJobHandlers = (deps: ProcessingDeps): IndexJobHandlers => ({
  processItem: processItemHandler(deps),
  ...publishHandlers(deps),
  ...upkeepHandlers(deps),
});
