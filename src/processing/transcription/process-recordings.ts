/**
 * Starts processing of recordings automatically where a transcriber is configured: of new uploads, and of those
 * that waited for one.
 */
import { sql } from 'kysely';
import { allowedIn } from '../../content/items/item-states.js';
import { requestTransition } from '../../content/items/request-transition.js';
import type { Db } from '../../platform/db/dialect.js';
import { lockRow, rowsWhere } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import type { MaintenanceTask } from '../../platform/jobs/maintenance.js';
import type { Clock } from '../../platform/lib/clock.js';
import { filesToTranscribe } from './transcription.repository.js';

/** The transcriber is configured in the environment, so a change takes effect at the next start. */
const EVERY_MS = 60 * 60_000;
const MAX_AT_ONCE = 1_000;

/** Whether an item is due to become public without another request and has not been processed. */
const awaitsPublishing = ({ status, autoPublish, publishAt }: Row<'item'>): boolean =>
  ['draft', 'actionRequired'].includes(status) && (autoPublish === 1 || publishAt !== null);

/** Statuses of items that may have been processed without a transcript. Withdrawn and failed ones stay as they are. */
const MAY_LACK_TRANSCRIPT: ReadonlySet<string> = new Set(
  allowedIn('process').filter((status) => !['draft', 'unpublished', 'error'].includes(status)),
);

/** @param isStillNeeded checks the locked item */
const processRecording = async (
  trx: Db,
  clock: Clock,
  { accountId, itemId }: { accountId: number; itemId: number },
  isStillNeeded: (item: Row<'item'>) => boolean,
): Promise<void> => {
  const item = await lockRow(trx, 'item', accountId, itemId);
  if (!item || !isStillNeeded(item)) return;
  if ((await filesToTranscribe(trx, accountId, [itemId])).has(itemId))
    await requestTransition(trx, clock, { accountId }, itemId, 'process');
};

/** Processes the item of a file that has just been found usable, if the item publishes itself. */
export const processUploaded = (trx: Db, clock: Clock, asset: Row<'mediaAsset'>): Promise<void> =>
  processRecording(trx, clock, asset, awaitsPublishing);

/** Processes the items that were waiting for a transcriber, or became ready without one. */
export const waitingRecordings = ({ db, clock }: { db: Db; clock: Clock }): MaintenanceTask => ({
  name: 'recordings that wait to be transcribed',
  everyMs: EVERY_MS,
  run: async () => {
    for (const waiting of await waitingItems(db))
      await db
        .transaction()
        .execute((trx) =>
          processRecording(
            trx,
            clock,
            waiting,
            (item) => MAY_LACK_TRANSCRIPT.has(item.status) || awaitsPublishing(item),
          ),
        );
  },
});

/** A person decides whether to retry a failed transcription. */
const waitingItems = (db: Db): Promise<{ accountId: number; itemId: number }[]> =>
  rowsWhere(db, 'item', { deletedDate: null })
    .select(['item.accountId', 'item.id as itemId'])
    .where(
      sql<boolean>`("item"."status" = 'draft' and ("item"."autoPublish" = 1 or "item"."publishAt" is not null)
        or "item"."status" in (${sql.join([...MAY_LACK_TRANSCRIPT])}) and exists (select 1 from "processingStep" as "step"
          where "step"."itemId" = "item"."id" and "step"."name" = 'transcribe'
            and "step"."status" in ('actionRequired', 'skipped')))`,
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('mediaAsset')
          .select('mediaAsset.id')
          .whereRef('mediaAsset.itemId', '=', 'item.id')
          .where('mediaAsset.status', '=', 'ready')
          .where('mediaAsset.url', 'is not', null)
          .where('mediaAsset.deletedDate', 'is', null),
      ),
    )
    .where(
      sql<boolean>`not exists (select 1 from "transcript" where "transcript"."itemId" = "item"."id" and "transcript"."isCurrent" = 1)
        and not exists (select 1 from "transcription" where "transcription"."itemId" = "item"."id"
          and "transcription"."status" = 'failed')`,
    )
    .orderBy('item.id')
    .limit(MAX_AT_ONCE)
    .execute();
