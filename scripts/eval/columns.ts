/** The rankings that are compared: the product's three search modes, and baselines without its ranking. */
import {
  parseQuery,
  type Embedder,
  type ChunkHit,
  type Searcher,
  type SearchMode,
} from '../../indexer/index.js';
import { ACCOUNT, type Library } from './library.js';
import { DEPTH } from './metrics.js';
import type { Task } from './tasks.js';

/** Result keys for a query, best first. */
export type Column = (text: string) => Promise<string[]>;

const FILTER = { accountId: ACCOUNT, publishedOnly: true };
const BASELINE_CHUNKS = 1000;
/** The usual constant of reciprocal rank fusion. */
const RRF_K = 60;

export function searchColumn(
  searcher: Searcher,
  mode: SearchMode,
  unit: Task['unit'],
  options: { spelling?: 'auto' | 'exact'; minScore?: number } = {},
): Column {
  return async (text) => {
    const passages = unit === 'passage' ? 1 : 0;
    const { results } = await searcher.search({
      ...parseQuery(text),
      mode,
      ...options,
      filter: FILTER,
      limit: DEPTH,
      offset: 0,
      passages,
    });
    return results.map(({ itemId, passages: shown }) =>
      unit === 'passage' ? `${itemId}:${shown[0]?.ordinal ?? ''}` : String(itemId),
    );
  };
}

/** Best passage by cosine, best passage by BM25, and both combined by reciprocal rank fusion. */
export function baselineColumns(
  { index }: Library,
  embedder: Embedder,
  unit: Task['unit'],
): Record<string, Column> {
  const keys = (hits: readonly ChunkHit[]): string[] => [
    ...new Set(
      hits.map(({ itemId, ordinal }) => (unit === 'passage' ? `${itemId}:${ordinal}` : String(itemId))),
    ),
  ];
  const near: Column = async (text) =>
    keys(
      await index.nearestChunks(await embedder.embedQuery(text), FILTER, BASELINE_CHUNKS, {
        text: false,
      }),
    );
  const words: Column = async (text) =>
    keys(await index.keywordChunks(text, FILTER, BASELINE_CHUNKS, { text: false }));
  const fused: Column = async (text) => {
    const ranks = new Map<string, number>();
    for (const list of await Promise.all([near(text), words(text)]))
      list.forEach((key, at) => ranks.set(key, (ranks.get(key) ?? 0) + 1 / (RRF_K + at + 1)));
    return [...ranks].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([key]) => key);
  };
  return { 'best passage, meaning': near, 'best passage, words': words, 'the two by ranks': fused };
}
