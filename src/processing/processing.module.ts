/** Wires the steps that take an item from its transcript to the public index. */
import { emptyModule, type Module } from '../platform/module.js';
import type { IndexingDeps } from '../search/indexing/handler-support.js';
import { processItemHandler } from './process-item.handler.js';

export const createProcessingModule = (deps: IndexingDeps): Module => ({
  ...emptyModule,
  jobs: { processItem: processItemHandler(deps) },
});
