/**
 * Wires what makes a talk public: requests for it, reviews, schedules, and the job that brings an item into the index.
 * What contexts below share is in `content/items/`: the states of an item (`item-states.ts`), the checks of a request
 * (`request-transition.ts`), of a schedule (`item-schedule.ts`), and the one predicate of what is public
 * (`visibility.ts`).
 */
import { publishDueMaintenance, unpublishDueMaintenance } from './publish-due.maintenance.js';
import { reviewRoutes } from './review.routes.js';
import { createReviewService } from './review.service.js';
import { emptyModule, type Module, type ModuleContext } from '../platform/module.js';
import type { IndexingDeps } from '../search/indexing/index-items.js';
import { publishItemHandlers } from './publish-item.handlers.js';
import { transitionRoutes } from './transition.routes.js';
import { createTransitionService } from './transition.service.js';

export const createPublishingModule = (
  { db, clock, log }: ModuleContext,
  { index, embedder }: Pick<IndexingDeps, 'index' | 'embedder'>,
): Module => ({
  ...emptyModule,
  endpoints: {
    private: [
      ...transitionRoutes(createTransitionService({ db, clock })),
      ...reviewRoutes(createReviewService({ db, clock })),
    ],
  },
  jobs: publishItemHandlers({ db, clock, log, index, embedder }),
  maintenance: [publishDueMaintenance({ db, clock }), unpublishDueMaintenance({ db, clock })],
});
