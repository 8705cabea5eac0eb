/**
 * Wires the steps that take an item from its upload to the public index, and the jobs that make renditions of its
 * files.
 */
import { join } from 'node:path';
import type { Db } from '../platform/db/dialect.js';
import type { Row } from '../platform/db/tables.js';
import type { HealthCheck } from '../platform/http/server/health.js';
import type { EventStreams } from '../platform/http/server/event-streams.js';
import { emptyModule, type Module } from '../platform/module.js';
import type { Quotas } from '../platform/quotas/quotas.js';
import type { BlobStore } from '../platform/storage/blob-store.js';
import type { Uploads } from '../platform/storage/uploads.js';
import type { PublicFiles } from '../platform/outgoing/fetch-public.js';
import type { TranscriptUploadService } from '../transcripts/stored/transcript-upload.service.js';
import type { MediaAssetService } from '../content/media/media-asset.service.js';
import { trimMediaHandler } from './trimming/trim-media.handler.js';
import { trimMediaRoutes } from './trimming/trim-media.routes.js';
import { createTrimMediaService } from './trimming/trim-media.service.js';
import { downloadEpisodeHandler } from './downloads/download-episode.handler.js';
import { downloadMaintenance } from './downloads/download.maintenance.js';
import { createFfmpeg } from './media/ffmpeg.js';
import { makeRenditionsHandler } from './media/make-renditions.handler.js';
import { createMediaProbe, createMediaTypes } from './media/media-probe.js';
import { planRenditions, transcodeMediaHandler } from './media/transcode-media.handler.js';
import { probeMediaHandler } from './media/probe-media.handler.js';
import { createRenditionStore } from './media/rendition-store.js';
import { createWorkspace } from './media/workspace.js';
import type { ModelServerOptions } from './model-server/model-server.js';
import { createPipeline } from './pipeline.js';
import { processItemHandlers } from './process-item.handler.js';
import { processingMaintenance } from './processing.maintenance.js';
import { readProcessing } from './processing.repository.js';
import { processingRoutes } from './processing.routes.js';
import { continueRun } from './runs/run.repository.js';
import type { ProcessingDeps } from './step.js';
import { suggestItemHandler } from './suggest-item.handler.js';
import { createSuggestThreads } from './suggest/suggest-threads.js';
import { processUploaded, waitingRecordings } from './transcription/process-recordings.js';
import { transcribeMediaHandler } from './transcription/transcribe-media.handler.js';
import { processorShare, transcribeAgain } from './transcription/transcription.repository.js';
import type { Transcriber } from './transcription/transcriber.js';
import { createTranscriptionCommand, type CommandOptions } from './transcription/transcription-command.js';
import { createTranscriptionServer, type ServerOptions } from './transcription/transcription-server.js';
import { createTranscriptionModel, type ModelOptions } from './transcription/transcription-model.js';
import { createChatWriter } from './writing/chat-writer.js';
import { writeSuggestionsHandler } from './writing/write-suggestions.handler.js';

interface Options {
  dataDir: string;
  ffmpeg: string | null;
  setpriv: string | null;
  transcode: boolean;
  transcription: ServerOptions | Omit<CommandOptions, 'setpriv'> | ModelOptions | null;
  suggestions: boolean;
  writing: WritingOptions | null;
}

type WritingOptions = ModelServerOptions & { maxLength: number };

const CLEAN_EVERY_MS = 60 * 60_000;

