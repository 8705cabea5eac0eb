/** Starts bulk jobs and undoes them: determines their items, and enqueues the work. */
import {
  assertRoomForJob,
  createJob,
  findJob,
  lockJob,
  type AccountJob,
} from '../platform/account-jobs/account-job.repository.js';
import { toJob, type BackgroundTask } from '../platform/account-jobs/account-job.record.js';
import { insertParts, undoableResults } from '../platform/account-jobs/job-result.repository.js';
import type { Actor } from '../platform/audit/audit-entry.js';
import type { Db } from '../platform/db/dialect.js';
import { listAllIds, listPage, within, type ListParams, type Page } from '../platform/db/list-query.js';
import type { Row } from '../platform/db/tables.js';
import { filterParams } from '../platform/http/endpoint/list-filter.js';
import type { QueryValues } from '../platform/http/endpoint/list-params.js';
import { enqueue } from '../platform/jobs/job.repository.js';
import { authorOf, type Caller } from '../platform/lib/caller.js';
import { hasPassed, type Clock } from '../platform/lib/clock.js';
import { invalid, invalidState, notFound, unknownId, type ErrorDetail } from '../platform/lib/errors.js';
import type { Links } from '../platform/lib/links.js';
import { assertMayPublish } from '../content/items/draft-policy.js';
import { readReferences } from '../content/items/item-references.js';
import { itemList } from '../content/items/item.schema.js';
import {
  BULK,
  irreversible,
  UNDO,
  hitList,
  MAX_FILTERED,
  type BulkParameters,
  type BulkRequest,
  type BulkAction,
  type NewBulkJob,
} from './bulk.schema.js';
import { rowsWhere } from '../platform/db/rows.js';

export type BulkService = ReturnType<typeof createBulkService>;

interface Requester {
  actor: Actor;
  caller: Caller;
}

const PUBLISHING: ReadonlySet<string> = new Set(['publish', 'unpublish']);
/** Results that an undo reads at a time. */
const RESULTS_PAGE = 5_000;

