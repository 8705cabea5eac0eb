/**
 * Recovers lost work, for example after restoring a backup: items and files that wait for jobs that no longer
 * exist.
 */
import { sql } from 'kysely';
import type { Db } from '../platform/db/dialect.js';
import { enqueue } from '../platform/jobs/job.repository.js';
import { ITEM_SUBJECT, SUGGESTIONS_SUBJECT } from '../platform/jobs/job-subject.js';
import type { IndexJobs } from '../platform/jobs/job.types.js';
import type { MaintenanceTask } from '../platform/jobs/maintenance.js';
import { isoTime, type Clock } from '../platform/lib/clock.js';
import { SUGGEST } from './runs/run.repository.js';
import { rowsWhere } from '../platform/db/rows.js';

const EVERY_MS = 60_000;
/** Records changed more recently than this are still in progress. */
const QUIET_MS = 2 * 60_000;
const MAX_AT_ONCE = 200;

/** Statuses of a step that has not ended. */
const UNFINISHED = ['pending', 'running'];

/** The job that items in a status wait for. */
const waitsFor = {
  queued: 'continueItem',
  processing: 'continueItem',
  publishing: 'publishItem',
  unpublishing: 'unpublishItem',
} as const satisfies Record<string, keyof IndexJobs>;

export const processingMaintenance = ({ db, clock }: { db: Db; clock: Clock }): MaintenanceTask => ({
  name: 'processing that fell through',
  everyMs: EVERY_MS,
  run: async () => {
    const before = isoTime(clock, -QUIET_MS);
    for (const { id, accountId, status } of await lostItems(db, before))
      await enqueue(db, clock, accountId, waitsFor[status as keyof typeof waitsFor], { itemId: id });
    for (const { itemId, accountId } of await stuckRuns(db, before))
      await enqueue(db, clock, accountId, 'continueItem', { itemId });
    for (const { itemId, accountId } of await stuckSuggestions(db, before))
      await enqueue(db, clock, accountId, 'suggestItem', { suggestionsOf: itemId });
    for (const { id, accountId } of await lostFiles(db, before))
      await enqueue(db, clock, accountId, 'probeMedia', { mediaAssetId: id });
  },
});

/** No job is left to continue the record. Dead jobs do not count: they have reported their error in the record. */
const hasNoJob = (subject: string, id: string, account: string) =>
  sql<boolean>`not exists (select 1 from "job" where "job"."accountId" = ${sql.ref(account)}
    and "job"."subject" = ${sql.lit(subject)} || cast(${sql.ref(id)} as text) and "job"."status" <> 'dead')`;

/** As literals: parameters would not match the partial indexes. */
const statusIn = (statuses: readonly string[]) =>
  sql<boolean>`"status" in (${sql.join(statuses.map((status) => sql.lit(status)))})`;

const lostItems = (db: Db, before: string) =>
  rowsWhere(db, 'item', { deletedDate: null })
    .select(['id', 'accountId', 'status'])
    .where(statusIn(Object.keys(waitsFor)))
    .where('updatedDate', '<', before)
    .where(hasNoJob(ITEM_SUBJECT, 'item.id', 'item.accountId'))
    .limit(MAX_AT_ONCE)
    .execute();

/** Includes published items, whose status does not show their runs. */
const stuckRuns = (db: Db, before: string) =>
  db
    .selectFrom('processing')
    .innerJoin('item', 'item.id', 'processing.itemId')
    .select(['processing.itemId', 'processing.accountId'])
    .where('processing.status', '=', sql.lit('running'))
    .where('processing.startedDate', '<', before)
    .where('item.deletedDate', 'is', null)
    .where(hasNoJob(ITEM_SUBJECT, 'processing.itemId', 'processing.accountId'))
    .where(hasNoPendingWork('transcription'))
    .limit(MAX_AT_ONCE)
    .execute();

/** Suggestions that should follow a run. As literals: parameters would not match the partial index. */
const stuckSuggestions = (db: Db, before: string) =>
  db
    .selectFrom('processingStep')
    .innerJoin('item', 'item.id', 'processingStep.itemId')
    .select(['processingStep.itemId', 'processingStep.accountId'])
    .where('processingStep.name', '=', sql.lit(SUGGEST))
    .where(
      sql<boolean>`"processingStep"."status" in (${sql.join(UNFINISHED.map((status) => sql.lit(status)))})`,
    )
    .where('item.deletedDate', 'is', null)
    .where('item.updatedDate', '<', before)
    .where(
      sql<boolean>`(select "run"."status" from "processing" as "run"
        where "run"."itemId" = "processingStep"."itemId" order by "run"."id" desc limit 1) = 'done'`,
    )
    .where(hasNoJob(SUGGESTIONS_SUBJECT, 'processingStep.itemId', 'processingStep.accountId'))
    .where(hasNoPendingWork('writing'))
    .limit(MAX_AT_ONCE)
    .execute();

/** No job of this kind will continue the item when it ends. */
const hasNoPendingWork = (table: 'transcription' | 'writing') =>
  sql<boolean>`not exists (select 1 from ${sql.table(table)} as "waits"
    where "waits"."accountId" = "item"."accountId" and "waits"."itemId" = "item"."id"
    and "waits"."status" = 'waiting' and not ${hasNoJob(`${table}:`, 'waits.id', 'waits.accountId')})`;

const lostFiles = (db: Db, before: string) =>
  rowsWhere(db, 'mediaAsset', { deletedDate: null })
    .select(['id', 'accountId'])
    .where(statusIn(['uploaded', 'processing']))
    .where('url', 'is not', null)
    .where('entryDate', '<', before)
    .where(hasNoJob('media:', 'mediaAsset.id', 'mediaAsset.accountId'))
    .limit(MAX_AT_ONCE)
    .execute();
