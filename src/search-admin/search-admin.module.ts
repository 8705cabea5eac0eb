/** Wires the search desk: why searches find what they find, what they would find after a change, and checks of it. */
import { emptyModule, type Module, type ModuleContext } from '../platform/module.js';
import type { PublicSearchService } from '../public/search/public-search.service.js';
import { checkRunRoutes, explainRoutes, searchPreviewRoutes } from './search-admin.routes.js';
import { createExplainService } from './explain.service.js';
import { createSearchPreviewService } from './preview.service.js';
import { runChecksHandler, type CheckDeps } from './run-checks.js';

export const createSearchAdminModule = (
  { db, clock }: ModuleContext,
  {
    unrecorded: searches,
    index,
    embedder,
  }: { unrecorded: PublicSearchService } & Pick<CheckDeps, 'index' | 'embedder'>,
): Module => {
  const checks = { db, clock, searches, index, embedder };
  return {
    ...emptyModule,
    endpoints: {
      private: [
        ...checkRunRoutes(checks),
        ...searchPreviewRoutes(createSearchPreviewService({ db, searches })),
        ...explainRoutes(createExplainService({ db, clock, searches })),
      ],
    },
    jobs: { runSearchChecks: runChecksHandler(checks) },
  };
};
