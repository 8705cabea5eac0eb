/** Turns an item's attributes, words and chunks into its index record: the one place where chunks become vectors. */
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

/** The text that is embedded for an item's title and description. */
export const headText = ({ title, description }: Pick<UnembeddedItem, 'title' | 'description'>): string =>
  description ? `${title}. ${description}` : title;

/**
 * Embeds the chunks and titles of all items in one call.
 * @throws {EmbedderUnavailableError}
 */
export const embedItems = async (
  embedder: Embedder,
  items: readonly UnembeddedItem[],
): Promise<ItemRecord[]> => {
  const texts = items.flatMap((item) => [headText(item), ...item.chunks.map(({ text }) => text)]);
  const vectors = await embedder.embedDocuments(texts);
  let next = 0;
  return items.map((item) => {
    const titleVector = vectors[next++]!;
    const chunks = item.chunks.map((chunk) => ({ ...chunk, vector: vectors[next++]! }));
    const centroid = chunks.length > 0 ? meanVector(chunks.map(({ vector }) => vector)) : titleVector;
    return { ...item, titleVector, centroid, chunks };
  });
};

/** The mean of the vectors, scaled to unit length. */
const meanVector = (vectors: readonly Float32Array[]): Float32Array => {
  const mean = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (let i = 0; i < mean.length; i++) mean[i]! += vector[i]!;
  const length = Math.hypot(...mean);
  return length > 0 ? mean.map((value) => value / length) : mean;
};
