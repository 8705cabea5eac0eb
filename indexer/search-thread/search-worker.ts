/** The search thread: it reads the index file, has accounts in memory, and ranks. The main thread embeds. */
import { parentPort, workerData } from 'node:worker_threads';
import { openEmbeddedIndex } from '../engines/embedded/embedded-index.js';
import type { Embedder } from '../ports.js';
import { createSearcher } from '../search.js';
import { createChannel } from './channel.js';
import type { MainCalls, ThreadAnswer, ThreadCalls, ThreadOptions, ThreadSearch } from './thread-calls.js';

const port = parentPort;
if (!port) throw new Error('search-worker must run as a worker thread');

const options = workerData as ThreadOptions;
const index = openEmbeddedIndex({
  ...options,
  warn: (message) => {
    main.call('warn', message).catch(() => undefined);
  },
});

/** Vectors that came with the searches in progress, by text. */
const vectors = new Map<string, { vector: Float32Array; searches: number }>();
const withVector = async <T>(
  text: string,
  vector: Float32Array | null,
  work: () => Promise<T>,
): Promise<T> => {
  if (!vector) return work();
  const known = vectors.get(text) ?? { vector, searches: 0 };
  vectors.set(text, known);
  known.searches++;
  try {
    return await work();
  } finally {
    if (--known.searches === 0) vectors.delete(text);
  }
};

const answer = async ({ request, accept }: ThreadSearch): Promise<ThreadAnswer> => {
  let found: readonly number[] = [];
  let accepted: ReadonlySet<number> = new Set();
  const asked = async (itemIds: readonly number[]): Promise<ReadonlySet<number>> => {
    if (typeof accept === 'number') return main.call('accept', accept, itemIds);
    const passes = (await index.reader(request.filter.accountId)).passing?.(request.filter);
    const passing = new Set(passes ? itemIds.filter(passes) : itemIds);
    // Called again for related items where no result passes.
    found = [...found, ...itemIds];
    accepted = new Set([...accepted, ...passing]);
    return passing;
  };
  const response = await searcher.search({ ...request, ...(accept !== 'found' && { accept: asked }) });
  return {
    response,
    found: Float64Array.from(found),
    accepted: Uint8Array.from(found, (itemId) => (accepted.has(itemId) ? 1 : 0)),
  };
};

const handlers: ThreadCalls = {
  search: (search) => withVector(search.request.text, search.vector, () => answer(search)),
  related: (request) => searcher.related(request),
  load: async (accountId) => {
    await index.reader(accountId);
  },
  follow: index.follow,
  state: index.memory,
};
const main = createChannel<MainCalls>(port, handlers);

const embedder: Embedder = {
  modelId: '',
  dimensions: options.dimensions,
  embedQuery: async (text) => vectors.get(text)?.vector ?? main.call('embedQuery', text),
  embedDocuments: (texts) => main.call('embedDocuments', texts),
  countPieces: (words) => main.call('countPieces', words),
  vocabulary: () => main.call('vocabulary'),
  close: () => Promise.resolve(),
};

const searcher = createSearcher({ index, embedder });
