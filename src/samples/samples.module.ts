/** Wires the sample content that quickstart adds, and its removal. */
import type { RemovedEvents } from '../../analytics/index.js';
import type { AccountService } from '../identity/accounts/account.service.js';
import { emptyModule, type Module, type ModuleContext } from '../platform/module.js';
import { sampleRoutes } from './sample.routes.js';
import { createSampleService } from './sample.service.js';

export const createSamplesModule = (
  { db, clock, quotas }: ModuleContext,
  {
    accounts,
    removeEvents,
  }: { accounts: AccountService; removeEvents(events: RemovedEvents): Promise<number> },
) => {
  const samples = createSampleService({ db, clock, quotas, removeEvents });
  return {
    ...emptyModule,
    endpoints: { private: sampleRoutes(samples, accounts) },
    samples,
  } satisfies Module & Record<string, unknown>;
};
