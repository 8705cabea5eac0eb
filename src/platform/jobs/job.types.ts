/** The kinds of background jobs, as one union, so that a kind without a handler is a type error. */
import type { Db } from '../db/dialect.js';
import type { Caller } from '../lib/caller.js';

/** What the public sees of the search index: short work, done before other work on the index. */
export interface PublishingJobs {
  /** Make the item searchable, then set its status to published; with `keepsDate`, it keeps its publishedDate. */
  publishItem: { itemId: number; keepsDate?: boolean };
  /** Hide the item from search, then set its status to unpublished. */
  unpublishItem: { itemId: number };
  /** Update an edited item in the index. */
  refreshItem: { itemId: number };
  /** Remove a deleted item from the index. */
  removeItem: { itemId: number };
}

/** Work on the search index, done by one process at a time. */
export interface IndexJobs extends PublishingJobs {
  /** Transcript → chunks → vectors → ready. */
  processItem: { itemId: number };
  /** Continue processing an item. Does nothing if it has completed in the meantime. */
  continueItem: { itemId: number };
  /** Compact the index and rebuild its internal indexes. */
  maintainIndex: Record<string, never>;
  /** Compare the index with SQL, item by item, and repair it. */
  reconcileIndex: Record<string, never>;
}

/** A part of a recording, in ms from its start, and who cuts it out. */
export interface TrimRequest {
  sourceId: number;
  startMs: number;
  endMs: number;
  caller: Caller;
}

/** Work on other stores and remote servers, which may be slow. It never delays index jobs. */
export interface BackgroundJobs {
  /** Send one webhook delivery. */
  deliverWebhook: { deliveryId: number };
  /** Check whether a file uploaded directly to the blob store has arrived. */
  finalizeUpload: { uploadId: number };
  /** Examine an uploaded media file; `replaces` if it replaces another one in an asset that stays ready. */
  probeMedia: { mediaAssetId: number; replaces?: boolean };
  /** Make a waveform, an audio rendition and a poster of a media file. */
  makeRenditions: { mediaAssetId: number };
  /** Cut a part out of a recording, which becomes the recording of the item; `cutMediaAssetId` is the new one. */
  cutMedia: TrimRequest & { cutMediaAssetId: number };
  /** Make a stream of a video. */
  transcodeMedia: { mediaAssetId: number };
  /** Transcribe the sound of a media file. */
  transcribeMedia: { transcriptionId: number };
  /** Have a chat server write descriptions and topics of an item. */
  writeSuggestions: { writingId: number };
  /** Look for the words that an edit replaced, in other transcripts; id of the revision before it. */
  findCorrections: { correctionsFrom: number };
  /** Delete a file that no record refers to any more. */
  removeBlob: { blobKey: string };
  /** Delete the pieces of a file whose upload has been ended. */
  removePieces: { uploadId: number; multipartId: string | null };
  /** Mail a link to set a new password to whoever has this address. */
  mailResetLink: { resetEmail: string };
  /** Send a mail; its content is encrypted. */
  sendMail: { mailId: string; content: string };
  /** Take the name of a deleted person out of the records of all accounts. */
  forgetPerson: { forgetPersonId: number };
  /** Download the media of an episode of a podcast feed. */
  downloadEpisode: { episodeId: number };
  /** Process the account's oldest unfinished bulk job. */
  runBulk: { bulk: true };
  /** Process the account's oldest unfinished purge of the trash. */
  purgeTrash: { trash: true };
  /** Run all checks of the account's search results. */
  runSearchChecks: { searchChecks: true };
  /** Write the list of the parts of all events, or one of them, to a file for another process. */
  exportEvents: { exportId: string; part: { table: string; month: number } | null };
}

/** Work that waits until no index jobs are left. */
export interface SuggestionJobs {
  /** Suggest scriptures, chapters, descriptions and topics for a processed item; its id. */
  suggestItem: { suggestionsOf: number };
}

export type JobPayloads = IndexJobs & BackgroundJobs & SuggestionJobs;
export type JobKind = keyof JobPayloads;

