/** Turns an item's attributes, words and chunks into its index record: the one place where chunks become vectors. */
import { meanVector } from './mean-vector.js';
import type { Chunk, Embedder, ItemAttributes, ItemRecord } from './ports.js';

/** An item before embedding. */
export interface UnembeddedItem extends ItemAttributes {
  /** Title and subtitle. */
  title: string;
  /** Descriptions, speakers, topics and scriptures as words. */
  description: string;
  mediaAssetId: number | null;
  chunks: readonly Chunk[];
  /** Vectors of the chunks, where they have been computed before. */
  embeddings?: readonly Float32Array[];
}

/** An item without chunks is embedded by its title and description. */
const textsOf = ({ title, description, chunks }: UnembeddedItem): string[] => {
  if (chunks.length > 0) return chunks.map(({ text }) => text);
  return [description ? `${title}. ${description}` : title];
};

/**
 * Embeds the texts of all items in one call, but those that are embedded already.
 * @throws {EmbedderUnavailableError}
 */
export const embedItems = async (
  embedder: Embedder,
  items: readonly UnembeddedItem[],
): Promise<ItemRecord[]> => {
  const isEmbedded = ({ chunks, embeddings }: UnembeddedItem): boolean =>
    chunks.length > 0 && embeddings?.length === chunks.length;
  const texts = items.flatMap((item) => (isEmbedded(item) ? [] : textsOf(item)));
  const vectors = await embedder.embedDocuments(texts);
  let next = 0;
  return items.map((item) => {
    const { embeddings, ...rest } = item;
    const own = isEmbedded(item) ? embeddings! : vectors.slice(next, (next += textsOf(item).length));
    const chunks = item.chunks.map((chunk, i) => ({ ...chunk, vector: own[i]! }));
    return { ...rest, centroid: meanVector(own), chunks };
  });
};
