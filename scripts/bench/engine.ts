/** The embedder and index calls of one search, without the rest of the product. */
import { CANDIDATES, type Embedder, type SearchFilter, type SearchIndex } from '../../indexer/index.js';
import type { Query } from './queries.js';

export interface Engine {
  embedder: Embedder;
  index: SearchIndex;
  accountId: number;
}

const filterOf = ({ accountId }: Engine, { collectionId }: Query): SearchFilter => ({
  accountId,
  publishedOnly: true,
  ...(collectionId !== undefined && { collectionId }),
});

/** All five candidate lists of a search: nearest passages and items; passages, items and titles by keyword. */
export const askEngine = async (engine: Engine, query: Query): Promise<void> => {
  const filter = filterOf(engine, query);
  const { index, embedder } = engine;
  await Promise.all([
    embedder
      .embedQuery(query.text)
      .then((vector) =>
        Promise.all([
          index.nearestChunks(vector, filter, CANDIDATES.nearChunks, { text: false }),
          index.nearestItems(vector, filter, CANDIDATES.nearItems),
        ]),
      ),
    index.keywordChunks(query.text, filter, CANDIDATES.keywordChunks),
    index.keywordItems(query.text, filter, CANDIDATES.keywordItems),
    index.keywordItems(query.text, filter, CANDIDATES.keywordItems, 'title'),
  ]);
};

/** The two passage lists only. */
export const askChunks = async (engine: Engine, query: Query): Promise<void> => {
  const filter = filterOf(engine, query);
  const { index, embedder } = engine;
  await Promise.all([
    embedder
      .embedQuery(query.text)
      .then((vector) => index.nearestChunks(vector, filter, CANDIDATES.nearChunks, { text: false })),
    index.keywordChunks(query.text, filter, CANDIDATES.keywordChunks),
  ]);
};

/** Milliseconds of each of `calls` queries, `clients` at a time. */
export const direct = async (
  ask: (query: Query) => Promise<unknown>,
  queries: readonly Query[],
  { clients, calls }: { clients: number; calls: number },
): Promise<number[]> => {
  const ms: number[] = [];
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < calls) {
      const query = queries[next++ % queries.length]!;
      const started = performance.now();
      await ask(query);
      ms.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return ms;
};