export const createProcessingModule = (
  deps: Omit<ProcessingDeps, 'suggestThreads' | 'transcribes' | 'writingModel'> & {
    blobs: BlobStore;
    quotas: Quotas;
    streams: EventStreams;
    publicFiles: PublicFiles;
    transcriptUploads: TranscriptUploadService;
    media: Pick<MediaAssetService, 'get'>;
    uploads: Uploads;
  },
  { dataDir, ffmpeg: program, setpriv, transcode, transcription, suggestions, writing }: Options,
): Module => {
  const { db, clock, log, blobs, quotas, streams, threads } = deps;
  const suggestThreads = suggestions ? createSuggestThreads() : null;
  const transcriber = transcriberOf(transcription, setpriv);
  const writer = writing && createChatWriter(writing);
  const pipelineDeps = {
    ...deps,
    suggestThreads,
    transcribes: transcriber !== null,
    writingModel: writer && writer.model,
  };
  const pipeline = createPipeline(pipelineDeps);
  const probe = createMediaProbe(blobs);
  const downloads = join(dataDir, 'downloads');
  const types = createMediaTypes();
  const workspace = createWorkspace(join(dataDir, 'work'), blobs);
  const ffmpeg = program === null ? null : createFfmpeg(program, setpriv);
  const media = {
    db,
    clock,
    log,
    workspace,
    probe,
    ffmpeg,
    store: createRenditionStore(db, quotas, blobs),
  };

  const onProbed = async (trx: Db, asset: Row<'mediaAsset'>): Promise<void> => {
    await continueRun(trx, clock, asset);
    if (transcriber) await processUploaded(trx, clock, asset);
    if (ffmpeg !== null) await planRenditions(trx, clock, asset, { transcode });
  };

  const onReplaced = async (trx: Db, asset: Row<'mediaAsset'>): Promise<void> => {
    if (transcriber) await transcribeAgain(trx, clock, asset);
  };

  return {
    ...emptyModule,
    endpoints: {
      private: [
        ...processingRoutes({
          log,
          streams,
          read: (accountId, itemIds) => readProcessing(db, pipeline, accountId, itemIds),
        }),
        ...trimMediaRoutes(createTrimMediaService({ ...deps, hasFfmpeg: ffmpeg !== null })),
      ],
    },
    jobs: {
      downloadEpisode: downloadEpisodeHandler({
        ...deps,
        root: downloads,
        mediaTypeOf: types.of,
      }),
      ...processItemHandlers(deps, pipeline),
      suggestItem: suggestItemHandler(pipelineDeps),
      probeMedia: probeMediaHandler({ db, clock, probe, onProbed, onReplaced }),
      makeRenditions: makeRenditionsHandler(media),
      cutMedia: trimMediaHandler({ ...deps, ffmpeg, workspace }),
      transcodeMedia: transcodeMediaHandler(media),
      transcribeMedia: transcribeMediaHandler({ db, clock, threads, workspace, ffmpeg, transcriber }),
      writeSuggestions: writeSuggestionsHandler({
        db,
        clock,
        threads: suggestThreads,
        writer,
        maxLength: writing?.maxLength ?? 0,
      }),
    },
    checks: {
      ...(transcriber && { transcriber: transcriberCheck(db, transcriber, ffmpeg !== null) }),
      ...(writer && { writer: { required: false, detail: writer.description, check: writer.check } }),
    },
    maintenance: [
      processingMaintenance({ db, clock }),
      downloadMaintenance(db, downloads),
      ...(transcriber ? [waitingRecordings({ db, clock })] : []),
      { name: 'work folders', everyMs: CLEAN_EVERY_MS, run: workspace.removeStale },
    ],
    close: async () => {
      await Promise.all([probe.close(), types.close(), suggestThreads?.close(), transcriber?.close?.()]);
    },
  };
};

const transcriberCheck = (
  db: Db,
  { description, maxFileBytes, check }: Transcriber,
  hasFfmpeg: boolean,
): HealthCheck => ({
  required: false,
  check,
  notes: async () => {
    const share = await processorShare(db);
    const speed = share === null ? [] : [`${share.toFixed(2)} s of processor per second of sound`];
    const others = maxFileBytes > 0 ? ` and others of up to ${maxFileBytes} bytes` : '';
    const limits = hasFfmpeg ? [] : [`without ffmpeg only WAV files${others}`];
    return { detail: [description, ...speed, ...limits].join('; ') };
  },
});

const transcriberOf = (options: Options['transcription'], setpriv: string | null): Transcriber | null => {
  if (!options) return null;
  if ('url' in options) return createTranscriptionServer(options);
  return 'folder' in options
    ? createTranscriptionModel(options)
    : createTranscriptionCommand({ ...options, setpriv });
};
