/** Applies the action of a bulk job to the items of a batch, each exactly as the single request does. */
import type { Db } from '../platform/db/dialect.js';
import { invalid, notFound } from '../platform/lib/errors.js';
import { deleteItems, restoreItems } from '../content/items/delete-item.js';
import { itemStatuses } from '../content/items/item.record.js';
import { MAX_REFERENCES } from '../content/items/item.schema.js';
import { listNames } from '../content/items/item-links.repository.js';
import { statusesReachedBy } from '../content/items/item-states.js';
import { requestTransitions, type TransitionRequest } from '../content/items/request-transition.js';
import type { ItemUpdate } from '../content/items/update-item.js';
import type { Row } from '../platform/db/tables.js';
import {
  addPlain,
  existingItems,
  failedBy,
  lockItems,
  unchanged,
  type BulkBatch,
  type BatchDeps,
  type ItemResult,
} from './bulk-batch.js';
import type { BulkRequest } from './bulk.schema.js';
import { changesFor, readLinks, requestedChanges } from './requested-changes.js';
import { updateItems } from './update-items.js';

type Item = Row<'item'>;
type Results = Map<number, ItemResult>;

/** The statuses of an item in which the action has nothing to change, including `deleted`. */
const doneIn: Partial<Record<BulkRequest['action'], ReadonlySet<string>>> = {
  publish: statusesReachedBy('publish'),
  unpublish: statusesReachedBy('unpublish'),
  delete: new Set(['deleted']),
  restore: new Set(itemStatuses),
};

/** Makes the changes, in the caller's transaction. */
export const changeItems = async (
  trx: Db,
  deps: BatchDeps,
  batch: BulkBatch,
  request: BulkRequest,
): Promise<Results> => {
  const { action } = request;
  const { accountId } = batch.caller;
  const results: Results = new Map();
  if (action === 'delete' || action === 'restore') await deps.quotas.lock(trx, accountId);
  const rows = await lockItems(trx, batch);
  for (const { id, status, deletedDate } of rows.values())
    if (doneIn[action]?.has(deletedDate === null ? status : 'deleted')) results.set(id, unchanged(id));
  const isLeft = ({ id }: Item): boolean => !results.has(id);
  if (action === 'restore') {
    const deleted = batch.ids.flatMap((id) => rows.get(id) ?? []).filter(isLeft);
    const outcomes = await restoreItems(trx, deps, batch.caller, deleted);
    await addPlain(trx, deleted, outcomes, results, 'restoreItem');
    addMissing(batch, results);
    return results;
  }
  const items = existingItems(batch, rows, results).filter(isLeft);
  switch (action) {
    case 'publish':
    case 'unpublish':
      await addTransitions(trx, deps, batch, items, action, results);
      break;
    case 'reprocess':
      await addTransitions(trx, deps, batch, items, 'process', results);
      break;
    case 'delete':
      await addPlain(trx, items, await deleteItems(trx, deps, batch.caller, items), results, 'deleteItem');
      break;
    default:
      await addUpdates(trx, deps, batch, items, request, results);
  }
  return results;
};

const addTransitions = async (
  trx: Db,
  { clock }: BatchDeps,
  { caller }: BulkBatch,
  items: readonly Item[],
  transition: TransitionRequest,
  results: Results,
): Promise<void> => {
  const outcomes = await requestTransitions(trx, clock, caller, items, transition);
  await addPlain(trx, items, outcomes, results, `${transition}Item`);
};

const addUpdates = async (
  trx: Db,
  { clock }: BatchDeps,
  batch: BulkBatch,
  items: readonly Item[],
  request: BulkRequest,
  results: Results,
): Promise<void> => {
  const { ids, position, caller } = batch;
  const requested = requestedChanges(request);
  const links = await readLinks(trx, caller.accountId, items, requested);
  const places = new Map(ids.map((id, at) => [id, position + at]));
  const updates: ItemUpdate[] = [];
  for (const item of items) {
    const changes = changesFor(item, links, requested, places.get(item.id) ?? 0);
    const full = listNames.find((name) => (changes[name]?.length ?? 0) > MAX_REFERENCES);
    if (full) {
      const message = `must have at most ${MAX_REFERENCES} entries`;
      results.set(item.id, failedBy(item.id, invalid([{ path: full, message }])));
    } else if (Object.keys(changes).length > 0) updates.push({ item, changes });
    else results.set(item.id, unchanged(item.id));
  }
  await updateItems(trx, clock, batch, updates, results);
};

/** Items that do not exist at all. */
const addMissing = ({ ids }: BulkBatch, results: Results): void => {
  for (const id of ids) if (!results.has(id)) results.set(id, failedBy(id, notFound()));
};
