/** Undoes what a bulk job changed in the items of a batch, as far as the values that it wrote still stand. */
import type { Db } from '../platform/db/dialect.js';
import { updateRow } from '../platform/db/rows.js';
import type { NewRow, Row } from '../platform/db/tables.js';
import { enqueueMany } from '../platform/jobs/job.repository.js';
import { authorOf } from '../platform/lib/caller.js';
import { hasPassed } from '../platform/lib/clock.js';
import { AppError, notFound } from '../platform/lib/errors.js';
import { deleteItems, restoreItems } from '../content/items/delete-item.js';
import { assertMayChange, assertMayPublish } from '../content/items/draft-policy.js';
import { partitionByCheck, type Outcomes } from '../content/items/item-outcomes.js';
import { recordRevisions, snapshotsOf } from '../content/items/item-revisions.repository.js';
import { applyEvents } from '../content/items/item-status.repository.js';
import { statusesReachedBy, type ItemEvent } from '../content/items/item-states.js';
import { PUBLIC_OR_CHANGING } from '../content/items/refresh-item.js';
import {
  addPlain,
  existingItems,
  failedBy,
  keptResult,
  lockItems,
  stillStands,
  type BulkBatch,
  type BatchDeps,
  type Former,
  type Formers,
  type ItemResult,
} from './bulk-batch.js';
import { undoUpdates } from './undo-updates.js';
import type { BulkAction } from './bulk.schema.js';

type Item = Row<'item'>;
type Results = Map<number, ItemResult>;

/** State of an item before an action that sets no fields, such as publishing it. */
const stateBefore = ({ undo }: Former): Pick<Item, 'status' | 'publishedDate'> =>
  undo as Pick<Item, 'status' | 'publishedDate'>;

/** @param formers what the job had changed, by item */
export const undoItems = async (
  trx: Db,
  deps: BatchDeps,
  batch: BulkBatch,
  action: BulkAction,
  formers: Formers,
): Promise<Results> => {
  const results: Results = new Map();
  if (action === 'delete' || action === 'restore') await deps.quotas.lock(trx, batch.caller.accountId);
  const rows = await lockItems(trx, batch);
  if (action === 'delete') {
    await undoDeletions(trx, deps, batch, rows, formers, results);
    return results;
  }
  for (const { id, deletedDate } of rows.values())
    if (deletedDate !== null) results.set(id, keptResult(id, ['deletedDate']));
  const items = existingItems(batch, rows, results);
  switch (action) {
    case 'publish':
      await undoPublications(trx, deps, batch, items, formers, results);
      break;
    case 'unpublish':
      await undoUnpublications(trx, deps, batch, items, formers, results);
      break;
    case 'restore':
      await addPlain(trx, items, await deleteItems(trx, deps, batch.caller, items), results, 'deleteItem');
      break;
    default:
      await undoUpdates(trx, deps, batch, items, formers, results);
  }
  return results;
};

/** Restores what the job has deleted, and publishes again what was public. */
const undoDeletions = async (
  trx: Db,
  deps: BatchDeps,
  batch: BulkBatch,
  rows: ReadonlyMap<number, Item>,
  formers: Formers,
  results: Results,
): Promise<void> => {
  const { ids, caller } = batch;
  const deleted: Item[] = [];
  for (const id of ids) {
    const row = rows.get(id);
    if (!row) results.set(id, failedBy(id, notFound()));
    else if (!isDeletedByJob(formers.get(id)!, row)) results.set(id, keptResult(id, ['deletedDate']));
    else deleted.push(row);
  }
  const becomesPublic = ({ id, status }: Item): boolean =>
    status === 'unpublished' && PUBLIC_OR_CHANGING.has(stateBefore(formers.get(id)!).status);
  const outcomes: Outcomes = new Map();
  const allowed = await partitionByCheck(
    deleted,
    ({ id }) => id,
    outcomes,
    (item) => {
      if (becomesPublic(item)) assertMayPublish(caller);
    },
  );
  for (const [id, outcome] of await restoreItems(trx, deps, caller, allowed)) outcomes.set(id, outcome);
  const restored = [...outcomes.values()].flatMap((row) => (row instanceof AppError ? [] : [row]));
  const wasPublic = restored.filter(becomesPublic);
  for (const row of await republish(trx, deps, batch, wasPublic, formers)) outcomes.set(row.id, row);
  await addPlain(trx, deleted, outcomes, results, 'restoreItem');
};

/** Somebody may have restored it, and perhaps deleted it again. */
const isDeletedByJob = ({ changes }: Former, { deletedDate }: Item): boolean =>
  deletedDate !== null &&
  changes.some((change) => change.field === 'deletedDate' && stillStands(change, deletedDate));

