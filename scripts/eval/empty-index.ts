/** An empty index for the library of an evaluation: embedded, in a folder, or on a Qdrant server. */
import { join } from 'node:path';
import {
  createEmbeddedIndex,
  loadQdrantEngine,
  type Embedder,
  type SearchIndex,
} from '../../indexer/index.js';

/** Beside those of a library that the server may have. */
const SUFFIX = 'eval';

export interface IndexPlace {
  folder: string;
  /** Of a server to use in its stead. */
  qdrantUrl: string | undefined;
}

/** What the server has of an earlier evaluation is deleted. */
export async function emptyIndex(
  name: string,
  place: IndexPlace,
  { modelId, dimensions }: Embedder,
): Promise<SearchIndex> {
  if (place.qdrantUrl === undefined)
    return createEmbeddedIndex({
      folder: join(place.folder, name),
      modelId,
      dimensions,
      tableSuffix: SUFFIX,
    });
  const { createQdrantIndex, dropQdrantIndex } = await loadQdrantEngine();
  const index = { modelId, tableSuffix: `${SUFFIX}-${name.replace(/\W/g, '-')}` };
  const server = { url: place.qdrantUrl };
  await dropQdrantIndex(server, index);
  return createQdrantIndex({ ...server, ...index, dimensions });
}
