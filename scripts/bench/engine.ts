/** A query made straight on the engine: what the product asks of embedder and index for it, without the product. */
import { CANDIDATES } from '../../indexer/ranking/weights.js';
import type { Embedder, SearchFilter, SearchIndex } from '../../indexer/index.js';
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

/** Embed, then nearest passages and talks; passages, talks and titles by keyword meanwhile: all that a search asks of the engine for its candidates. */
export const askEngine = async (engine: Engine, query: Query): Promise<void> => {
  const filter = filterOf(engine, query);
  const { index, embedder } = engine;
  await Promise.all([
    embedder
      .embedQuery(query.text)
      .then((vector) =>
        Promise.all([
          index.nearestPassages(vector, filter, CANDIDATES.nearPassages, { text: false }),
          index.nearestItems(vector, filter, CANDIDATES.nearItems),
        ]),
      ),
    index.keywordPassages(query.text, filter, CANDIDATES.keywordPassages),
    index.keywordItems(query.text, filter, CANDIDATES.keywordItems),
    index.keywordItems(query.text, filter, CANDIDATES.keywordItems, 'title'),
  ]);
};

/** The same on passages alone. */
export const askPassages = async (engine: Engine, query: Query): Promise<void> => {
  const filter = filterOf(engine, query);
  const { index, embedder } = engine;
  await Promise.all([
    embedder
      .embedQuery(query.text)
      .then((vector) => index.nearestPassages(vector, filter, CANDIDATES.nearPassages, { text: false })),
    index.keywordPassages(query.text, filter, CANDIDATES.keywordPassages),
  ]);
};

/** Milliseconds of `calls` queries by `clients` at a time. */
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
