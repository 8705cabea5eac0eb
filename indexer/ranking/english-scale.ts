/** Puts all cosines of a search in a library of several languages on one scale: that of English passages. */
import type { Scale } from '../embedding/background.js';
import type { ItemHit, SearchReader } from '../ports.js';

/**
 * The model gives other cosines to unrelated pairs of a query and a passage in each language; thresholds and scores are
 * relative to what it gives with English passages. Items in English, and in unknown languages, keep their cosines.
 *
 * The engine cuts its lists off by its own cosines, so that a hit may be missing beyond the limit that would be within it
 * on this scale; the scales differ by a third of a spread at most.
 *
 * @param scales by language of items, other than English
 */
export function onEnglishScale(
  reader: SearchReader,
  scales: () => Promise<ReadonlyMap<string, Scale>>,
): SearchReader {
  const { languageOf } = reader;
  if (!languageOf) return reader;
  const scaling = async (): Promise<(itemId: number) => Scale | undefined> => {
    const byLanguage = await scales();
    return (itemId) => byLanguage.get(languageOf(itemId) ?? '');
  };
  const rescored = async <Hit extends ItemHit>(hits: Promise<Hit[]>): Promise<Hit[]> => {
    const [found, scaleOf] = await Promise.all([hits, scaling()]);
    let isScaled = false;
    const all = found.map((hit) => {
      const scale = scaleOf(hit.itemId);
      if (!scale) return hit;
      isScaled = true;
      return { ...hit, score: scale(hit.score) };
    });
    return isScaled ? all.sort((a, b) => b.score - a.score) : found;
  };
  return {
    ...reader,
    nearestChunks: (...args) => rescored(reader.nearestChunks(...args)),
    nearestItems: (...args) => rescored(reader.nearestItems(...args)),
    chunkScores: async (...args) => {
      const [found, scaleOf] = await Promise.all([reader.chunkScores(...args), scaling()]);
      return found.map((chunk) => {
        const scale = scaleOf(chunk.itemId);
        return scale ? { ...chunk, cosine: scale(chunk.cosine) } : chunk;
      });
    },
  };
}
