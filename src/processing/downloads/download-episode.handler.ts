/** Job: downloads the media, chapters and transcript of an imported episode, and has its item processed. */
import { readFile, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { currentCaller } from '../../identity/current-rights.js';
import { findJob, countRecord, lockJob } from '../../platform/account-jobs/account-job.repository.js';
import { findRow, rowsWhere, lockRow, updateRow, updateWhere } from '../../platform/db/rows.js';
import { postponed, type Job, type JobHandler, type JobOutcome } from '../../platform/jobs/job.types.js';
import type { Caller } from '../../platform/lib/caller.js';
import { AppError, messageOf } from '../../platform/lib/errors.js';
import { OutgoingRefusal, type PublicFiles } from '../../platform/outgoing/fetch-public.js';
import { storeMediaChapters, type MediaChapter } from '../../content/chapters/media-chapters.js';
import { MAX_MEDIA_BYTES } from '../../content/media/media-types.js';
import { readJsonChapters } from '../../import/feed/feed-chapters.js';
import type { TranscriptUploadService } from '../../transcripts/stored/transcript-upload.service.js';
import { TRANSCRIPT_LIMIT_BYTES } from '../../transcripts/stored/transcript.schema.js';
import type { createMediaTypes } from '../media/media-probe.js';
import { storeFile, type FileStores } from '../media/store-file.js';
import { downloadFile, type Download } from './download-file.js';
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { applyEvent } from '../../content/items/item-status.repository.js';

/** Concurrent downloads of a process. */
const LIMIT = { total: 4, perAccount: 2 };
/** How often a running download notices that its account job has been cancelled. */
const CHECK_MS = 3_000;
const MAX_CHAPTERS_BYTES = 1024 * 1024;

interface Deps extends FileStores {
  publicFiles: PublicFiles;
  transcriptUploads: TranscriptUploadService;
  /** Detects the type of a file; null if it is neither audio nor video. */
  mediaTypeOf: ReturnType<typeof createMediaTypes>['of'];
  /** Absolute path of the folder for parts of files. */
  root: string;
}

export const folderOf = (root: string, episodeId: number): string => join(root, String(episodeId));

export const downloadEpisodeHandler = (deps: Deps): JobHandler<'downloadEpisode'> => {
  const { db, publicFiles, transcriptUploads, mediaTypeOf, root, quotas, uploads } = deps;

  /** The starter with the rights of this moment: a download may take an hour. */
  const current = (starter: Caller): Promise<Caller> =>
    currentCaller(db, deps.clock, starter, 'content:draft');

  /** @returns what is worth knowing about its chapters */
  const download = async (starter: Caller, episode: Episode, signal: AbortSignal): Promise<string[]> => {
    const { accountId, id, mediaAssetId, enclosureUrl } = episode;
    await current(starter);
    const asset = await findRow(db, 'mediaAsset', accountId, mediaAssetId);
    if (!asset) throw new OutgoingRefusal('The media asset has been deleted');
    if (asset.status !== 'created') return [];
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
    const { durationSecs, chapters: inFile, ...kind } = type;
    const { found, from, notes } = await findChapters(episode, inFile, signal);
    const caller = await current(starter);
    // Before the file, whose examination would store those in it.
    const taken = await storeChapters(deps, { ...asset, durationSecs }, found);
    await storeFile(deps, caller, episode, { path, sizeBytes, ...kind });
    return taken === 0 ? notes : [...notes, `Chapters taken from the ${from}: ${taken} of ${found.length}`];
  };

  /** Reads a file that belongs to the episode. */
  const fetchPart = async (
    { id }: Episode,
    { name, ...options }: Pick<Download, 'url' | 'name' | 'maxBytes' | 'limit' | 'signal'>,
  ): Promise<Buffer> => {
    const folder = join(folderOf(root, id), name);
    const { path } = await downloadFile(publicFiles, { folder, name, ...options });
    return readFile(path);
  };

  /** Those of the feed or, where it has none that can be read, of the file. */
  const findChapters = async (
    episode: Episode,
    inFile: readonly MediaChapter[],
    signal: AbortSignal,
  ): Promise<{ found: readonly MediaChapter[]; from: 'feed' | 'file'; notes: string[] }> => {
    const { chapters, chaptersUrl: url } = episode;
    if (chapters !== null) return { found: JSON.parse(chapters) as MediaChapter[], from: 'feed', notes: [] };
    const notes: string[] = [];
    if (url !== null)
      try {
        const limits = { maxBytes: MAX_CHAPTERS_BYTES, limit: 'chapters may be' };
        const bytes = await fetchPart(episode, { url, name: 'chapters', ...limits, signal });
        return { found: readJsonChapters(bytes), from: 'feed', notes };
      } catch (error) {
        // The recording matters more, so nothing waits for them.
        if (signal.aborted) throw error;
        notes.push(`The chapters cannot be used: ${messageOf(error)}`);
      }
    return { found: inFile, from: 'file', notes };
  };

  /** @returns why the transcript could not be stored, if it was not */
  const addTranscript = async (starter: Caller, episode: Episode, signal: AbortSignal): Promise<string[]> => {
    const { itemId, mediaAssetId, transcriptUrl: url, transcriptType: type, language } = episode;
    if (url === null) return [];
    try {
      const limits = { maxBytes: TRANSCRIPT_LIMIT_BYTES, limit: 'transcripts may be' };
      const bytes = await fetchPart(episode, { url, name: 'transcript', ...limits, signal });
      await transcriptUploads.put(await current(starter), itemId, {
        bytes,
        hint: { format: undefined, type: type ?? '' },
        mediaAssetId,
        language,
      });
      return [];
    } catch (error) {
      if (signal.aborted || !isFinal(error)) throw error;
      return [`The transcript cannot be used: ${messageOf(error)}`];
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
      const notes = await download(starter, episode, signal);
      notes.push(...(await addTranscript(starter, episode, signal)));
      await finishEpisode(deps, episode, notes);
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

/** @returns the number of stored chapters */
const storeChapters = (
  { db }: Pick<FileStores, 'db'>,
  asset: Row<'mediaAsset'>,
  found: readonly MediaChapter[],
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    if (!(await lockRow(trx, 'item', asset.accountId, asset.itemId))) return 0;
    return storeMediaChapters(trx, asset, found);
  });

/** Queues the item for processing, unless its transcript has done so, and counts the download. */
const finishEpisode = (
  { db, clock }: Pick<FileStores, 'db' | 'clock'>,
  episode: Episode,
  notes: readonly string[],
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { accountId, itemId } = episode;
    if (!(await settle(trx, clock, episode, { status: 'done', notes }))) return;
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
    if (!(await settle(trx, clock, episode, { status: 'failed', error: { type, message } }))) return;
    const asset = await lockRow(trx, 'mediaAsset', accountId, mediaAssetId);
    if (asset?.status === 'created')
      await updateRow(trx, 'mediaAsset', accountId, mediaAssetId, { status: 'error', errorMessage: message });
  });

/** Cancels the download of an episode. */
const cancelEpisode = ({ db, clock }: Pick<FileStores, 'db' | 'clock'>, episode: Episode): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await settle(trx, clock, episode, { status: 'cancelled' });
  });

interface Outcome {
  status: 'done' | 'failed' | 'cancelled';
  error?: { type: string; message: string };
  notes?: readonly string[];
}

/** @returns false if the download has ended before */
const settle = async (
  trx: Db,
  clock: Clock,
  { accountId, id, itemId, accountJobId }: Episode,
  { status, error, notes = [] }: Outcome,
): Promise<boolean> => {
  const job = accountJobId === null ? undefined : await lockJob(trx, accountId, accountJobId);
  const errorMessage = error?.message ?? (notes.join('. ') || null);
  const { numUpdatedRows } = await updateWhere(trx, 'importedEpisode', { accountId, id, status: 'waiting' })
    .set({ status, errorMessage, finishedDate: isoTime(clock) })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (job?.finishedDate === null && status !== 'cancelled')
    await countRecord(trx, clock, job, {
      error: error && { id: itemId, ...error },
      notes: notes.map((message) => ({
        id: itemId,
        outcome: 'changed',
        hasChanged: true,
        reason: { type: null, message },
      })),
    });
  return true;
};