export const createBulkService = ({ db, clock }: { db: Db; clock: Clock }) => {
  /** Items in list order; for `restore`, the deleted ones. */
  const matchingIds = async (
    accountId: number,
    action: BulkAction,
    filter: QueryValues,
    links: Links,
  ): Promise<number[]> => {
    const params = filterParams(filter, itemList, links, 'filter');
    if (action === 'restore') {
      params.withDeleted = true;
      params.filters.push({ field: 'deletedDate', operator: 'nl', values: [0] });
    }
    const { ids, totalRecords } = await listAllIds(db, itemList, accountId, params, MAX_FILTERED);
    if (totalRecords > MAX_FILTERED)
      throw invalid([
        { path: 'filter', message: `matches ${totalRecords} items; at most ${MAX_FILTERED} are allowed` },
      ]);
    return ids;
  };

  /** @throws {InvalidStateError} when the account has too many unfinished jobs */
  const createBulk = async (
    trx: Db,
    { actor, caller }: Requester,
    recordIds: readonly number[],
    { action, undone, ...parameters }: Omit<BulkRequest, 'actor' | 'caller'>,
    more: Pick<AccountJob, 'dryRun' | 'undoable' | 'undoOf'>,
  ): Promise<AccountJob> => {
    const { accountId } = actor;
    await assertRoomForJob(trx, accountId);
    const request: BulkRequest = { action, ...(undone && { undone }), ...parameters, actor, caller };
    const job = await createJob(trx, clock, {
      accountId,
      kind: BULK,
      action,
      total: recordIds.length,
      request: JSON.stringify(request),
      createdBy: authorOf(caller),
      hits: action === 'replaceText' ? 0 : null,
      ...more,
    });
    if (job.total === 0) return job;
    await insertParts(trx, job, recordIds);
    await enqueue(trx, clock, accountId, 'runBulk', { bulk: true });
    return job;
  };

  /**
   * @throws {NotFoundError}
   * @throws {InvalidStateError} when it cannot be undone
   */
  const assertUndoable = (job: AccountJob | undefined): AccountJob => {
    if (!job) throw notFound();
    const { kind, action, dryRun, finishedDate, changed, undoUntil } = job;
    if (kind !== BULK) throw invalidState('Only bulk jobs can be undone');
    if (action === UNDO) throw invalidState('This job undoes another one, which cannot be undone');
    const reason = irreversible[action as BulkAction];
    if (reason) throw invalidState(`${reason}.`);
    if (dryRun === 1) throw invalidState('This job is a dry run: it has changed nothing');
    if (finishedDate === null)
      throw invalidState('This job has not finished. Wait until it is done, or cancel it first.');
    if (changed === 0 || undoUntil === null)
      throw invalidState('This job has changed nothing that can be undone');
    if (hasPassed(clock, undoUntil)) throw invalidState(`This job could be undone until ${undoUntil}`);
    return job;
  };

  /** The last ones first. */
  const resultsToUndo = async ({ id, accountId }: AccountJob): Promise<number[]> => {
    const ids: number[] = [];
    for (let before = Number.MAX_SAFE_INTEGER; ;) {
      const page = await undoableResults(db, accountId, id, { before, limit: RESULTS_PAGE });
      ids.push(...page);
      if (page.length < RESULTS_PAGE) return ids;
      before = page.at(-1)!;
    }
  };

  return {
    /**
     * @throws {PermissionError} when the caller may not publish
     * @throws {InvalidStateError} when the account has too many unfinished jobs
     * @throws {ValidationError} when the filter is invalid or matches too many items, or a record that would be set
     * does not exist
     */
    start: async (
      requester: Requester,
      { ids, filter, action, dryRun, ...parameters }: NewBulkJob,
      links: Links,
    ): Promise<BackgroundTask> => {
      const { accountId } = requester.actor;
      if (PUBLISHING.has(action)) assertMayPublish(requester.caller);
      const itemIds = filter ? await matchingIds(accountId, action, filter, links) : [...new Set(ids)];
      const more = {
        dryRun: dryRun ? (1 as const) : (0 as const),
        undoable: !dryRun && !irreversible[action] ? (1 as const) : (0 as const),
        undoOf: null,
      };
      return db.transaction().execute(async (trx) => {
        await assertExisting(trx, accountId, parameters);
        return toJob(await createBulk(trx, requester, itemIds, { action, ...parameters }, more));
      });
    },

    /**
     * Starts a job that restores what the job has changed.
     * @throws {NotFoundError}
     * @throws {PermissionError} when the caller may not publish what the job has unpublished, or vice versa
     * @throws {InvalidStateError} when it cannot be undone, is being undone or has been undone
     */
    undo: async (requester: Requester, jobId: number): Promise<BackgroundTask> => {
      const { accountId } = requester.actor;
      const found = assertUndoable(await findJob(db, accountId, jobId));
      if (PUBLISHING.has(found.action ?? '')) assertMayPublish(requester.caller);
      const resultIds = await resultsToUndo(found);
      return db.transaction().execute(async (trx) => {
        const job = assertUndoable(await lockJob(trx, accountId, jobId));
        const running = await findUndoing(trx, accountId, jobId);
        if (running) throw invalidState(`This job is being undone by job ${running.id}`);
        if (resultIds.length === 0)
          throw invalidState(`This job has been undone${job.undoneAt ? ` at ${job.undoneAt}` : ''}`);
        const request = { action: UNDO, undone: job.action as BulkAction } as const;
        const more = { dryRun: 0, undoable: 0, undoOf: job.id } as const;
        return toJob(await createBulk(trx, requester, resultIds, request, more));
      });
    },

    /** @throws {NotFoundError} */
    hits: async ({ accountId }: Caller, jobId: number, params: ListParams): Promise<Page<Row<'jobHit'>>> => {
      if (!(await findJob(db, accountId, jobId))) throw notFound();
      return listPage(db, hitList, accountId, within(params, 'jobId', jobId));
    },
  };
};

/** The unfinished job that undoes this one. */
const findUndoing = (db: Db, accountId: number, jobId: number): Promise<{ id: number } | undefined> =>
  rowsWhere(db, 'accountJob', { accountId, kind: BULK, finishedDate: null, undoOf: jobId })
    .select('id')
    .executeTakeFirst();

/** @throws {ValidationError} listing every id that does not exist */
const assertExisting = async (
  trx: Db,
  accountId: number,
  { topicId, seriesId, changes = {} }: BulkParameters,
): Promise<void> => {
  const { collectionId } = changes;
  const known = await readReferences(trx, accountId, [
    { seriesId, topics: topicId === undefined ? [] : [{ id: topicId }] },
    {
      collectionId,
      seriesId: changes.seriesId,
      speakers: SPEAKER_LISTS.flatMap((name) => changes[name] ?? []),
      topics: TOPIC_LISTS.flatMap((name) => changes[name] ?? []),
    },
  ]);
  const problems: ErrorDetail[] = [];
  const check = (path: string, ids: ReadonlySet<number>, id: number | null | undefined): void => {
    if (typeof id === 'number' && !ids.has(id)) problems.push(unknownId(path));
  };
  const series = new Set(known.series.keys());
  check('topicId', known.topics, topicId);
  check('seriesId', series, seriesId);
  check('changes.collectionId', known.collections, collectionId);
  check('changes.seriesId', series, changes.seriesId);
  for (const name of SPEAKER_LISTS)
    changes[name]?.forEach(({ id }, at) => check(`changes.${name}.${at}.id`, known.speakers, id));
  for (const name of TOPIC_LISTS)
    changes[name]?.forEach(({ id }, at) => check(`changes.${name}.${at}.id`, known.topics, id));
  if (problems.length > 0) throw invalid(problems);
};

const SPEAKER_LISTS = ['speakers', 'addSpeakers', 'removeSpeakers'] as const;
const TOPIC_LISTS = ['topics', 'addTopics', 'removeTopics'] as const;
