/** Writes to LanceDB's two tables, all under the mutex of the index. */
import type { Table } from '@lancedb/lancedb';
import type { ItemRecord, ItemUpdate } from '../ports.js';
import { intList, ints, ofItems, ofRecords, textList } from './lancedb-filter.js';
import {
  attributesRow,
  numbers,
  chunkRow,
  schemaOf,
  itemRow,
  texts,
  toArrow,
  values,
  vectors,
  type ArrowTable,
  type Row,
  type Tables,
} from './lancedb-schema.js';
import { itemKey } from './keys.js';
import { withNewHead } from './item-words.js';

interface ItemRows {
  item: { accountId: number; itemId: number };
  rows: Row[];
}

/** Chunks first: an item without its own row counts as not indexed. */
export async function replaceItems(tables: Tables, items: readonly ItemRecord[]): Promise<void> {
  const last = [...new Map(items.map((item) => [itemKey(item), item])).values()];
  if (last.length === 0) return;
  const chunks = last.map((item) => ({
    item,
    rows: item.chunks.map((chunk) => chunkRow(item, chunk)),
  }));
  await replaceRows(tables.chunks, schemaOf('chunks', tables.dimensions), chunks);
  await replaceRows(
    tables.items,
    schemaOf('items', tables.dimensions),
    last.map((item) => ({ item, rows: [itemRow(item)] })),
  );
}

/**
 * Changes each item's rows in one commit. New items are appended, since a merge reads the keys of the whole table.
 * The merge key has no scalar index: with one, a merge may match nothing after `optimize()`.
 */
async function replaceRows(
  table: Table,
  schema: ReturnType<typeof schemaOf>,
  items: readonly ItemRows[],
): Promise<void> {
  const existing = await existingKeys(
    table,
    items.map(({ item }) => item),
  );
  const fresh = items.filter(({ item }) => !existing.has(itemKey(item))).flatMap(({ rows }) => rows);
  if (fresh.length > 0) await table.add(await toArrow(schema, fresh));
  const known = items.filter(({ item }) => existing.has(itemKey(item)));
  if (known.length === 0) return;
  const where = ofRecords(known.map(({ item }) => item));
  const rows = known.flatMap((item) => item.rows);
  if (rows.length === 0) {
    await table.delete(where);
    return;
  }
  await table
    .mergeInsert('id')
    .whenMatchedUpdateAll()
    .whenNotMatchedInsertAll()
    .whenNotMatchedBySourceDelete({ where })
    .execute(await toArrow(schema, rows));
}

async function existingKeys(table: Table, items: readonly ItemRows['item'][]): Promise<Set<string>> {
  const found = await table.query().where(ofRecords(items)).select(['accountId', 'itemId']).toArrow();
  const accountId = numbers(found, 'accountId');
  const itemId = numbers(found, 'itemId');
  const keys = new Set<string>();
  for (let at = 0; at < found.numRows; at++)
    keys.add(itemKey({ accountId: accountId(at), itemId: itemId(at) }));
  return keys;
}

/** One commit per distinct change (five hundred items published together are one), then one for the items' own rows. */
export async function updateAttributes(tables: Tables, updates: readonly ItemUpdate[]): Promise<void> {
  const byAccount = new Map<number, Map<number, ItemUpdate>>();
  for (const update of updates) {
    const ofAccount = byAccount.get(update.accountId) ?? new Map<number, ItemUpdate>();
    byAccount.set(update.accountId, ofAccount.set(update.itemId, update));
  }
  for (const [accountId, ofAccount] of byAccount) {
    const found = await tables.items
      .query()
      .where(ofItems(accountId, [...ofAccount.keys()]))
      .toArrow();
    if (found.numRows === 0) continue;
    await updateChunks(tables.chunks, accountId, changesOf(found, ofAccount));
    await updateItemRows(tables, found, ofAccount);
  }
}

interface Change {
  itemIds: number[];
  valuesSql: Record<string, string>;
}

/** The columns that differ from the item's own row, grouped by equal difference. */
function changesOf(found: ArrowTable, updates: ReadonlyMap<number, ItemUpdate>): Change[] {
  const itemId = numbers(found, 'itemId');
  const columns = attributesSql.map(({ name, sql }) => ({ name, sql, cell: values(found, name) }));
  const changes = new Map<string, Change>();
  for (let at = 0; at < found.numRows; at++) {
    const fresh = attributesRow(updates.get(itemId(at))!);
    const differing = columns
      .map(({ name, sql, cell }) => [name, sql(fresh[name]), sql(cell(at))] as const)
      .filter(([, now, before]) => now !== before);
    if (differing.length === 0) continue;
    const valuesSql = Object.fromEntries(differing.map(([name, now]) => [name, now]));
    const key = JSON.stringify(valuesSql);
    const change = changes.get(key) ?? { itemIds: [], valuesSql };
    change.itemIds.push(itemId(at));
    changes.set(key, change);
  }
  return [...changes.values()];
}

type AttributeName = Exclude<keyof ReturnType<typeof attributesRow>, 'accountId' | 'itemId'>;

const asInt = (value: unknown): string => (value === null ? 'CAST(NULL AS INT)' : ints([value as number]));
const asInts = (value: unknown): string => intList(value as number[]);
const asTexts = (value: unknown): string => textList(value as string[]);

const attributesSql: { name: AttributeName; sql: (value: unknown) => string }[] = [
  { name: 'collectionId', sql: asInt },
  { name: 'seriesId', sql: asInt },
  { name: 'speakerIds', sql: asInts },
  { name: 'topicIds', sql: asInts },
  { name: 'books', sql: asTexts },
  { name: 'chapters', sql: asTexts },
  { name: 'date', sql: asInt },
  { name: 'published', sql: String },
];

async function updateChunks(table: Table, accountId: number, changes: readonly Change[]): Promise<void> {
  for (const { itemIds, valuesSql } of changes) {
    await table.update({ where: ofItems(accountId, itemIds), valuesSql });
  }
}

async function updateItemRows(
  tables: Tables,
  found: ArrowTable,
  updates: ReadonlyMap<number, ItemUpdate>,
): Promise<void> {
  const itemId = numbers(found, 'itemId');
  const title = texts(found, 'title');
  const description = texts(found, 'description');
  const words = texts(found, 'words');
  const centroid = vectors(found, 'centroid');
  const rows = Array.from({ length: found.numRows }, (_, at): Row => {
    const update = updates.get(itemId(at))!;
    const old = { title: title(at), description: description(at) };
    const fresh = update.words
      ? { title: update.words.title.normalize('NFC'), description: update.words.description.normalize('NFC') }
      : old;
    return {
      id: itemKey(update),
      ...attributesRow(update),
      ...fresh,
      words: update.words ? withNewHead(words(at), old, fresh) : words(at),
      centroid: centroid(at),
    };
  });
  await tables.items
    .mergeInsert('id')
    .whenMatchedUpdateAll()
    .execute(await toArrow(schemaOf('items', tables.dimensions), rows));
}

export async function removeItems(
  tables: Tables,
  accountId: number,
  itemIds: readonly number[],
): Promise<void> {
  if (itemIds.length === 0) return;
  const where = ofItems(accountId, itemIds);
  await tables.items.delete(where);
  await tables.chunks.delete(where);
}
