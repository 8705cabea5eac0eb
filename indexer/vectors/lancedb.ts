/** The search index on LanceDB, embedded: two tables for each model and suffix in one folder. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import lancedb, { type Connection } from '@lancedb/lancedb';
import { IndexUnavailableError } from '../errors.js';
import type { IndexCounts, SearchIndex } from '../ports.js';
import { indexNames, storeName, type IndexName, type Kind } from './index-name.js';
import { withMutex } from './mutex.js';
import * as lookups from './lancedb-lookups.js';
import * as queries from './lancedb-queries.js';
import { numbers, schemaOf } from './lancedb-schema.js';
import { createIndexes, maintainTable } from './lancedb-upkeep.js';
import * as writes from './lancedb-writes.js';

export interface LanceOptions extends IndexName {
  /** Folder of the database. */
  uri: string;
  dimensions: number;
}

const KINDS: Kind[] = ['passages', 'items'];

/** Every read sees what other handles and processes have committed. */
const connect = (uri: string): Promise<Connection> => lancedb.connect(uri, { readConsistencyInterval: 0 });

const lane = (options: Omit<LanceOptions, 'dimensions'>): string =>
  `lancedb:${resolve(options.uri)}:${options.modelId}:${options.tableSuffix}`;

/** Makes the tables where they are missing, then opens them. */
export async function createLanceIndex(options: LanceOptions): Promise<SearchIndex> {
  await withMutex(lane(options), () =>
    guarded(options, async () => {
      const connection = await connect(options.uri);
      const known = new Set(await connection.tableNames({ limit: 100_000 }));
      for (const kind of KINDS) {
        const name = storeName(kind, options);
        const table = known.has(name)
          ? await connection.openTable(name)
          : await connection.createEmptyTable(name, schemaOf(kind, options.dimensions), { existOk: true });
        await createIndexes(table, kind);
        table.close();
      }
      connection.close();
    }),
  );
  return openLanceIndex(options);
}

export async function listLanceIndexes(uri: string): Promise<IndexName[]> {
  if (!existsSync(uri)) return [];
  const connection = await connect(uri);
  const names = await connection.tableNames({ limit: 100_000 });
  connection.close();
  return indexNames(names);
}

/** Removes an index and its files; one that is not there is no error. */
export async function dropLanceIndex(uri: string, index: IndexName): Promise<void> {
  await withMutex(lane({ uri, ...index }), async () => {
    if (!existsSync(uri)) return;
    const connection = await connect(uri);
    const known = new Set(await connection.tableNames({ limit: 100_000 }));
    for (const kind of KINDS) {
      const name = storeName(kind, index);
      if (known.has(name)) await connection.dropTable(name);
    }
    connection.close();
  });
}

/** Opens tables that exist, at the first call. It never makes them: an emptied folder must show as a fault, not as an empty library. */
export function openLanceIndex(options: LanceOptions): SearchIndex {
  let opened: Promise<writes.Tables> | null = null;
  const open = async (): Promise<writes.Tables> => {
    const connection = await connect(options.uri);
    const [passages, items] = await Promise.all(
      KINDS.map((kind) => connection.openTable(storeName(kind, options))),
    );
    return { passages: passages!, items: items!, dimensions: options.dimensions };
  };
  const withTables = <T>(work: (tables: writes.Tables) => Promise<T>): Promise<T> =>
    guarded(options, async () => {
      const tables = (opened ??= open());
      try {
        return await work(await tables);
      } catch (error) {
        if (opened === tables) opened = null;
        throw error;
      }
    });
  const write = (work: (tables: writes.Tables) => Promise<void>): Promise<void> =>
    withMutex(lane(options), () => withTables(work));

  return {
    replaceItems: (items) => write((tables) => writes.replaceItems(tables, items)),
    updateFacts: (facts) => write((tables) => writes.updateFacts(tables, facts)),
    removeItems: (accountId, itemIds) => write((tables) => writes.removeItems(tables, accountId, itemIds)),
    nearestPassages: (vector, filter, limit, how) =>
      withTables(({ passages }) => queries.nearestPassages(passages, vector, filter, limit, how)),
    keywordPassages: (text, filter, limit, how) =>
      withTables(({ passages }) => queries.keywordPassages(passages, text, filter, limit, how)),
    phrasePassages: (text, filter, limit, how) =>
      withTables(({ passages }) => queries.phrasePassages(passages, text, filter, limit, how)),
    nearestItems: (vector, filter, limit, by = 'centroid') =>
      withTables(({ items }) => queries.nearestItems(items, vector, filter, limit, by)),
    keywordItems: (text, filter, limit, over = 'whole') =>
      withTables(({ items }) => queries.keywordItems(items, text, filter, limit, over)),
    passageScores: (vector, accountId, itemIds) =>
      withTables(({ passages }) => lookups.passageScores(passages, vector, accountId, itemIds)),
    itemScores: (vector, accountId, itemIds) =>
      withTables(({ items }) => lookups.itemScores(items, vector, accountId, itemIds)),
    itemCentroid: (accountId, itemId) =>
      withTables(({ items }) => lookups.itemCentroid(items, accountId, itemId)),
    readPassages: (accountId, refs) =>
      withTables(({ passages }) => lookups.readPassages(passages, accountId, refs)),
    counts: (accountId) => withTables((tables) => counts(tables, accountId)),
    passageCounts: (accountId) => withTables((tables) => passageCounts(tables, accountId)),
    maintain: () =>
      write(async (tables) => {
        await Promise.all(KINDS.map((kind) => maintainTable(tables[kind], kind)));
      }),
    ping: () =>
      withTables(async (tables) => {
        await counts(tables);
      }),
    close: async () => {
      const tables = await opened?.catch(() => null);
      opened = null;
      tables?.passages.close();
      tables?.items.close();
    },
  };
}

async function counts(tables: writes.Tables, accountId?: number): Promise<IndexCounts> {
  const where = accountId === undefined ? undefined : `accountId = ${accountId}`;
  const [items, passages] = await Promise.all([
    tables.items.countRows(where),
    tables.passages.countRows(where),
  ]);
  return { items, passages };
}

async function passageCounts(tables: writes.Tables, accountId: number): Promise<Map<number, number>> {
  const itemIdsOf = async (kind: Kind): Promise<number[]> => {
    const found = await tables[kind].query().where(`accountId = ${accountId}`).select(['itemId']).toArrow();
    const itemId = numbers(found, 'itemId');
    return Array.from({ length: found.numRows }, (_, at) => itemId(at));
  };
  const [items, passages] = await Promise.all([itemIdsOf('items'), itemIdsOf('passages')]);
  const byItem = new Map(items.map((itemId) => [itemId, 0]));
  const whole = new Set(items);
  for (const itemId of passages) byItem.set(itemId, whole.has(itemId) ? byItem.get(itemId)! + 1 : 0);
  return byItem;
}

async function guarded<T>(options: LanceOptions, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RangeError || error instanceof IndexUnavailableError) throw error;
    const missing = KINDS.map((kind) => storeName(kind, options)).filter(
      (name) => !existsSync(join(options.uri, `${name}.lance`, '_versions')),
    );
    const why = missing.length
      ? `The search index is not there (no ${missing.join(', ')} in ${options.uri}): "lectern reindex" builds it.`
      : `The search index failed: ${String(error instanceof Error ? error.message : error).split('\n')[0]!}`;
    throw new IndexUnavailableError(why, { cause: error });
  }
}
