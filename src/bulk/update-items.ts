/** Saves the items of a batch in few statements, each as `updateItem` does. */
import type { Db } from '../platform/db/dialect.js';
import { updateRows } from '../platform/db/rows.js';
import type { Row } from '../platform/db/tables.js';
import type { Clock } from '../platform/lib/clock.js';
import { groupBy } from '../platform/lib/group.js';
import { syncTranscripts } from '../content/items/current-transcript.repository.js';
import { recomputeLanguages } from '../content/items/item-language.repository.js';
import { listLinks, listNames } from '../content/items/item-links.repository.js';
import { partitionByCheck, type Outcomes } from '../content/items/item-outcomes.js';
import { idsOf, readReferences } from '../content/items/item-references.js';
import { recordRevisions, snapshotsOf } from '../content/items/item-revisions.repository.js';
import { setLinks } from '../content/items/item.repository.js';
import { announceItemChanges } from '../content/items/refresh-item.js';
import { resolveDescriptions } from '../content/items/suggested-descriptions.js';
import {
  changedLists,
  checkedColumns,
  decidesLanguage,
  isMove,
  resolvedDescriptions,
  withLanguage,
  type ItemColumns,
  type ItemUpdate,
} from '../content/items/update-item.js';
import { moveVariantTypes } from '../content/items/variant-type.repository.js';
import { addOutcomes, type BulkBatch, type ItemResult } from './bulk-batch.js';

const idOf = ({ item }: ItemUpdate): number => item.id;

/** Adds the results of the items: what has changed, or why an item was refused. */
export const updateItems = async (
  trx: Db,
  clock: Clock,
  { caller, indexDelayMs }: BulkBatch,
  updates: readonly ItemUpdate[],
  results: Map<number, ItemResult>,
): Promise<void> => {
  const { accountId } = caller;
  const changesOf = new Map(updates.map(({ item, changes }) => [item.id, changes]));
  const references = await readReferences(trx, accountId, [...changesOf.values()]);
  // One time for all, so that items with the same new values are updated together.
  const now = clock.now();
  const at: Clock = { now: () => now };
  const columns = new Map<ItemUpdate, ItemColumns>();
  const outcomes: Outcomes = new Map();
  const accepted = await partitionByCheck(updates, idOf, outcomes, async (update) => {
    columns.set(update, await checkedColumns(trx, at, caller, references, update));
  });
  const before = await snapshotsOf(
    trx,
    accountId,
    accepted.map(({ item }) => item),
    ({ id }) => changedLists(changesOf.get(id)!),
  );
  for (const update of accepted)
    await resolveDescriptions(trx, clock, update.item, resolvedDescriptions(update), 'dismissed');
  const changed = await writeColumns(trx, accountId, columns);
  await writeLists(trx, accountId, accepted);
  const moved = accepted.filter(isMove);
  for (const { item, changes } of moved)
    await moveVariantTypes(trx, accountId, item.id, changes.collectionId!);
  await syncTranscripts(trx, clock, accountId, moved.map(idOf));
  const languages = await recomputeLanguages(trx, accountId, accepted.filter(decidesLanguage).map(idOf));
  const saved = changed.map((row) => withLanguage(row, languages));
  await recordRevisions(trx, clock, caller, before, saved);
  await announceItemChanges(trx, clock, accountId, saved, indexDelayMs);
  for (const row of saved) outcomes.set(row.id, row);
  await addOutcomes(trx, before, outcomes, results, ({ row: { id } }) => ({
    logged: { operation: 'updateItem', changedFields: Object.keys(changesOf.get(id)!) },
  }));
};

/** @returns the rows after the change, in any order */
const writeColumns = async (
  trx: Db,
  accountId: number,
  columns: ReadonlyMap<ItemUpdate, ItemColumns>,
): Promise<Row<'item'>[]> => {
  const rows: Row<'item'>[] = [];
  for (const alike of groupBy([...columns], ([, values]) => JSON.stringify(values)).values()) {
    const ids = alike.map(([update]) => idOf(update));
    rows.push(...(await updateRows(trx, 'item', accountId, ids, alike[0]![1])));
  }
  return rows;
};

const writeLists = async (trx: Db, accountId: number, updates: readonly ItemUpdate[]): Promise<void> => {
  for (const name of listNames) {
    const lists = updates.flatMap(({ item, changes }) => {
      const list = changes[name];
      return list ? [[item.id, idsOf(list)] as const] : [];
    });
    await setLinks(trx, listLinks[name], accountId, new Map(lists));
  }
};
