/** Restores the former values of fields, speakers and topics, where those that a bulk job wrote still stand. */
import type { Db } from '../platform/db/dialect.js';
import type { Row } from '../platform/db/tables.js';
import { hasPassed, type Clock } from '../platform/lib/clock.js';
import { AppError } from '../platform/lib/errors.js';
import { checkedChanges } from '../content/items/checked-changes.js';
import { linkedIdsOf, apiValueOf } from '../content/items/item-revisions.repository.js';
import { listNames, type ListName } from '../content/items/item-links.repository.js';
import { itemChanges } from '../content/items/item.schema.js';
import type { ItemUpdate } from '../content/items/update-item.js';
import { existingIds } from '../platform/db/rows.js';
import {
  failedBy,
  keptResult,
  stillStands,
  type BulkBatch,
  type BatchDeps,
  type Former,
  type Formers,
  type ItemResult,
  type StoredChange,
} from './bulk-batch.js';
import { updateItems } from './update-items.js';

type Item = Row<'item'>;
type Lists = Record<ListName, ReadonlyMap<number, readonly number[]>>;
/** The records of the lists that exist, so that nobody is given back a speaker who was deleted since. */
type Existing = Record<ListName, ReadonlySet<number>>;

const isList = (field: string): field is ListName => (listNames as readonly string[]).includes(field);
/** Fields that are valid only within their collection. */
const OF_COLLECTION: ReadonlySet<string> = new Set(['seriesId', 'orderInSeries', 'urlSlug']);
const TIMES: ReadonlySet<string> = new Set(['publishAt', 'unpublishAt']);

interface Reversal {
  item: Item;
  values: Record<string, unknown>;
  kept: string[];
}

export const undoUpdates = async (
  trx: Db,
  { clock }: BatchDeps,
  batch: BulkBatch,
  items: readonly Item[],
  formers: Formers,
  results: Map<number, ItemResult>,
): Promise<void> => {
  const { accountId } = batch.caller;
  const lists = await listsOf(trx, accountId, items);
  const existing = await existingOf(trx, accountId, formers);
  const reversals = items.map((item) => reversal(clock, item, formers.get(item.id)!, lists, existing));
  const updates: ItemUpdate[] = [];
  const keptOf = new Map(reversals.map(({ item, kept }) => [item.id, kept]));
  for (const { item, values, kept } of reversals)
    if (Object.keys(values).length === 0)
      results.set(item.id, kept.length > 0 ? keptResult(item.id, kept) : noChange(item.id));
    else
      try {
        updates.push({ item, changes: checkedChanges(values) });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        results.set(item.id, failedBy(item.id, error));
      }
  await updateItems(trx, clock, batch, updates, results);
  for (const [itemId, kept] of keptOf) {
    const result = results.get(itemId);
    if (kept.length > 0 && result?.outcome === 'changed')
      results.set(itemId, { ...keptResult(itemId, kept), ...result, outcome: 'kept' });
  }
};

/** Everything that the job had added is gone, and everything that it had removed is back. */
const noChange = (itemId: number): ItemResult => ({
  itemId,
  outcome: 'unchanged',
  reason: { type: null, message: 'It has its former values already.' },
});

const listsOf = async (trx: Db, accountId: number, items: readonly Item[]): Promise<Lists> => {
  const ids = items.map(({ id }) => id);
  return {
    speakers: await linkedIdsOf(trx, accountId, ids, 'speakers'),
    topics: await linkedIdsOf(trx, accountId, ids, 'topics'),
  };
};

const existingOf = async (trx: Db, accountId: number, formers: Formers): Promise<Existing> => {
  const all = (name: ListName): number[] => [
    ...new Set(
      [...formers.values()].flatMap(({ changes }) =>
        changes.flatMap(({ field, from, to }) =>
          field === name ? [...(from as number[]), ...(to as number[])] : [],
        ),
      ),
    ),
  ];
  return {
    speakers: await existingIds(trx, 'speaker', accountId, all('speakers')),
    topics: await existingIds(trx, 'topic', accountId, all('topics')),
  };
};

/** The fields to set to what they were before, and those that are left. */
const reversal = (
  clock: Clock,
  item: Item,
  { changes }: Former,
  lists: Lists,
  existing: Existing,
): Reversal => {
  const values: Record<string, unknown> = {};
  const kept: string[] = [];
  const stands = (change: StoredChange): boolean => stillStands(change, apiValueOf(item, change.field));
  const collection = changes.find(({ field }) => field === 'collectionId');
  const isElsewhere = collection !== undefined && !stands(collection);
  for (const change of changes) {
    const { field, from } = change;
    if (!Object.hasOwn(itemChanges.shape, field)) continue;
    if (isList(field)) {
      const current = lists[field].get(item.id) ?? [];
      const next = listBefore(change, current).filter(
        (id) => current.includes(id) || existing[field].has(id),
      );
      if (next.join() !== current.join()) values[field] = next.map((id) => ({ id }));
      continue;
    }
    const isPast = TIMES.has(field) && hasPassed(clock, from as string | null);
    if (!stands(change) || isPast || (isElsewhere && OF_COLLECTION.has(field))) kept.push(field);
    else values[field] = from;
  }
  return { item, values, kept };
};

/** Without what the job added, and with what it removed; other members stay. */
const listBefore = ({ from, to }: StoredChange, current: readonly number[]): number[] => {
  const [former, written] = [from as number[], to as number[]];
  if (current.join() === written.join()) return former;
  const added = new Set(written.filter((id) => !former.includes(id)));
  const removed = former.filter((id) => !written.includes(id) && !current.includes(id));
  return [...current.filter((id) => !added.has(id)), ...removed];
};
