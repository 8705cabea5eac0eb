/** Builds the libraries to search as the product does: chunks, embeddings, index. */
import {
  chunkSegments,
  embedItems,
  withMemory,
  type Chunk,
  type Embedder,
  type SearchIndex,
  type Segment,
} from '../../indexer/index.js';
import { note } from '../../src/cli/output.js';
import { emptyIndex, type IndexPlace } from './empty-index.js';

export const ACCOUNT = 1;

export interface Library {
  index: SearchIndex;
  /** By item id. */
  chunks: Map<number, Chunk[]>;
}

export interface EvalItem {
  itemId: number;
  /** Without it, one that says nothing, so that no query finds an item by its title. */
  title?: string;
  description?: string;
  segments: Segment[];
}

const TITLE = 'Talk';

export async function buildLibrary(
  name: string,
  place: IndexPlace,
  embedder: Embedder,
  items: readonly EvalItem[],
  inMemory: boolean,
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
  return { index: inMemory ? await loaded(index, embedder.dimensions) : index, chunks };
}

/** The index as a server holds it. */
async function loaded(engine: SearchIndex, dimensions: number): Promise<SearchIndex> {
  const index = withMemory({
    engine,
    changes: {
      record: () => Promise.resolve(),
      position: () => Promise.resolve(0),
      since: () => Promise.resolve([]),
    },
    dimensions,
    limitBytes: 2 ** 30,
    onError: (error) => {
      throw error;
    },
  });
  const started = performance.now();
  await index.load(ACCOUNT);
  const { passages, bytes } = index.memory();
  const ms = Math.round(performance.now() - started);
  note(`In memory: ${passages} passages in ${ms} ms, ${Math.round(bytes / 2 ** 20)} MiB`);
  return index;
}
