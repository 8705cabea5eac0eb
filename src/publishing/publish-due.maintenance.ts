/** Publishes and unpublishes items at their scheduled times, even if no process was running then. */
import { sql } from 'kysely';
import type { Db } from '../platform/db/dialect.js';
import { lockRow, updateRow } from '../platform/db/rows.js';
import type { Row } from '../platform/db/tables.js';
import type { MaintenanceTask } from '../platform/jobs/maintenance.js';
import { hasPassed, isoTime, isoTimeAfter, type Clock } from '../platform/lib/clock.js';
import { requestTransition } from '../content/items/request-transition.js';
import { recordRevision } from '../content/items/item-revisions.repository.js';
import { allowedIn } from '../content/items/item-states.js';
import { announceItemChange } from '../content/items/refresh-item.js';

const EVERY_MS = 2_000;
const PAGE = 100;
const publishable: readonly string[] = allowedIn('publish');

interface Deps {
  db: Db;
  clock: Clock;
}
type Due = Pick<Row<'item'>, 'id' | 'accountId'>;

/** Items that are not ready yet are published when they become ready. */
export const publishDueMaintenance = ({ db, clock }: Deps): MaintenanceTask => ({
  name: 'scheduled publishing',
  everyMs: EVERY_MS,
  run: () =>
    forEachDue(
      (after) =>
        dueItems(db, 'publishAt', isoTime(clock), after)
          .where('status', 'in', publishable)
          .where('indexedMediaAssetId', 'is not', null)
          .execute(),
      ({ accountId, id }) => publishDue(db, clock, accountId, id),
    ),
});

/** The public has not seen them since their time. Items that are being published are unpublished afterwards. */
export const unpublishDueMaintenance = ({ db, clock }: Deps): MaintenanceTask => ({
  name: 'scheduled unpublishing',
  everyMs: EVERY_MS,
  run: () =>
    forEachDue(
      (after) =>
        dueItems(db, 'unpublishAt', isoTime(clock), after).where('status', '<>', 'publishing').execute(),
      ({ accountId, id }) => unpublishDue(db, clock, accountId, id),
    ),
});

/** @param read returns up to a page of items with ids after the last one */
const forEachDue = async (
  read: (after: number) => Promise<Due[]>,
  work: (item: Due) => Promise<void>,
): Promise<void> => {
  for (let after = 0; ;) {
    const due = await read(after);
    for (const item of due) await work(item);
    if (due.length < PAGE) return;
    after = due.at(-1)?.id ?? after;
  }
};

const dueItems = (db: Db, time: 'publishAt' | 'unpublishAt', now: string, after: number) =>
  db
    .selectFrom('item')
    .select(['id', 'accountId'])
    .where(sql.ref<string>(time), '<=', now)
    .where('deletedDate', 'is', null)
    .where('id', '>', after)
    // By the index on the time, which has few items, rather than through all items in their order.
    .orderBy(sql`+"id"`)
    .limit(PAGE);

/** Checks again with the item locked: another process may have published it, or its time may have changed. */
const publishDue = (db: Db, clock: Clock, accountId: number, id: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const item = await lockRow(trx, 'item', accountId, id);
    if (item && isDue(clock, item)) await requestTransition(trx, clock, { accountId }, id, 'publish');
  });

const isDue = (clock: Clock, { publishAt, unpublishAt, status, indexedMediaAssetId }: Row<'item'>): boolean =>
  hasPassed(clock, publishAt) &&
  !hasPassed(clock, unpublishAt) &&
  publishable.includes(status) &&
  indexedMediaAssetId !== null;

/** An item that is not public only loses what would publish it. */
const unpublishDue = (db: Db, clock: Clock, accountId: number, id: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const item = await lockRow(trx, 'item', accountId, id);
    if (!item || !hasPassed(clock, item.unpublishAt) || item.status === 'publishing') return;
    if (item.status === 'published') {
      await requestTransition(trx, clock, { accountId }, id, 'unpublish');
      return;
    }
    const changed = await updateRow(trx, 'item', accountId, id, {
      publishAt: null,
      unpublishAt: null,
      autoPublish: 0,
      updatedDate: isoTimeAfter(clock, item.updatedDate),
    });
    if (!changed) return;
    await recordRevision(trx, clock, null, { row: item, lists: {} }, changed);
    await announceItemChange(trx, clock, changed);
  });
