/** Turns an item's attributes, words and chunks into its index record. Chunks are embedded only here. */
import { meanVector } from './embedding/vectors.js';
import type { Chunk, Embedder, ItemAttributes, ItemRecord } from './ports.js';

/** An item before embedding. */
export interface UnembeddedItem extends ItemAttributes {
  /** Title and subtitle. */
  title: string;
  /** Descriptions, speakers, topics and scriptures as words. */
  description: string;
  mediaAssetId: number | null;
  chunks: readonly Chunk[];
}

/** An item without chunks is embedded by title and description. */
const textsOf = ({ title, description, chunks }: UnembeddedItem): string[] => {
  if (chunks.length > 0) return chunks.map(({ text }) => text);
  return [description ? `${title}. ${description}` : title];
};

/**
 * Embeds the texts of all items in one call.
 * @throws {EmbedderUnavailableError}
 */
export const embedItems = async (
  embedder: Embedder,
  items: readonly UnembeddedItem[],
): Promise<ItemRecord[]> => {
  const vectors = await embedder.embedDocuments(items.flatMap(textsOf));
  let next = 0;
  return items.map((item) => {
    const own = vectors.slice(next, (next += textsOf(item).length));
    const chunks = item.chunks.map((chunk, i) => ({ ...chunk, vector: own[i]! }));
    return { ...item, centroid: meanVector(own), chunks };
  });
};
