/** The search index on embedded LanceDB: two tables per model and suffix in one folder. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import lancedb, { type Connection, type Table } from '@lancedb/lancedb';
import { IndexUnavailableError } from '../errors.js';
import type { IndexCounts, SearchIndex } from '../ports.js';
import { storeName, type IndexName, type Kind } from './index-name.js';
import { withMutex } from './mutex.js';
import * as lookups from './lancedb-lookups.js';
import * as queries from './lancedb-queries.js';
import { readItems } from './lancedb-items.js';
import { schemaOf, type Tables } from './lancedb-schema.js';
import { createIndexes, dropObsoleteColumns, maintainTable } from './lancedb-upkeep.js';
import * as writes from './lancedb-writes.js';

export interface LanceOptions extends IndexName {
  /** Folder of the database. */
  uri: string;
  dimensions: number;
  /** Limit of the memory that the engine keeps of its indexes and, a ninth of it, of metadata. */
  cacheBytes?: number;
}

/** The engine's own limit is 6 GB. */
const DEFAULT_CACHE_BYTES = 256 * 1024 ** 2;

/** Writes after which the tables are opened anew: a session keeps some 100 KB of every version, whatever its limit. */
const REOPEN_WRITES = 128;

interface Opened {
  tables: Promise<Tables & { connection: Connection }>;
  /** Calls in progress. */
  uses: number;
  writes: number;
}

const KINDS: Kind[] = ['chunks', 'items'];

/** Reads see what other handles and processes have committed. */
const connect = (uri: string, cacheBytes = DEFAULT_CACHE_BYTES): Promise<Connection> =>
  lancedb.connect(
    uri,
    { readConsistencyInterval: 0 },
    new lancedb.Session(BigInt(Math.floor((cacheBytes * 8) / 9)), BigInt(Math.ceil(cacheBytes / 9))),
  );

const mutexName = (options: Omit<LanceOptions, 'dimensions'>): string =>
  `lancedb:${resolve(options.uri)}:${options.modelId}:${options.tableSuffix}`;