/** They keep their date of publication. @returns the items after the change */
const republish = async (
  trx: Db,
  { clock }: BatchDeps,
  { caller }: BulkBatch,
  items: readonly Item[],
  formers: Formers,
): Promise<Item[]> => {
  const { accountId } = caller;
  const ids = items.map(({ id }) => id);
  const author = { updatedBy: authorOf(caller) };
  const moved = await applyEvents(trx, clock, accountId, ids, 'undoUnpublish', author);
  const settled: Item[] = [];
  for (const row of moved) {
    const former = formerSettings(clock, formers.get(row.id)!, row);
    const changed =
      Object.keys(former).length > 0 ? await updateRow(trx, 'item', accountId, row.id, former) : row;
    settled.push(changed ?? row);
  }
  const before = await snapshotsOf(trx, accountId, items, () => []);
  await recordRevisions(trx, clock, caller, before, settled);
  const payloads = settled.map(({ id: itemId }) => ({ itemId, keepsDate: true }));
  await enqueueMany(trx, clock, accountId, 'publishItem', payloads);
  return settled;
};

const SETTINGS = ['publishAt', 'unpublishAt', 'autoPublish', 'readyForReview', 'reviewNote'] as const;

/** What publishing and unpublishing had cleared, without times that have passed. */
const formerSettings = (
  clock: BatchDeps['clock'],
  { changes }: Former,
  item: Item,
): Partial<NewRow<'item'>> =>
  Object.fromEntries(
    changes.flatMap(({ field, from, to }) => {
      if (!(SETTINGS as readonly string[]).includes(field)) return [];
      const isTime = field === 'publishAt' || field === 'unpublishAt';
      if (isTime && hasPassed(clock, from as string | null)) return [];
      const stored = (value: unknown): unknown => (typeof value === 'boolean' ? Number(value) : value);
      return item[field as keyof Item] === stored(to) ? [[field, stored(from)]] : [];
    }),
  );

/** The items whose status is still one that the request leads to; adds results for the others. */
const standing = (items: readonly Item[], request: 'publish' | 'unpublish', results: Results): Item[] => {
  const reached = statusesReachedBy(request);
  return items.filter(({ id, status }) => {
    if (reached.has(status)) return true;
    results.set(id, keptResult(id, ['status']));
    return false;
  });
};

/** They are no longer public when the transaction commits. */
const undoPublications = async (
  trx: Db,
  deps: BatchDeps,
  { caller }: BulkBatch,
  items: readonly Item[],
  formers: Formers,
  results: Results,
): Promise<void> => {
  const { accountId } = caller;
  const { clock } = deps;
  const outcomes: Outcomes = new Map();
  const allowed = await partitionByCheck(
    standing(items, 'publish', results),
    ({ id }) => id,
    outcomes,
    () => assertMayPublish(caller),
  );
  const changed: Item[] = [];
  for (const [status, event] of [
    ['ready', 'undoPublish'],
    ['unpublished', 'undoRepublish'],
  ] as const satisfies [string, ItemEvent][]) {
    const ids = allowed
      .filter(({ id }) => stateBefore(formers.get(id)!).status === status)
      .map(({ id }) => id);
    for (const row of await applyEvents(trx, clock, accountId, ids, event, { updatedBy: authorOf(caller) })) {
      const former = formers.get(row.id)!;
      const { publishedDate } = stateBefore(former);
      const values = { publishedDate, ...formerSettings(clock, former, row) };
      changed.push((await updateRow(trx, 'item', accountId, row.id, values)) ?? row);
    }
  }
  const before = allowed.map((row) => ({ row, lists: {} }));
  await recordRevisions(trx, clock, caller, before, changed);
  const payloads = changed.map(({ id: itemId }) => ({ itemId }));
  await enqueueMany(trx, clock, accountId, 'refreshItem', payloads);
  for (const row of changed) outcomes.set(row.id, row);
  await addPlain(trx, allowed, outcomes, results, 'unpublishItem');
};

const undoUnpublications = async (
  trx: Db,
  deps: BatchDeps,
  batch: BulkBatch,
  items: readonly Item[],
  formers: Formers,
  results: Results,
): Promise<void> => {
  const outcomes: Outcomes = new Map();
  const allowed = await partitionByCheck(
    standing(items, 'unpublish', results),
    ({ id }) => id,
    outcomes,
    (item) => {
      assertMayPublish(batch.caller);
      assertMayChange(batch.caller, item);
    },
  );
  for (const row of await republish(trx, deps, batch, allowed, formers)) outcomes.set(row.id, row);
  await addPlain(trx, allowed, outcomes, results, 'publishItem');
};
