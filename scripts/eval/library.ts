/** Builds the libraries that are searched, as the product does: chunks, embeddings, LanceDB. */
import { join } from 'node:path';
import {
  chunkSegments,
  embedItems,
  type Chunk,
  type Embedder,
  type SearchIndex,
  type Segment,
} from '../../indexer/index.js';
import { createLanceIndex } from '../../indexer/vectors/lancedb.js';

export const ACCOUNT = 1;

export interface Library {
  index: SearchIndex;
  /** Passages by item id. */
  passages: Map<number, Chunk[]>;
}

export interface EvalTalk {
  itemId: number;
  segments: Segment[];
}

/** The title says nothing, so that nothing is found by it. */
const TITLE = 'Talk';

export async function buildLibrary(
  name: string,
  folder: string,
  embedder: Embedder,
  talks: readonly EvalTalk[],
  progress: (done: number) => void,
): Promise<Library> {
  const { modelId, dimensions } = embedder;
  const index = await createLanceIndex({ uri: join(folder, name), modelId, dimensions, tableSuffix: 'eval' });
  const passages = new Map(talks.map(({ itemId, segments }) => [itemId, chunkSegments(segments)]));
  const size = talks.length > 5_000 ? 4_000 : 40;
  for (let at = 0; at < talks.length; at += size) {
    const drafts = talks.slice(at, at + size).map(({ itemId }) => ({
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
      title: TITLE,
      description: '',
      mediaAssetId: null,
      chunks: passages.get(itemId)!,
    }));
    const records = await embedItems(embedder, drafts);
    // Thousands of equal vectors would make the engine warn of its clusters.
    await index.replaceItems(records.map((record) => ({ ...record, titleVector: record.centroid })));
    progress(Math.min(talks.length, at + size));
  }
  await index.maintain();
  return { index, passages };
}
