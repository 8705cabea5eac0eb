/** The kinds of background jobs; one union, so that a kind without a handler is a type error. */
import type { Db } from '../db/dialect.js';

/** Work on the search index; one process at a time does it. */
export interface IndexJobs {
  /** Transcript → chunks → vectors → ready. */
  processItem: { itemId: number };
  /** Go on with an item that has not got through the steps yet; nothing where it has meanwhile. */
  continueItem: { itemId: number };
  /** Make the item searchable, then set its status to published. */
  publishItem: { itemId: number };
  /** Hide the item from search, then set its status to unpublished. */
  unpublishItem: { itemId: number };
  /** Update an edited item in the index. */
  refreshItem: { itemId: number };
  /** Remove a deleted item from the index. */
  removeItem: { itemId: number };
  /** Compact the index and rebuild its internal indexes. */
  maintainIndex: Record<string, never>;
  /** Compare the index with SQL, item by item, and repair it. */
  reconcileIndex: Record<string, never>;
}

/** Work on other stores and remote servers, which may be slow; it never delays index jobs. */
export interface BackgroundJobs {
  /** Send one webhook delivery. */
  deliverWebhook: { deliveryId: number };
  /** Check whether a file uploaded directly to the blob store has arrived. */
  finalizeUpload: { uploadId: number };
  /** Examine an uploaded media file; `replaces` where it took the place of another, of an asset that stays ready. */
  probeMedia: { mediaAssetId: number; replaces?: boolean };
  /** Make a waveform, an audio rendition and a poster of a media file. */
  makeRenditions: { mediaAssetId: number };
  /** Make a stream of a video. */
  transcodeMedia: { mediaAssetId: number };
  /** Transcribe the sound of a media file. */
  transcribeMedia: { transcriptionId: number };
  /** Have a chat server write descriptions and topics of an item. */
  writeSuggestions: { writingId: number };
  /** Delete a file that no record refers to any more. */
  removeBlob: { blobKey: string };
  /** Work on the account's oldest unfinished bulk job. */
  runBulk: { bulk: true };
}

/** Work that waits until no index job is left to do. */
export interface SuggestionJobs {
  /** Suggest scriptures, chapters, descriptions and topics of an item that has been processed; its id. */
  suggestItem: { suggestionsOf: number };
}

export type JobPayloads = IndexJobs & BackgroundJobs & SuggestionJobs;
export type JobKind = keyof JobPayloads;

const indexJobs: Record<keyof IndexJobs, true> = {
  processItem: true,
  continueItem: true,
  publishItem: true,
  unpublishItem: true,
  refreshItem: true,
  removeItem: true,
  maintainIndex: true,
  reconcileIndex: true,
};
const backgroundJobs: Record<keyof BackgroundJobs, true> = {
  deliverWebhook: true,
  finalizeUpload: true,
  probeMedia: true,
  makeRenditions: true,
  transcodeMedia: true,
  transcribeMedia: true,
  writeSuggestions: true,
  removeBlob: true,
  runBulk: true,
};
const suggestionJobs: Record<keyof SuggestionJobs, true> = { suggestItem: true };
export const indexJobKinds = Object.keys(indexJobs) as (keyof IndexJobs)[];
export const backgroundJobKinds = Object.keys(backgroundJobs) as (keyof BackgroundJobs)[];
export const suggestionJobKinds = Object.keys(suggestionJobs) as (keyof SuggestionJobs)[];

/** Jobs of one queue are run by the same workers, and taken from the accounts in turn. */
export type JobQueue = 'index' | 'background' | 'suggestions';

export const queueOf = (kind: JobKind): JobQueue => {
  if (kind in indexJobs) return 'index';
  return kind in suggestionJobs ? 'suggestions' : 'background';
};

export interface Job<K extends JobKind = JobKind> {
  id: number;
  accountId: number;
  kind: K;
  payload: JobPayloads[K];
  /** 1 for the first. */
  attempt: number;
  /** True if a failure is final. */
  lastAttempt: boolean;
  /** How many of its attempts ended with their process. */
  crashes: number;
}

/** The outcome of a job that was not started because the worker is stopping: it stays due and no attempt is counted. */
export const postponed = new Error('The worker is stopping');

/** How one job of a batch ended: undefined for success, or its error. */
export type JobOutcome = Error | undefined;

export interface JobHandler<K extends JobKind> {
  /** The most jobs passed to `run` at once. */
  batchSize: number;
  /** The most jobs of this kind that run at once in a process, of all accounts and of one. */
  limit?: { total: number; perAccount: number };
  /**
   * Can run twice for the same job. If it throws, all jobs of the batch have failed.
   * @param stopping aborts when jobs that have not started should be postponed, or the batch has been cancelled
   * @returns the outcomes, in the order of `jobs`
   */
  run(jobs: readonly Job<K>[], stopping: AbortSignal): Promise<readonly JobOutcome[]>;
  /** Called for each job whose last attempt failed. Can run twice. */
  onDead?(job: Job<K>, error: Error): Promise<void>;
  /**
   * Called in the transaction in which a dead job becomes due again.
   * @throws {InvalidStateError} when it would have no effect; the message says what to do instead
   */
  onRetry?(trx: Db, job: Pick<Job<K>, 'accountId' | 'payload'>): Promise<void>;
}

export type JobHandlers<K extends JobKind> = { [Kind in K]: JobHandler<Kind> };
