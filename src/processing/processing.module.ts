/** Wires the steps that take an item from its upload to the public index, and what is made of its files. */
import { join } from 'node:path';
import type { Db } from '../platform/db/dialect.js';
import type { Row } from '../platform/db/tables.js';
import type { EventStreams } from '../platform/http/event-streams.js';
import { enqueue } from '../platform/jobs/job.repository.js';
import { emptyModule, type Module } from '../platform/module.js';
import type { Quotas } from '../platform/quotas/quotas.js';
import type { BlobStore } from '../platform/storage/blob-store.js';
import { createFfmpeg } from './media/ffmpeg.js';
import { makeRenditionsHandler } from './media/make-renditions.handler.js';
import { createMediaProbe } from './media/media-probe.js';
import { planRenditions } from './media/plan-renditions.js';
import { probeMediaHandler } from './media/probe-media.handler.js';
import { createRenditionStore } from './media/rendition-store.js';
import { transcodeMediaHandler } from './media/transcode-media.handler.js';
import { createWorkspace } from './media/workspace.js';
import { createPipeline } from './pipeline.js';
import { processItemHandler } from './process-item.handler.js';
import { processingMaintenance } from './processing.maintenance.js';
import { readProcessing } from './processing.repository.js';
import { processingRoutes } from './processing.routes.js';
import { runningItems } from './run.repository.js';
import type { ProcessingDeps } from './step.js';
import { createSuggestThreads } from './suggest/suggest-threads.js';

interface Options {
  dataDir: string;
  ffmpeg: string | null;
  transcode: boolean;
}

const CLEAN_EVERY_MS = 60 * 60_000;

export const createProcessingModule = (
  deps: Omit<ProcessingDeps, 'suggestThreads'> & { blobs: BlobStore; quotas: Quotas; streams: EventStreams },
  { dataDir, ffmpeg, transcode }: Options,
): Module => {
  const { db, clock, log, blobs, quotas, streams } = deps;
  const suggestThreads = createSuggestThreads();
  const pipeline = createPipeline({ ...deps, suggestThreads });
  const probe = createMediaProbe(blobs);
  const workspace = createWorkspace(join(dataDir, 'work'), blobs);
  const media = {
    ...{ db, clock, log, workspace, probe },
    ffmpeg: ffmpeg === null ? null : createFfmpeg(ffmpeg),
    store: createRenditionStore(db, quotas, blobs),
  };

  const onProbed = async (trx: Db, asset: Row<'mediaAsset'>): Promise<void> => {
    const { accountId, itemId } = asset;
    const running = await runningItems(trx, accountId, [itemId]);
    // Its run waits for the file.
    if (running.has(itemId)) await enqueue(trx, clock, accountId, 'processItem', { itemId });
    if (ffmpeg !== null) await planRenditions(trx, clock, asset, { transcode });
  };

  return {
    ...emptyModule,
    endpoints: {
      private: processingRoutes({
        log,
        streams,
        read: (accountId, itemIds) => readProcessing(db, pipeline, accountId, itemIds),
      }),
    },
    jobs: {
      processItem: processItemHandler(deps, pipeline),
      probeMedia: probeMediaHandler({ db, clock, probe, onProbed }),
      makeRenditions: makeRenditionsHandler(media),
      transcodeMedia: transcodeMediaHandler(media),
    },
    maintenance: [
      processingMaintenance({ db, clock }),
      { name: 'work folders', everyMs: CLEAN_EVERY_MS, run: workspace.removeStale },
    ],
    close: async () => {
      await Promise.all([probe.close(), suggestThreads.close()]);
    },
  };
};
