/** The kinds of work that leave a request: one union, so that a kind without a handler is a type error. */

/** Work that touches the search index: one process at a time does it. */
export interface IndexJobs {
  /** Transcript → chunks → vectors → ready. */
  processItem: { itemId: number };
  /** Make the index serve the item, then call it published. */
  publishItem: { itemId: number };
  /** Make the index hide the item, then call it unpublished. */
  unpublishItem: { itemId: number };
  /** Bring what the index knows of an edited item up to date. */
  refreshItem: { itemId: number };
  /** Take a deleted item out of the index. */
  removeItem: { itemId: number };
  /** Compaction and upkeep of the index's own indexes. */
  maintainIndex: Record<string, never>;
  /** Compare SQL with the index, item by item, and repair. */
  reconcileIndex: Record<string, never>;
}

/** Work on other stores and other people's servers, which may be slow: it never keeps the index waiting. */
export interface BackgroundJobs {
  /** Send one webhook delivery. */
  deliverWebhook: { deliveryId: number };
  /** See whether a file that was to be sent straight to the blob store is there. */
  finalizeUpload: { uploadId: number };
  /** Delete a file that no record names any more. */
  removeBlob: { blobKey: string };
}

export type JobPayloads = IndexJobs & BackgroundJobs;
export type JobKind = keyof JobPayloads;

const indexJobs: Record<keyof IndexJobs, true> = {
  processItem: true,
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
  removeBlob: true,
};
export const indexJobKinds = Object.keys(indexJobs) as (keyof IndexJobs)[];
export const backgroundJobKinds = Object.keys(backgroundJobs) as (keyof BackgroundJobs)[];

export interface Job<K extends JobKind = JobKind> {
  id: number;
  accountId: number;
  kind: K;
  payload: JobPayloads[K];
  /** 1 for the first try. */
  attempt: number;
  /** True when a failure now is final. */
  lastAttempt: boolean;
}

/** The outcome of a job that was not begun because the worker is to stop: it is due again, and no try is counted. */
export const postponed = new Error('the worker stops');

/** How one job of a batch ended: nothing, or the error that it failed with. */
export type JobOutcome = Error | undefined;

export interface JobHandler<K extends JobKind> {
  /** Jobs of this kind handed over at once, at most. */
  batchSize: number;
  /** Can run twice. Outcomes align with `jobs`; a throw fails them all. @param stopping aborts when what is not begun is to be postponed */
  run(jobs: readonly Job<K>[], stopping: AbortSignal): Promise<readonly JobOutcome[]>;
  /** Told of each job whose last try failed. Can run twice. */
  onDead?(job: Job<K>, error: Error): Promise<void>;
}

export type JobHandlers<K extends JobKind> = { [Kind in K]: JobHandler<Kind> };
