/** Builds the libraries to search as the product does: chunks, embeddings, index. */
import { join } from 'node:path';
import {
  chunkSegments,
  createEmbeddedIndex,
  embedItems,
  loadQdrantEngine,
  type Chunk,
  type Embedder,
  type SearchIndex,
  type Segment,
} from '../../indexer/index.js';
import { note } from '../../src/cli/output.js';

export const ACCOUNT = 1;

export interface Library {
  index: SearchIndex;
  /** By item id. */
  chunks: Map<number, Chunk[]>;
}

export interface EvalItem {
  itemId: number;
  /** Default: a title without words, so that no query finds the item by its title. */
  title?: string;
  description?: string;
  segments: Segment[];
}

const TITLE = 'Talk';
/** Separates the collections from those of a library on the same server. */
const SUFFIX = 'eval';

export interface IndexPlace {
  folder: string;
  /** URL of a server to use instead. */
  qdrantUrl: string | undefined;
}

/** An empty index: embedded in a folder, or on a Qdrant server, without what an earlier evaluation left there. */
async function emptyIndex(
  name: string,
  { folder, qdrantUrl }: IndexPlace,
  { modelId, dimensions }: Embedder,
): Promise<SearchIndex> {
  if (qdrantUrl === undefined)
    return createEmbeddedIndex({ folder: join(folder, name), modelId, dimensions, tableSuffix: SUFFIX });
  const { createQdrantIndex, dropQdrantIndex } = await loadQdrantEngine();
  const index = { modelId, tableSuffix: `${SUFFIX}-${name.replace(/\W/g, '-')}` };
  const server = { urls: [qdrantUrl] };
  await dropQdrantIndex(server, index);
  return createQdrantIndex({ ...server, ...index, dimensions });
}

export async function buildLibrary(
  name: string,
  place: IndexPlace,
  embedder: Embedder,
  items: readonly EvalItem[],
  progress: (done: number) => void,
): Promise<Library> {
  const index = await emptyIndex(name, place, embedder);
  const chunks = new Map(items.map(({ itemId, segments }) => [itemId, chunkSegments(segments)]));
  const size = items.length > 5_000 ? 4_000 : 40;
  for (let at = 0; at < items.length; at += size) {
    const drafts = items.slice(at, at + size).map(({ itemId, title = TITLE, description = '' }) => ({
      accountId: ACCOUNT,
      itemId,
      collectionId: 1,
      seriesId: null,
      speakerIds: [],
      topicIds: [],
      books: [],
      chapters: [],
      date: '2024-01-01',
      published: true,
      title,
      description,
      mediaAssetId: null,
      chunks: chunks.get(itemId)!,
    }));
    await index.replaceItems(await embedItems(embedder, drafts));
    progress(Math.min(items.length, at + size));
  }
  await index.maintain();
  const started = performance.now();
  // The first search loads the account into memory.
  await index.nearestItems(
    new Float32Array(embedder.dimensions),
    { accountId: ACCOUNT, publishedOnly: true },
    1,
  );
  note(`${name}: read in ${Math.round(performance.now() - started)} ms`);
  return { index, chunks };
}
