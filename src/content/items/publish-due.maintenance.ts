/** Publishes items at their scheduled time, even if no process was running at that time. */
import type { Db } from '../../platform/db/dialect.js';
import { lockRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import type { MaintenanceTask } from '../../platform/jobs/maintenance.js';
import { hasPassed, isoTime, type Clock } from '../../platform/lib/clock.js';
import { requestTransition } from './request-transition.js';
import { allowedIn } from './item-states.js';

const EVERY_MS = 2_000;
const PAGE = 100;
const publishable: readonly string[] = allowedIn('publish');

/** Items that are not ready yet are published when they become ready. */
export const publishDueMaintenance = ({ db, clock }: { db: Db; clock: Clock }): MaintenanceTask => ({
  name: 'scheduled publishing',
  everyMs: EVERY_MS,
  run: async () => {
    const now = isoTime(clock);
    for (let after = 0; ;) {
      const due = await dueItems(db, now, after);
      for (const { accountId, id } of due) await publishDue(db, clock, accountId, id);
      if (due.length < PAGE) return;
      after = due.at(-1)?.id ?? after;
    }
  },
});

const dueItems = (db: Db, now: string, after: number) =>
  db
    .selectFrom('item')
    .select(['id', 'accountId'])
    .where('publishAt', '<=', now)
    .where('deletedDate', 'is', null)
    .where('status', 'in', publishable)
    .where('indexedMediaAssetId', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE)
    .execute();

/** Checks again with the item locked: another process may have published it, or its time may have changed. */
const publishDue = (db: Db, clock: Clock, accountId: number, id: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const item = await lockRow(trx, 'item', accountId, id);
    if (item && isDue(clock, item)) await requestTransition(trx, clock, { accountId }, id, 'publish');
  });

const isDue = (clock: Clock, { publishAt, status, indexedMediaAssetId }: Row<'item'>): boolean =>
  hasPassed(clock, publishAt) && publishable.includes(status) && indexedMediaAssetId !== null;
