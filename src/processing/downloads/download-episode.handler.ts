/** Job: downloads the media and the transcript of an imported episode, and has its item processed. */
import { readFile, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { currentCaller } from '../../identity/current-rights.js';
import { findJob, countRecord, lockJob } from '../../platform/account-jobs/account-job.repository.js';
import { findRow, rowsWhere, lockRow, updateRow, updateWhere } from '../../platform/db/rows.js';
import { postponed, type Job, type JobHandler, type JobOutcome } from '../../platform/jobs/job.types.js';
import type { Caller } from '../../platform/lib/caller.js';
import { AppError, messageOf } from '../../platform/lib/errors.js';
import { OutgoingRefusal, type PublicFiles } from '../../platform/outgoing/fetch-public.js';
import { MAX_MEDIA_BYTES, type MediaMimeType } from '../../content/media/media-types.js';
import type { TranscriptUploadService } from '../../transcripts/stored/transcript-upload.service.js';
import { TRANSCRIPT_LIMIT_BYTES } from '../../transcripts/stored/transcript.schema.js';
import { storeFile, type FileStores } from '../media/store-file.js';
import { downloadFile } from './download-file.js';
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { applyEvent } from '../../content/items/item-status.repository.js';

/** Concurrent downloads of a process. */
const LIMIT = { total: 4, perAccount: 2 };
/** How often a running download notices that its account job has been cancelled. */
const CHECK_MS = 3_000;

interface Deps extends FileStores {
  publicFiles: PublicFiles;
  transcriptUploads: TranscriptUploadService;
  /** Detects the type of a file; null if it is neither audio nor video. */
  mediaTypeOf(
    accountId: number,
    path: string,
    sizeBytes: number,
  ): Promise<{ contentType: 'audio' | 'video'; mimeType: MediaMimeType } | null>;
  /** Absolute path of the folder for parts of files. */
  root: string;
}

export const folderOf = (root: string, episodeId: number): string => join(root, String(episodeId));

export const downloadEpisodeHandler = (deps: Deps): JobHandler<'downloadEpisode'> => {
  const { db, publicFiles, transcriptUploads, mediaTypeOf, root, quotas, uploads } = deps;

  /** The starter with the rights of this moment: a download may take an hour. */
  const current = (starter: Caller): Promise<Caller> =>
    currentCaller(db, deps.clock, starter, 'content:draft');

  const download = async (starter: Caller, episode: Episode, signal: AbortSignal): Promise<void> => {
    const { accountId, id, mediaAssetId, enclosureUrl } = episode;
    await current(starter);
    const asset = await findRow(db, 'mediaAsset', accountId, mediaAssetId);
    if (!asset) throw new OutgoingRefusal('The media asset has been deleted');
    if (asset.status !== 'created') return;
    const { limits, usage } = await quotas.of(accountId);
    const free = limits.storedBytes === null ? Infinity : Math.max(0, limits.storedBytes - usage.storedBytes);
    const { path, sizeBytes } = await downloadFile(publicFiles, {
      url: enclosureUrl,
      folder: folderOf(root, id),
      name: `media${extname(new URL(enclosureUrl).pathname).slice(0, 10)}`,
      maxBytes: Math.min(MAX_MEDIA_BYTES, uploads.maxBytes, free),
      limit: free < uploads.maxBytes ? 'the storage that the account has left' : 'files may be',
      signal,
    });
    const type = await mediaTypeOf(accountId, path, sizeBytes);
    if (!type) throw new OutgoingRefusal('The file is neither audio nor video that can be played');
    await storeFile(deps, await current(starter), episode, { path, sizeBytes, ...type });
  };

  /** @returns why the transcript could not be stored; null if it was, or there is none */
  const addTranscript = async (
    starter: Caller,
    episode: Episode,
    signal: AbortSignal,
  ): Promise<string | null> => {
    const { id, itemId, mediaAssetId, transcriptUrl: url, transcriptType: type, language } = episode;
    if (url === null) return null;
    try {
      const folder = join(folderOf(root, id), 'transcript');
      const name = 'transcript';
      const limits = { maxBytes: TRANSCRIPT_LIMIT_BYTES, limit: 'transcripts may be' };
      const { path } = await downloadFile(publicFiles, { url, folder, name, ...limits, signal });
      const bytes = await readFile(path);
      await transcriptUploads.put(await current(starter), itemId, {
        bytes,
        hint: { format: undefined, type: type ?? '' },
        mediaAssetId,
        language,
      });
      return null;
    } catch (error) {
      if (signal.aborted || !isFinal(error)) throw error;
      return `The transcript cannot be used: ${messageOf(error)}`;
    }
  };

  const run = async (job: Job<'downloadEpisode'>, stopping: AbortSignal): Promise<JobOutcome> => {
    const { accountId, payload } = job;
    const episode = await findEpisode(deps, accountId, payload.episodeId);
    if (episode?.status !== 'waiting') return undefined;
    const accountJob =
      episode.accountJobId === null ? undefined : await findJob(db, accountId, episode.accountJobId);
    const clean = (): Promise<void> => rm(folderOf(root, episode.id), { recursive: true, force: true });
    if (!accountJob || accountJob.finishedDate !== null) {
      await cancelEpisode(deps, episode);
      await clean();
      return undefined;
    }
    const { caller: starter } = JSON.parse(accountJob.request) as { caller: Caller };
    const cancelled = watchCancellation(deps, accountId, accountJob.id);
    const signal = AbortSignal.any([stopping, cancelled.signal]);
    try {
      await download(starter, episode, signal);
      const note = await addTranscript(starter, episode, signal);
      await finishEpisode(deps, episode, note);
    } catch (error) {
      if (cancelled.signal.aborted) await cancelEpisode(deps, episode);
      else if (stopping.aborted) return postponed;
      else if (isFinal(error)) await failEpisode(deps, episode, error);
      // The part stays for the next attempt.
      else return error instanceof Error ? error : new Error(String(error));
    } finally {
      cancelled.stop();
    }
    await clean();
    return undefined;
  };

  return {
    batchSize: 1,
    limit: LIMIT,
    run: (jobs, stopping) => Promise.all(jobs.map((job) => run(job, stopping))),
    onDead: async ({ accountId, payload }, error) => {
      const episode = await findEpisode(deps, accountId, payload.episodeId);
      if (!episode) return;
      await failEpisode(deps, episode, error);
      await rm(folderOf(root, episode.id), { recursive: true, force: true });
    },
  };
};

const isFinal = (error: unknown): boolean =>
  error instanceof OutgoingRefusal || (error instanceof AppError && error.status < 500);

const findEpisode = ({ db }: Deps, accountId: number, id: number): Promise<Episode | undefined> =>
  rowsWhere(db, 'importedEpisode', { accountId, id }).selectAll().executeTakeFirst();

const watchCancellation = ({ db }: Deps, accountId: number, jobId: number) => {
  const controller = new AbortController();
  const timer = setInterval(() => {
    findJob(db, accountId, jobId).then(
      (job) => {
        if (job?.finishedDate !== null) controller.abort();
      },
      // The next check may reach the database again.
      () => undefined,
    );
  }, CHECK_MS);
  return { signal: controller.signal, stop: () => clearInterval(timer) };
};

type Episode = Row<'importedEpisode'>;

/** Queues the item for processing, unless its transcript has done so, and counts the download. */
const finishEpisode = (
  { db, clock }: Pick<FileStores, 'db' | 'clock'>,
  episode: Episode,
  note: string | null,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { accountId, itemId } = episode;
    if (!(await settle(trx, clock, episode, 'done', note))) return;
    if (!(await lockRow(trx, 'item', accountId, itemId))) return;
    if (await applyEvent(trx, clock, accountId, itemId, 'process', { wizardStep: 'processing' }))
      await enqueue(trx, clock, accountId, 'processItem', { itemId });
  });

