/**
 * The vectors of the search index, out of either engine and into either one, so that a restore embeds nothing. Items are
 * found again by the digest of their chunks: those that changed meanwhile are embedded by the reindex that follows.
 */
import { createHash } from 'node:crypto';
import { chunksDigest, IndexUnavailableError, type IndexRecord } from '../../../indexer/index.js';
import type { EmbedderProvider } from '../../search/indexing/embedder-provider.js';
import type { IndexProvider } from '../../search/indexing/index-provider.js';
import type { OpenIndex } from '../../search/indexing/serving-index.js';
import { loadItems } from '../../search/indexing/indexable-item.repository.js';
import { reindex } from '../../search/indexing/reindex.js';
import type { Db } from '../../platform/db/dialect.js';
import { groupBy } from '../../platform/lib/group.js';
import { DamagedBackupError } from '../format/encryption.js';
import { gzippedLines, readLines } from '../format/lines.js';
import type { PartReader, PartWriter, Progressing } from '../format/backup-writer.js';

/** Items of one part: consecutive ids, so that a backup adds the parts of what changed only. */
const BLOCK = 1_000;
/** Items that are read or written at a time. */
const BATCH = 16;

/** The first line of a part. */
interface Model {
  modelId: string;
  dimensions: number;
}

interface RecordedItem {
  itemId: number;
  /** Digest of the item's chunks. */
  digest: string;
  /** Float32, little-endian, in base64: of the chunks in their order, one after the other. */
  vectors: string;
  centroid: string;
}

/** @returns null if there is no index, or it cannot be read */
export const addVectors = async (
  { db, index: provider }: { db: Db; index: Pick<IndexProvider, 'reading'> },
  writer: PartWriter,
  { signal, onStep }: Progressing = {},
): Promise<{ model: string; passages: number } | null> => {
  let open: OpenIndex | null;
  try {
    open = await provider.reading();
    await open?.index.ping();
  } catch (error) {
    if (error instanceof IndexUnavailableError) return null;
    throw error;
  }
  if (!open) return null;
  const { version, index } = open;
  const { modelId, dimensions } = version;
  let passages = 0;
  try {
    for (const { id } of await db.selectFrom('account').select('id').orderBy('id').execute()) {
      const digests = await index.chunkDigests(id);
      const blocks = groupBy([...digests.keys()], (itemId) => Math.floor(itemId / BLOCK));
      for (const [block, itemIds] of [...blocks].sort(([one], [other]) => one - other)) {
        signal?.throwIfAborted();
        const ids = itemIds.sort((one, other) => one - other);
        const fingerprint = fingerprintOf(
          { modelId, dimensions },
          ids.map((itemId) => [itemId, digests.get(itemId)]),
        );
        await writer.add(`vectors/${id}-${block}-${fingerprint}.jsonl.gz`, () =>
          gzippedLines(linesOf(index, { modelId, dimensions }, id, ids)),
        );
      }
      passages += (await index.counts(id)).chunks;
      onStep?.('passages', passages);
    }
  } finally {
    await index.close();
  }
  return { model: modelId, passages };
};

const fingerprintOf = (...values: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 24);

const linesOf = async function* (
  index: OpenIndex['index'],
  model: Model,
  accountId: number,
  itemIds: readonly number[],
): AsyncGenerator<Model | RecordedItem> {
  yield model;
  for (let start = 0; start < itemIds.length; start += BATCH) {
    const items = await index.readItems(accountId, itemIds.slice(start, start + BATCH));
    for (const { itemId, chunks, centroid } of items)
      yield {
        itemId,
        digest: chunksDigest(chunks),
        vectors: base64(chunks.map(({ vector }) => vector)),
        centroid: base64([centroid]),
      };
  }
};

const base64 = (vectors: readonly Float32Array[]): string =>
  Buffer.concat(
    vectors.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  ).toString('base64');

const vectorsOf = (text: string, dimensions: number): Float32Array[] => {
  const bytes = Buffer.from(text, 'base64');
  const size = dimensions * Float32Array.BYTES_PER_ELEMENT;
  return Array.from({ length: bytes.length / size }, (_, at) => {
    const vector = new Float32Array(dimensions);
    Buffer.from(vector.buffer).set(bytes.subarray(at * size, (at + 1) * size));
    return vector;
  });
};

type ReindexDeps = Parameters<typeof reindex>[0];

/**
 * Builds the index of the database: from recorded vectors as far as they are of the configured model, then as a reindex
 * does it.
 * @returns numbers of items with recorded vectors, and of those in the index
 */
export const restoreIndex = async (
  deps: ReindexDeps & { embedder: EmbedderProvider },
  reader: PartReader,
  { signal }: Pick<Progressing, 'signal'> = {},
): Promise<{ recorded: number; items: number }> => {
  const parts = reader.names('vectors/');
  const { modelId, dimensions } = await deps.embedder.get();
  let recorded = 0;
  if (parts.length > 0) {
    const building = await deps.index.building({ modelId, dimensions });
    try {
      for (const part of parts) {
        signal?.throwIfAborted();
        recorded += await fill(deps.db, building.index, reader, part, { modelId, dimensions });
      }
    } finally {
      await building.index.close();
    }
  }
  const { items } = await reindex(deps, { signal });
  return { recorded, items };
};

/** @returns number of items that were written */
const fill = async (
  db: Db,
  index: OpenIndex['index'],
  reader: PartReader,
  part: string,
  model: Model,
): Promise<number> => {
  const accountId = Number(/^vectors\/(\d+)-/.exec(part)?.[1]);
  const lines = readLines<Model | RecordedItem>(await reader.read(part), part);
  let isOfModel = false;
  let written = 0;
  let waiting: RecordedItem[] = [];
  const write = async (): Promise<void> => {
    const items = await recordsOf(db, accountId, waiting, model.dimensions, part);
    await index.replaceItems(items);
    written += items.length;
    waiting = [];
  };
  for await (const line of lines) {
    if ('modelId' in line) {
      isOfModel = line.modelId === model.modelId && line.dimensions === model.dimensions;
      if (!isOfModel) break;
    } else if (waiting.push(line) === BATCH) await write();
  }
  if (isOfModel) await write();
  return written;
};

/** The items that are in the database as they were when their vectors were recorded. */
const recordsOf = async (
  db: Db,
  accountId: number,
  recorded: readonly RecordedItem[],
  dimensions: number,
  part: string,
): Promise<IndexRecord[]> => {
  const known = new Map(recorded.map((item) => [item.itemId, item]));
  const items = await loadItems(db, accountId, [...known.keys()], { withChunks: true });
  return items.flatMap(({ draft }) => {
    const { digest, vectors, centroid } = known.get(draft.itemId)!;
    if (draft.chunks.length === 0 || chunksDigest(draft.chunks) !== digest) return [];
    const own = vectorsOf(vectors, dimensions);
    const [middle] = vectorsOf(centroid, dimensions);
    if (own.length !== draft.chunks.length || !middle)
      throw new DamagedBackupError(`${part} lacks vectors of the item ${draft.itemId}`);
    return [
      {
        ...draft,
        centroid: middle,
        chunks: draft.chunks.map((chunk, at) => ({ ...chunk, vector: own[at]! })),
      },
    ];
  });
};
