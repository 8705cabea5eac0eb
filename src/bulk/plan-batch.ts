/** Determines the next items of an account's bulk jobs, and does what must be done before their transaction. */
import type { AccountJob } from '../platform/account-jobs/account-job.repository.js';
import { recordIdsFrom, resultsById } from '../platform/account-jobs/job-result.repository.js';
import type { Db } from '../platform/db/dialect.js';
import { currentCaller } from '../identity/current-rights.js';
import type { Caller } from '../platform/lib/caller.js';
import { AppError } from '../platform/lib/errors.js';
import { acceptItems, reopenItems, type Accepted } from './accept-suggestions.js';
import {
  failedBy,
  type BulkBatch,
  type BatchDeps,
  type Former,
  type Formers,
  type ItemResult,
  type StoredChange,
} from './bulk-batch.js';
import { UNDO, type BulkRequest } from './bulk.schema.js';
import { changeItems } from './change-items.js';
import {
  MAX_HITS,
  prepareReplacements,
  prepareReversions,
  saveReplacements,
  saveReversions,
  type EditDeps,
  type TextUndo,
} from './edit-transcripts.js';
import { undoItems } from './undo-items.js';

type Results = Map<number, ItemResult>;

/** The next items of a job. */
export interface Plan {
  job: AccountJob;
  request: BulkRequest;
  batch: BulkBatch;
  /** Ids of the results that an undo marks as undone; empty for other jobs. */
  resultIds: number[];
  /** Does what must be done before the transaction. */
  prepare(): Promise<Apply>;
}

/**
 * Makes the changes, in the caller's transaction.
 * @returns undefined, having written nothing, when something has changed since they were prepared
 */
export type Apply = (trx: Db) => Promise<Results | undefined>;

/**
 * The index follows once the job is likely to be over, so that it does not take the processor's time, and those of an
 * undo meanwhile are the same updates.
 */
const indexDelayOf = ({ total }: AccountJob): number => Math.min(MAX_INDEX_DELAY_MS, total * MS_PER_ITEM);
const MS_PER_ITEM = 3;
const MAX_INDEX_DELAY_MS = 5 * 60_000;

/** Transcripts per transaction, so that a job can be cancelled between them. */
const MAX_TRANSCRIPTS = 1;

/** @param size maximum number of items */
export const planBatch = async (deps: EditDeps & BatchDeps, job: AccountJob, size: number): Promise<Plan> => {
  const request = JSON.parse(job.request) as BulkRequest;
  const isText = request.action === 'replaceText' || request.undone === 'replaceText';
  const position = job.done + job.failed;
  const limit = isText ? Math.min(size, MAX_TRANSCRIPTS) : size;
  const recordIds = await recordIdsFrom(deps.db, job, position, limit);
  const starter: Caller = { ...(request.caller ?? { accountId: job.accountId }), jobId: job.id };
  const caller = await currentCaller(deps.db, deps.clock, starter, 'content:draft').catch(refusalOf);
  const isRefused = caller instanceof AppError;
  const shared = {
    position,
    caller: isRefused ? starter : caller,
    isDryRun: job.dryRun === 1,
    indexDelayMs: indexDelayOf(job),
  };
  const plan = { job, request };
  /** What was done with a right that is gone stays, and the rest is refused. */
  const unlessRefused =
    ({ ids }: BulkBatch, prepare: () => Promise<Apply>) =>
    (): Promise<Apply> => {
      if (!isRefused) return prepare();
      const refused = new Map(ids.map((id) => [id, failedBy(id, caller)]));
      return Promise.resolve(() => Promise.resolve(refused));
    };
  if (request.action !== UNDO) {
    const batch: BulkBatch = { ids: recordIds, ...shared };
    return {
      ...plan,
      batch,
      resultIds: [],
      prepare: unlessRefused(batch, () => changesOf(deps, batch, job, request)),
    };
  }
  const results = await resultsById(deps.db, job.accountId, recordIds);
  const rows = recordIds.flatMap((id) => results.get(id) ?? []);
  const batch: BulkBatch = { ids: rows.map(({ itemId }) => itemId), ...shared };
  const formers = new Map(
    rows.map(({ itemId, changes, undo }): [number, Former] => [
      itemId,
      {
        changes: JSON.parse(changes) as StoredChange[],
        undo: undo === null ? null : (JSON.parse(undo) as unknown),
      },
    ]),
  );
  const prepare = unlessRefused(batch, () => reversalsOf(deps, batch, request, formers));
  return { ...plan, batch, resultIds: recordIds, prepare };
};

/** @throws every other error */
const refusalOf = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  throw error;
};

const changesOf = async (
  deps: EditDeps & BatchDeps,
  batch: BulkBatch,
  job: AccountJob,
  request: BulkRequest,
): Promise<Apply> => {
  const { action, find = '', replaceWith = '', match = 'words' } = request;
  if (action === 'acceptSuggestions') return (trx) => acceptItems(trx, deps, batch, request);
  if (action !== 'replaceText') return (trx) => changeItems(trx, deps, batch, request);
  const hitsLeft = Math.max(0, MAX_HITS - (job.hits ?? 0));
  const edits = await prepareReplacements(deps, batch, { find, replaceWith, match }, hitsLeft);
  return (trx) => saveReplacements(trx, deps.clock, batch, edits);
};

const reversalsOf = async (
  deps: EditDeps & BatchDeps,
  batch: BulkBatch,
  { undone = 'update' }: BulkRequest,
  formers: Formers,
): Promise<Apply> => {
  const undos = <U>() => new Map([...formers].map(([itemId, { undo }]) => [itemId, undo as U]));
  if (undone === 'acceptSuggestions') {
    const accepted = undos<Accepted>();
    return (trx) => reopenItems(trx, deps, batch, accepted);
  }
  if (undone !== 'replaceText') return (trx) => undoItems(trx, deps, batch, undone, formers);
  const edits = await prepareReversions(deps, batch, undos<TextUndo>());
  return (trx) => saveReversions(trx, deps.clock, batch, edits);
};
