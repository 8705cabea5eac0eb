/** Creates and maintains the indexes of LanceDB's tables, under the mutex of the index and never in a request. */
import lancedb, { type Table } from '@lancedb/lancedb';
import type { Kind } from './index-name.js';
import { schemaOf } from './lancedb-schema.js';

/** Below this a full scan is as fast as a vector index. */
const VECTOR_INDEX_ROWS = 10_000;
/** Share of rows outside the indexes that makes `optimize()` worthwhile: every search scans these rows. */
const MAX_UNINDEXED_SHARE = 1 / 1000;
/** Each `optimize()` may add a segment with its own centroids; beyond this many the index is rebuilt. */
const MAX_VECTOR_SEGMENTS = 3;
/** Old table versions are retained this long, for readers that still use them. */
const VERSION_RETENTION_MS = 2 * 60_000;

// Stop words are indexed for phrase queries; other queries leave them out. Only chunks need positions, as phrases are
// searched there.
const fts = (withPosition: boolean) =>
  lancedb.Index.fts({
    withPosition,
    stem: true,
    language: 'English',
    removeStopWords: false,
    asciiFolding: true,
    lowercase: true,
    maxTokenLength: 40,
  });

const ATTRIBUTE_INDEXES: [string, () => lancedb.Index][] = [
  ['accountId', lancedb.Index.bitmap],
  ['itemId', lancedb.Index.btree],
  ['collectionId', lancedb.Index.bitmap],
  ['seriesId', lancedb.Index.bitmap],
  ['speakerIds', lancedb.Index.labelList],
  ['topicIds', lancedb.Index.labelList],
  ['books', lancedb.Index.labelList],
  ['chapters', lancedb.Index.labelList],
  ['date', lancedb.Index.btree],
  ['published', lancedb.Index.bitmap],
];

const TEXT_COLUMNS: Record<Kind, string[]> = { chunks: ['text'], items: ['title', 'words'] };
const VECTOR_COLUMN: Record<Kind, string> = { chunks: 'vector', items: 'centroid' };

/** Drops columns that an earlier version of Lectern stored: no rows could be added without them. */
export async function dropObsoleteColumns(table: Table, kind: Kind, dimensions: number): Promise<void> {
  const current = new Set(schemaOf(kind, dimensions).fields.map((field) => field.name));
  const obsolete = (await table.schema()).fields
    .map((field) => field.name)
    .filter((name) => !current.has(name));
  if (obsolete.length > 0) await table.dropColumns(obsolete);
}

/** Creates the missing indexes of a table, at best while it is empty: keyword queries fail on a column without one. */
export async function createIndexes(table: Table, kind: Kind): Promise<void> {
  const indexed = new Set((await table.listIndices()).map((index) => index.columns[0]));
  const indexes: [string, lancedb.Index][] = [
    ...TEXT_COLUMNS[kind].map((name): [string, lancedb.Index] => [name, fts(kind === 'chunks')]),
    ...ATTRIBUTE_INDEXES.map(([name, index]): [string, lancedb.Index] => [name, index()]),
  ];
  for (const [name, config] of indexes) if (!indexed.has(name)) await table.createIndex(name, { config });
}

export async function maintainTable(table: Table, kind: Kind): Promise<void> {
  const rows = await table.countRows();
  const stats = await table.indexStats(`${TEXT_COLUMNS[kind][0]!}_idx`);
  const due = (stats?.numUnindexedRows ?? 0) > rows * MAX_UNINDEXED_SHARE;
  if (due) await optimize(table, kind);
  const index = await vectorIndex(table, kind);
  const needed = rows >= VECTOR_INDEX_ROWS && (!index || (index.numSegments ?? 1) > MAX_VECTOR_SEGMENTS);
  if (needed) await buildVectorIndex(table, kind);
}

/** `optimize()` fails on vector indexes whose segments have different centroids: they are dropped and rebuilt later. */
async function optimize(table: Table, kind: Kind): Promise<void> {
  const run = () => table.optimize({ cleanupOlderThan: new Date(Date.now() - VERSION_RETENTION_MS) });
  try {
    await run();
  } catch (error) {
    // LanceDB reports every failure as a plain Error without a code, so its text is all there is to go by.
    if (!String(error).includes('optimizing vector index')) throw error;
    if (await vectorIndex(table, kind)) await table.dropIndex(`${VECTOR_COLUMN[kind]}_idx`);
    await run();
  }
}

async function vectorIndex(table: Table, kind: Kind) {
  return (await table.listIndices()).find((index) => index.columns[0] === VECTOR_COLUMN[kind]);
}

/** Two bits per dimension and the engine's default number of partitions: more made building slow and recall poor. */
async function buildVectorIndex(table: Table, kind: Kind): Promise<void> {
  const config = lancedb.Index.ivfRq({ distanceType: 'cosine', numBits: 2 });
  await table.createIndex(VECTOR_COLUMN[kind], { config, replace: true });
}
