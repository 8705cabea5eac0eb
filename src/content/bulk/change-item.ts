/** Applies the action of a bulk job to one item, exactly as the single call does. */
import type { AuditEvent } from '../../platform/audit/audit.repository.js';
import type { Db } from '../../platform/db/dialect.js';
import { findRow, getLocked } from '../../platform/db/rows.js';
import type { Clock } from '../../platform/lib/clock.js';
import { invalid } from '../../platform/lib/errors.js';
import type { Quotas } from '../../platform/quotas/quotas.js';
import { deleteItem, restoreItem } from '../items/delete-item.js';
import { updateItem } from '../items/update-item.js';
import { linkedTo } from '../items/item-links.repository.js';
import { requestTransition } from '../items/request-transition.js';
import { statusesReachedBy } from '../items/item-states.js';
import { MAX_REFERENCES, type ItemChanges } from '../items/item.schema.js';
import { itemStatuses } from '../items/item.record.js';
import type { BulkRequest } from './bulk-request.js';

interface Deps {
  clock: Clock;
  quotas: Quotas;
}

/** The statuses of an item in which the action has nothing to change, including `deleted`. */
const doneIn: Partial<Record<BulkRequest['action'], ReadonlySet<string>>> = {
  publish: statusesReachedBy('publish'),
  unpublish: statusesReachedBy('unpublish'),
  delete: new Set(['deleted']),
  restore: new Set(itemStatuses),
};

/**
 * Makes the change, in the caller's transaction.
 * @returns the entry for the audit log; undefined if the item was already as requested
 * @throws {AppError} as the single call does
 */
export const changeItem = async (
  trx: Db,
  deps: Deps,
  itemId: number,
  request: BulkRequest,
): Promise<AuditEvent | undefined> => {
  const { action, actor, caller = { accountId: actor.accountId } } = request;
  const logged = (operation: string, changedFields: readonly string[] = []): AuditEvent => ({
    ...actor,
    operation,
    recordType: 'item',
    recordId: itemId,
    changedFields,
    responseStatus: 200,
  });
  if (await isAsRequested(trx, itemId, request)) return undefined;
  switch (action) {
    case 'publish':
    case 'unpublish':
      await requestTransition(trx, deps.clock, caller, itemId, action);
      return logged(`${action}Item`);
    case 'delete':
      await deleteItem(trx, deps, caller, itemId);
      return logged('deleteItem');
    case 'restore':
      await restoreItem(trx, deps, caller, itemId);
      return logged('restoreItem');
    default: {
      const changes = await changesOf(trx, itemId, request);
      if (!changes) return undefined;
      await updateItem(trx, deps.clock, caller, itemId, changes);
      return logged('updateItem', Object.keys(changes));
    }
  }
};

/** Whether the item is already published, deleted and so on. */
const isAsRequested = async (
  trx: Db,
  itemId: number,
  { action, actor: { accountId } }: BulkRequest,
): Promise<boolean> => {
  const done = doneIn[action];
  if (!done) return false;
  const item = await findRow(trx, 'item', accountId, itemId, true);
  return item !== undefined && done.has(item.deletedDate === null ? item.status : 'deleted');
};

/** The PATCH body that corresponds to the action; undefined if nothing would change. */
const changesOf = async (
  trx: Db,
  itemId: number,
  { action, topicId, seriesId, actor: { accountId } }: BulkRequest,
): Promise<ItemChanges | undefined> => {
  const item = await getLocked(trx, 'item', accountId, itemId);
  if (action === 'setSeries') return item.seriesId === seriesId ? undefined : { seriesId };
  const topics = (await linkedTo(trx, 'itemTopic', accountId, [itemId])).get(itemId) ?? [];
  const others = topics.filter(({ id }) => id !== topicId);
  if (others.length < topics.length === (action === 'addTopic')) return undefined;
  const ids = action === 'addTopic' ? [...others, { id: topicId! }] : others;
  if (ids.length > MAX_REFERENCES)
    throw invalid([{ path: 'topics', message: `must have at most ${MAX_REFERENCES} entries` }]);
  return { topics: ids.map(({ id }) => ({ id })) };
};