/** Creates missing tables, then opens them. */
export async function createLanceIndex(options: LanceOptions): Promise<SearchIndex> {
  await withMutex(mutexName(options), () =>
    guarded(options, async () => {
      const connection = await connect(options.uri);
      const existing = new Set(await connection.tableNames({ limit: 100_000 }));
      for (const kind of KINDS) {
        const name = storeName(kind, options);
        const table = existing.has(name)
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

/** Deletes an index and its files, if it exists. */
export async function dropLanceIndex(uri: string, index: IndexName): Promise<void> {
  await withMutex(mutexName({ uri, ...index }), async () => {
    if (!existsSync(uri)) return;
    const connection = await connect(uri);
    const existing = new Set(await connection.tableNames({ limit: 100_000 }));
    for (const kind of KINDS) {
      const name = storeName(kind, index);
      if (existing.has(name)) await connection.dropTable(name);
    }
    connection.close();
  });
}

/**
 * Opens existing tables at the first call. It never creates them: an emptied folder must be an error, not an empty
 * library.
 */
export function openLanceIndex(options: LanceOptions): SearchIndex {
  const folders = KINDS.map((kind) => folderOf(kind, options));
  let opened: Opened | null = null;
  const open = async (): Opened['tables'] => {
    const connection = await connect(options.uri, options.cacheBytes);
    const openTable = async (kind: Kind): Promise<Table> => {
      const table = await connection.openTable(storeName(kind, options));
      await dropObsoleteColumns(table, kind, options.dimensions);
      return table;
    };
    const [chunks, items] = await Promise.all([openTable('chunks'), openTable('items')]);
    return { connection, chunks, items, dimensions: options.dimensions, indexedColumns: new Set() };
  };
  const withTables = <T>(work: (tables: Tables) => Promise<T>): Promise<T> =>
    guarded(options, async () => {
      const own = (opened ??= { tables: open(), uses: 0, writes: 0 });
      own.uses++;
      try {
        return await work(await own.tables);
      } catch (error) {
        if (opened === own) opened = null;
        throw error;
      } finally {
        own.uses--;
        await closeUnused(own);
      }
    });
  const closeUnused = async (own: Opened): Promise<void> => {
    if (own !== opened && own.uses === 0) await closeTables(own);
  };
  const write = (work: (tables: Tables) => Promise<void>): Promise<void> =>
    withMutex(mutexName(options), async () => {
      await withTables(work);
      const own = opened;
      if (!own || ++own.writes < REOPEN_WRITES) return;
      opened = null;
      await closeUnused(own);
    });

  return {
    replaceItems: (items) => write((tables) => writes.replaceItems(tables, items)),
    updateAttributes: (updates) => write((tables) => writes.updateAttributes(tables, updates)),
    removeItems: (accountId, itemIds) => write((tables) => writes.removeItems(tables, accountId, itemIds)),
    nearestChunks: (vector, filter, limit, options) =>
      withTables(({ chunks }) => queries.nearestChunks(chunks, vector, filter, limit, options)),
    keywordChunks: (query, filter, limit, options) =>
      withTables((tables) => queries.keywordChunks(tables, query, filter, limit, options)),
    phraseChunks: (text, filter, limit, options) =>
      withTables(({ chunks }) => queries.phraseChunks(chunks, text, filter, limit, options)),
    itemsWith: (text, filter, maintainedOnly) =>
      withTables((tables) => queries.itemsWith(tables, text, filter, maintainedOnly)),
    nearestItems: (vector, filter, limit) =>
      withTables(({ items }) => queries.nearestItems(items, vector, filter, limit)),
    keywordItems: (query, filter, limit, over = 'whole') =>
      withTables((tables) => queries.keywordItems(tables, query, filter, limit, over)),
    chunkScores: (vector, accountId, itemIds) =>
      withTables(({ chunks }) => lookups.chunkScores(chunks, vector, accountId, itemIds)),
    itemCentroid: (accountId, itemId) =>
      withTables(({ items }) => lookups.itemCentroid(items, accountId, itemId)),
    readChunks: (accountId, refs) => withTables(({ chunks }) => lookups.readChunks(chunks, accountId, refs)),
    readItems: (accountId, itemIds, options) =>
      withTables((tables) => readItems(tables, accountId, itemIds, options)),
    counts: (accountId) => withTables((tables) => counts(tables, accountId)),
    chunkCounts: (accountId) => withTables((tables) => chunkCounts(tables, accountId)),
    maintain: () =>
      write(async (tables) => {
        await Promise.all(KINDS.map((kind) => maintainTable(tables[kind], kind)));
      }),
    assertPresent: () => {
      if (folders.every((folder) => existsSync(folder))) return;
      throw new IndexUnavailableError(missingMessage(options, missingTables(options)));
    },
    ping: () =>
      withTables(async (tables) => {
        await counts(tables);
        // The counts are metadata: a row is read from the files.
        await Promise.all(KINDS.map((kind) => tables[kind].query().limit(1).toArray()));
      }),
    close: async () => {
      const own = opened;
      opened = null;
      if (own) await closeUnused(own);
    },
  };
}

async function closeTables({ tables }: Opened): Promise<void> {
  const opened = await tables.catch(() => null);
  opened?.chunks.close();
  opened?.items.close();
  opened?.connection.close();
}

async function counts(tables: Tables, accountId?: number): Promise<IndexCounts> {
  const where = accountId === undefined ? undefined : `accountId = ${accountId}`;
  const [items, chunks] = await Promise.all([tables.items.countRows(where), tables.chunks.countRows(where)]);
  return { items, chunks };
}

async function chunkCounts(tables: Tables, accountId: number): Promise<Map<number, number>> {
  const itemIdsOf = async (kind: Kind): Promise<Int32Array> => {
    const found = await tables[kind].query().where(`accountId = ${accountId}`).select(['itemId']).toArrow();
    // Without rows there is no column.
    return (found.getChild('itemId')?.toArray() as Int32Array | undefined) ?? new Int32Array();
  };
  const [items, chunks] = await Promise.all([itemIdsOf('items'), itemIdsOf('chunks')]);
  const byItem = new Map(Array.from(items, (itemId) => [itemId, 0]));
  const whole = new Set(items);
  for (const itemId of chunks) byItem.set(itemId, whole.has(itemId) ? byItem.get(itemId)! + 1 : 0);
  return byItem;
}

/** There as long as the table is. */
const folderOf = (kind: Kind, options: LanceOptions): string =>
  join(options.uri, `${storeName(kind, options)}.lance`, '_versions');

const missingTables = (options: LanceOptions): string[] =>
  KINDS.filter((kind) => !existsSync(folderOf(kind, options))).map((kind) => storeName(kind, options));

const missingMessage = ({ uri }: LanceOptions, missing: readonly string[]): string =>
  `The search index is missing (no ${missing.join(', ')} in ${uri}). Run "lectern reindex" to build it.`;

async function guarded<T>(options: LanceOptions, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RangeError || error instanceof IndexUnavailableError) throw error;
    const missing = missingTables(options);
    const why = missing.length
      ? missingMessage(options, missing)
      : `The search index in ${options.uri} cannot be read (${String(error instanceof Error ? error.message : error).split('\n')[0]!}). Run "lectern reindex" to build it again.`;
    throw new IndexUnavailableError(why, { cause: error });
  }
}
