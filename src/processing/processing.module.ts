/** Wires the steps that take an item from its transcript to the public index. */
import { emptyModule, type Module } from '../platform/module.js';
import { processItemHandler, type ProcessingDeps } from './process-item.handler.js';

export const createProcessingModule = (deps: ProcessingDeps): Module => ({
  ...emptyModule,
  jobs: { processItem: processItemHandler(deps) },
});
