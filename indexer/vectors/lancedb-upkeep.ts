/** Indexes of LanceDB's tables and their upkeep. Runs in the write lane of its index, never in a request. */
import lancedb, { type Table } from '@lancedb/lancedb';
import type { Kind } from './index-name.js';

/** Below this a scan of all vectors is as quick as an index. */
const VECTOR_INDEX_ROWS = 10_000;
/** Rows outside the indexes that are worth an `optimize()`, as a share of the table: each search reads them one by one. */
const DUE_SHARE = 1 / 1000;
/** Every `optimize()` may add a segment with centroids of its own; past this many the index is built anew. */
const MAX_VECTOR_SEGMENTS = 3;
/** Old versions stay this long for readers that still hold them. */
const KEEP_VERSIONS_MS = 2 * 60_000;

// Stop words are indexed, so that phrases hold; queries leave them out. Positions serve phrases, which are asked of passages only.
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

const FACT_INDEXES: [string, () => lancedb.Index][] = [
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

const TEXT_COLUMNS: Record<Kind, string[]> = { passages: ['text'], items: ['title', 'words'] };
const VECTOR_COLUMNS: Record<Kind, string[]> = {
  passages: ['vector'],
  items: ['centroid', 'titleVector'],
};

/** Makes the indexes that a table lacks; on an empty one it costs nothing, and searches by word refuse a column that has none. */
export async function createIndexes(table: Table, kind: Kind): Promise<void> {
  const indexed = new Set((await table.listIndices()).map((index) => index.columns[0]));
  const wanted: [string, lancedb.Index][] = [
    ...TEXT_COLUMNS[kind].map((name): [string, lancedb.Index] => [name, fts(kind === 'passages')]),
    ...FACT_INDEXES.map(([name, index]): [string, lancedb.Index] => [name, index()]),
  ];
  for (const [name, config] of wanted) if (!indexed.has(name)) await table.createIndex(name, { config });
}

export async function maintainTable(table: Table, kind: Kind): Promise<void> {
  const rows = await table.countRows();
  const stats = await table.indexStats(`${TEXT_COLUMNS[kind][0]!}_idx`);
  const due = (stats?.numUnindexedRows ?? 0) > rows * DUE_SHARE;
  if (due) await optimize(table, kind);
  for (const name of VECTOR_COLUMNS[kind]) {
    const index = await vectorIndex(table, name);
    const wanted = rows >= VECTOR_INDEX_ROWS && (!index || (index.numSegments ?? 1) > MAX_VECTOR_SEGMENTS);
    if (wanted) await buildVectorIndex(table, name);
  }
}

/** `optimize()` refuses vector indexes whose segments have different centroids; without them it always works. */
async function optimize(table: Table, kind: Kind): Promise<void> {
  const run = () => table.optimize({ cleanupOlderThan: new Date(Date.now() - KEEP_VERSIONS_MS) });
  try {
    await run();
  } catch (error) {
    if (!String(error).includes('optimizing vector index')) throw error;
    for (const name of VECTOR_COLUMNS[kind]) {
      if (await vectorIndex(table, name)) await table.dropIndex(`${name}_idx`);
    }
    await run();
  }
}

async function vectorIndex(table: Table, name: string) {
  return (await table.listIndices()).find((index) => index.columns[0] === name);
}

/**
 * Two bits a dimension, the engine's own number of partitions: more of them made building slow and recall poor.
 * A column whose vectors are all zero (items without titles) cannot be trained and needs no index.
 */
async function buildVectorIndex(table: Table, name: string): Promise<void> {
  const config = lancedb.Index.ivfRq({ distanceType: 'cosine', numBits: 2 });
  try {
    await table.createIndex(name, { config, replace: true });
  } catch (error) {
    if (!String(error).includes('KMeans cannot train')) throw error;
  }
}
