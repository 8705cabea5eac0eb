/** Creates an empty index for an evaluation: embedded in a folder, or on a Qdrant server. */
import { join } from 'node:path';
import {
  createEmbeddedIndex,
  loadQdrantEngine,
  type Embedder,
  type SearchIndex,
} from '../../indexer/index.js';

/** Separates the collections from those of a library on the same server. */
const SUFFIX = 'eval';

export interface IndexPlace {
  folder: string;
  /** URL of a server to use instead. */
  qdrantUrl: string | undefined;
}

/** Deletes what an earlier evaluation left on the server. */
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
  const server = { urls: [place.qdrantUrl] };
  await dropQdrantIndex(server, index);
  return createQdrantIndex({ ...server, ...index, dimensions });
}