const publishingJobs: Record<keyof PublishingJobs, true> = {
  publishItem: true,
  unpublishItem: true,
  refreshItem: true,
  removeItem: true,
};
const indexJobs: Record<keyof IndexJobs, true> = {
  ...publishingJobs,
  processItem: true,
  continueItem: true,
  maintainIndex: true,
  reconcileIndex: true,
};
const backgroundJobs: Record<keyof BackgroundJobs, true> = {
  deliverWebhook: true,
  finalizeUpload: true,
  probeMedia: true,
  makeRenditions: true,
  cutMedia: true,
  transcodeMedia: true,
  transcribeMedia: true,
  writeSuggestions: true,
  findCorrections: true,
  removeBlob: true,
  removePieces: true,
  mailResetLink: true,
  sendMail: true,
  forgetPerson: true,
  downloadEpisode: true,
  runBulk: true,
  purgeTrash: true,
  runSearchChecks: true,
  exportEvents: true,
};
const suggestionJobs: Record<keyof SuggestionJobs, true> = { suggestItem: true };
export const indexJobKinds = Object.keys(indexJobs) as (keyof IndexJobs)[];
export const backgroundJobKinds = Object.keys(backgroundJobs) as (keyof BackgroundJobs)[];
export const suggestionJobKinds = Object.keys(suggestionJobs) as (keyof SuggestionJobs)[];

/** Jobs of one queue are run by the same workers, which take them from the accounts in turn. */
export type JobQueue = (typeof jobQueues)[number];

/** Of queues with the same workers, those with priority come first. */
export const jobQueues = ['publishing', 'index', 'background', 'suggestions'] as const;

export const queueOf = (kind: JobKind): JobQueue => {
  if (kind in publishingJobs) return 'publishing';
  if (kind in indexJobs) return 'index';
  return kind in suggestionJobs ? 'suggestions' : 'background';
};

export interface Job<K extends JobKind = JobKind> {
  id: number;
  accountId: number;
  kind: K;
  payload: JobPayloads[K];
  /** 1 for the first attempt. */
  attempt: number;
  /** True if a failure is final. */
  lastAttempt: boolean;
  /** Number of its attempts that ended with their process. */
  crashes: number;
  /** When it was enqueued. */
  entryDate: string;
}

/**
 * The outcome of a job that was not started because the worker is stopping: it stays due, and the attempt is not
 * counted.
 */
export const postponed = new Error('The worker is stopping');

/** How one job of a batch ended: undefined for success, or its error. */
export type JobOutcome = Error | undefined;

export interface JobHandler<K extends JobKind> {
  /** Maximum number of jobs passed to `run` at once. */
  batchSize: number;
  /**
   * The work of each of the jobs, which are of one account, relative to that of a small job: batches are limited, and
   * accounts take turns, by work. 1 if absent.
   */
  workOf?(jobs: readonly Job<K>[]): Promise<readonly number[]>;
  /** Maximum number of jobs of this kind that run concurrently in a process, in total and per account. */
  limit?: { total: number; perAccount: number };
  /**
   * Must be idempotent. If it throws, all jobs of the batch have failed.
   * @param stopping aborts when jobs that have not started should be postponed, or the batch has been cancelled
   * @returns the outcomes, in the order of `jobs`
   */
  run(jobs: readonly Job<K>[], stopping: AbortSignal): Promise<readonly JobOutcome[]>;
  /** Called for each job whose last attempt failed. Must be idempotent. */
  onDead?(job: Job<K>, error: Error): Promise<void>;
  /**
   * Called in the transaction in which a dead job becomes due again.
   * @throws {InvalidStateError} when it would have no effect; the message says what to do instead
   */
  onRetry?(trx: Db, job: Pick<Job<K>, 'accountId' | 'payload'>): Promise<void>;
}

export type JobHandlers<K extends JobKind> = { [Kind in K]: JobHandler<Kind> };

/** Runs the jobs of a batch one after the other, for handlers whose jobs take long. */
export const oneByOne = async <K extends JobKind>(
  jobs: readonly Job<K>[],
  run: (job: Job<K>) => Promise<JobOutcome>,
): Promise<JobOutcome[]> => {
  const outcomes: JobOutcome[] = [];
  for (const job of jobs) outcomes.push(await run(job));
  return outcomes;
};
