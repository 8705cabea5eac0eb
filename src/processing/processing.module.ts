/** Wires the steps that take an item from its upload to the public index. */
import type { BlobStore } from '../platform/storage/blob-store.js';
import { enqueue } from '../platform/jobs/job.repository.js';
import { createMediaProbe } from './media/media-probe.js';
import { probeMediaHandler } from './media/probe-media.handler.js';
import { runningItems } from './run.repository.js';
import type { EventStreams } from '../platform/http/event-streams.js';
import type { Db } from '../platform/db/dialect.js';
import { emptyModule, type Module } from '../platform/module.js';
import { createPipeline } from './pipeline.js';
import { processItemHandler } from './process-item.handler.js';
import { processingMaintenance } from './processing.maintenance.js';
import { readProcessing } from './processing.repository.js';
import { processingRoutes } from './processing.routes.js';
import type { ProcessingDeps } from './step.js';

export const createProcessingModule = (
  deps: ProcessingDeps & { blobs: BlobStore },
  streams: EventStreams,
): Module => {
  const { db, clock, blobs } = deps;
  const probe = createMediaProbe(blobs);
  /** The item's run waits for it. */
  const goOn = async (
    trx: Db,
    { accountId, itemId }: { accountId: number; itemId: number },
  ): Promise<void> => {
    const running = await runningItems(trx, accountId, [itemId]);
    if (running.has(itemId)) await enqueue(trx, clock, accountId, 'processItem', { itemId });
  };
  const pipeline = createPipeline(deps);
  return {
    ...emptyModule,
    endpoints: {
      private: processingRoutes({
        log: deps.log,
        streams,
        read: (accountId, itemIds) => readProcessing(db, pipeline, accountId, itemIds),
      }),
    },
    jobs: {
      processItem: processItemHandler(deps, pipeline),
      probeMedia: probeMediaHandler({ db, clock, probe, onProbed: goOn }),
    },
    maintenance: [processingMaintenance({ db, clock })],
    close: probe.close,
  };
};
