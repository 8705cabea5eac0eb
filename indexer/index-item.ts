/** Turns an item's attributes, words and chunks into its index record. Chunks are embedded only here. */
import { meanVector } from './embedding/vectors.js';
import { primarySubtag } from './text/language.js';
import { passageLanguage, textLanguage } from './text/text-language.js';
import type { Chunk, Embedder, ItemAttributes, IndexRecord } from './ports.js';

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

/** The language of each text: that of the chunk if it is evident, else that of the item, else that of most chunks. */
function languagesOf(item: UnembeddedItem): (string | null)[] {
  const { language = null, chunks } = item;
  if (chunks.length === 0) return [language ?? textLanguage(textsOf(item)[0]!)];
  const own = chunks.map(({ text }) => evident(text, language));
  if (language !== null) return own.map((one) => one ?? language);
  const most = mostFrequent(own.filter((one) => one !== null));
  return own.map((one) => one ?? most);
}

/** The item's language with its region, unless the text is in another one. */
const evident = (text: string, ofItem: string | null): string | null => {
  const own = primarySubtag(ofItem);
  const detected = passageLanguage(text, own);
  return detected === own ? ofItem : detected;
};

function mostFrequent(languages: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const language of languages) counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/**
 * Embeds the texts of all items in one call.
 * @throws {EmbedderUnavailableError}
 */
export const embedItems = async (
  embedder: Embedder,
  items: readonly UnembeddedItem[],
): Promise<IndexRecord[]> => {
  const vectors = await embedder.embedDocuments(items.flatMap(textsOf), items.flatMap(languagesOf));
  let next = 0;
  return items.map((item) => {
    const own = vectors.slice(next, (next += textsOf(item).length));
    const chunks = item.chunks.map((chunk, i) => ({ ...chunk, vector: own[i]! }));
    return { ...item, centroid: meanVector(own), chunks };
  });
};
