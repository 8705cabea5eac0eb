/** The trash: what is in it, and restoring and purging several records. */
import { toJob, type BackgroundTask } from '../platform/account-jobs/account-job.record.js';
import { assertRoomForJob, createJob } from '../platform/account-jobs/account-job.repository.js';
import type { Actor } from '../platform/audit/audit-entry.js';
import { insertAuditEntries } from '../platform/audit/audit.repository.js';
import type { Db } from '../platform/db/dialect.js';
import type { ListParams, Page } from '../platform/db/list-query.js';
import type { TrashKind } from './trash-tables.js';
import { enqueue } from '../platform/jobs/job.repository.js';
import type { Caller } from '../platform/lib/caller.js';
import type { Clock } from '../platform/lib/clock.js';
import { AppError, notFound } from '../platform/lib/errors.js';
import type { StoredOf } from '../platform/lib/present.js';
import { obstacles } from './restorability.js';
import {
  TRASH,
  countTrashed,
  findTrashed,
  inPurgeOrder,
  listTrash,
  purgeableBy,
  type PurgeRequest,
  type TrashRef,
  type TrashRow,
} from './trash.repository.js';
import { fileSizes } from './trash-files.repository.js';
import type { trashRecord } from './trash.schema.js';

/** Restores a record, with the checks of the single call. */
export type Restorers = Record<TrashKind, (caller: Caller, record: TrashRow) => Promise<unknown>>;

export interface FailedRestoration extends TrashRef {
  type: string;
  message: string;
}

interface Requester {
  actor: Actor;
  caller: Caller;
}

export type TrashService = ReturnType<typeof createTrashService>;

/**
 * Starts a job that purges records.
 * @throws {InvalidStateError} when the account has too many unfinished jobs
 */
export const startPurge = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  request: PurgeRequest,
): Promise<BackgroundTask> => {
  await assertRoomForJob(trx, accountId);
  const { records, kinds, before = '' } = request;
  const total = records ? records.length : await countTrashed(trx, accountId, kinds, before);
  const values = { kind: TRASH, action: 'purge', total, request: JSON.stringify(request) };
  const job = await createJob(trx, clock, { accountId, ...values });
  if (total > 0) await enqueue(trx, clock, accountId, 'purgeTrash', { trash: true });
  return toJob(job);
};

export const createTrashService = ({
  db,
  clock,
  restorers,
}: {
  db: Db;
  clock: Clock;
  restorers: Restorers;
}) => {
  /** @returns why it could not be restored; undefined if it was */
  const restoreOne = async (
    { actor, caller }: Requester,
    ref: TrashRef,
    row: TrashRow | undefined,
  ): Promise<FailedRestoration | undefined> => {
    const { kind, id } = ref;
    try {
      if (!row) throw notFound();
      await restorers[kind](caller, row);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      return { kind, id, type: error.type, message: error.message };
    }
    const operation = `restore${kind[0]!.toUpperCase()}${kind.slice(1)}`;
    const event = { operation, recordType: kind, recordId: id, changedFields: [], responseStatus: 200 };
    await insertAuditEntries(db, clock, [{ ...actor, ...event }]);
    return undefined;
  };

  return {
    /** What the caller may restore or purge. */
    list: async (caller: Caller, params: ListParams): Promise<Page<StoredOf<typeof trashRecord>>> => {
      const { rows, totalRecords } = await listTrash(db, caller, params);
      const sizeOf = await fileSizes(db, caller.accountId, rows);
      const reasonOf = await obstacles(db, caller.accountId, rows);
      const complete = (row: TrashRow) => {
        const reason = reasonOf(row);
        return { ...row, sizeBytes: sizeOf(row), restorable: reason === null, reason };
      };
      return { rows: rows.map(complete), totalRecords };
    },

    /** Restores the records one after the other, each after those that it belongs to. */
    restore: async (
      requester: Requester,
      refs: readonly TrashRef[],
    ): Promise<{ restored: TrashRef[]; failed: FailedRestoration[] }> => {
      const rows = await findTrashed(db, requester.caller, refs);
      const restored: TrashRef[] = [];
      const failed: FailedRestoration[] = [];
      for (const ref of inPurgeOrder(distinct(refs)).toReversed()) {
        const row = rows.find(({ kind, id }) => kind === ref.kind && id === ref.id);
        const failure = await restoreOne(requester, ref, row);
        if (failure) failed.push(failure);
        else restored.push({ kind: ref.kind, id: ref.id });
      }
      return { restored, failed };
    },

    /**
     * Starts a job that purges these records, or everything that was deleted before a time.
     * @throws {InvalidStateError} when the account has too many unfinished jobs
     */
    purge: (
      { actor, caller }: Requester,
      { records, deletedBefore: before }: { records?: TrashRef[]; deletedBefore?: string },
    ): Promise<BackgroundTask> =>
      db.transaction().execute((trx) =>
        startPurge(trx, clock, caller.accountId, {
          ...(records && { records: inPurgeOrder(distinct(records)) }),
          ...(before !== undefined && { before }),
          kinds: purgeableBy(caller),
          actor,
          caller,
        }),
      ),
  };
};

const distinct = (refs: readonly TrashRef[]): TrashRef[] => [
  ...new Map(refs.map((ref) => [`${ref.kind} ${ref.id}`, ref])).values(),
];