/** The media asset shows why there is no file. */
const failEpisode = (
  { db, clock }: Pick<FileStores, 'db' | 'clock'>,
  episode: Episode,
  error: unknown,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { accountId, mediaAssetId } = episode;
    const message = messageOf(error);
    const type = error instanceof AppError ? error.type : 'DownloadError';
    if (!(await settle(trx, clock, episode, 'failed', message, type))) return;
    const asset = await lockRow(trx, 'mediaAsset', accountId, mediaAssetId);
    if (asset?.status === 'created')
      await updateRow(trx, 'mediaAsset', accountId, mediaAssetId, { status: 'error', errorMessage: message });
  });

/** Cancels the download of an episode. */
const cancelEpisode = ({ db, clock }: Pick<FileStores, 'db' | 'clock'>, episode: Episode): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await settle(trx, clock, episode, 'cancelled', null);
  });

/** @returns false if the download has ended before */
const settle = async (
  trx: Db,
  clock: Clock,
  { accountId, id, itemId, accountJobId }: Episode,
  status: 'done' | 'failed' | 'cancelled',
  errorMessage: string | null,
  errorType = '',
): Promise<boolean> => {
  const job = accountJobId === null ? undefined : await lockJob(trx, accountId, accountJobId);
  const { numUpdatedRows } = await updateWhere(trx, 'importedEpisode', { accountId, id, status: 'waiting' })
    .set({ status, errorMessage, finishedDate: isoTime(clock) })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (job?.finishedDate === null && status !== 'cancelled')
    await countRecord(
      trx,
      clock,
      job,
      status === 'failed'
        ? { error: { id: itemId, type: errorType, message: errorMessage ?? '' } }
        : undefined,
    );
  return true;
};
