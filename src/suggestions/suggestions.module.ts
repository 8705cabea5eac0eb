/** Wires suggestions: their endpoints, the review queue, and the search for further corrections. */
import type { TranscriptThreads } from '../transcripts/transcript-tasks.js';
import { emptyModule, type Module, type ModuleContext } from '../platform/module.js';
import { findCorrectionsHandler } from './find-corrections.handler.js';
import { reviewQueueRoutes } from './review-queue.routes.js';
import { createReviewQueueService } from './review-queue.service.js';
import { decisionMaintenance } from './suggestion-decision.repository.js';
import { suggestionRoutes } from './suggestion.routes.js';
import { createSuggestionService } from './suggestion.service.js';

export const createSuggestionsModule = (
  { db, clock, quotas }: ModuleContext,
  { threads }: { threads: TranscriptThreads },
): Module => {
  const deps = { db, clock, quotas, threads };
  return {
    ...emptyModule,
    endpoints: {
      private: [
        ...suggestionRoutes(createSuggestionService(deps)),
        ...reviewQueueRoutes(createReviewQueueService(deps)),
      ],
    },
    jobs: { findCorrections: findCorrectionsHandler(deps) },
    maintenance: [decisionMaintenance(deps)],
  };
};
