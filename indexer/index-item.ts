/** Makes what the index holds of a item out of its facts, words and chunks: the one place where passages become vectors. */
import type { Chunk, Embedder, ItemFacts, ItemRecord } from './ports.js';

/** A item before its vectors. */
export interface UnembeddedItem extends ItemFacts {
  /** Title and subtitle. */
  title: string;
  /** Descriptions, speakers, topics, scriptures as words. */
  description: string;
  mediaAssetId: number | null;
  chunks: readonly Chunk[];
}

/** What stands for a item's title and description before the embedder. */
export const headText = ({ title, description }: Pick<UnembeddedItem, 'title' | 'description'>): string =>
  description ? `${title}. ${description}` : title;

/** Embeds all passages and titles in one stream. @throws EmbedderUnavailableError */
export const embedItems = async (
  embedder: Embedder,
  drafts: readonly UnembeddedItem[],
): Promise<ItemRecord[]> => {
  const texts = drafts.flatMap((draft) => [headText(draft), ...draft.chunks.map(({ text }) => text)]);
  const vectors = await embedder.embedPassages(texts);
  let next = 0;
  return drafts.map(({ chunks, ...draft }) => {
    const titleVector = vectors[next++]!;
    const passages = chunks.map((chunk) => ({ ...chunk, vector: vectors[next++]! }));
    const centroid = passages.length > 0 ? meanVector(passages.map(({ vector }) => vector)) : titleVector;
    return { ...draft, titleVector, centroid, passages };
  });
};

/** The mean of some vectors, of unit length. */
export const meanVector = (vectors: readonly Float32Array[]): Float32Array => {
  const mean = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (let i = 0; i < mean.length; i++) mean[i]! += vector[i]!;
  const length = Math.hypot(...mean);
  return length > 0 ? mean.map((value) => value / length) : mean;
};
