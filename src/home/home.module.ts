/** Wires the home screen, which looks at the contexts below it. */
import { emptyModule, type Module, type ModuleContext } from '../platform/module.js';
import { homeRoutes } from './home.routes.js';
import { createHomeService, type HomeDeps } from './home.service.js';

export const createHomeModule = (
  { db, clock, log, quotas }: ModuleContext,
  options: Pick<HomeDeps, 'searchStats' | 'transcribes'>,
): Module => ({
  ...emptyModule,
  endpoints: { private: homeRoutes(createHomeService({ db, clock, log, quotas, ...options })) },
});
