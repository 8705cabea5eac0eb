/** The search thread: it has the accounts that fit in memory, and ranks. All else it asks of the main thread. */
import { parentPort, workerData } from 'node:worker_threads';
import { createMemoryReaders, type MemoryEngine } from '../memory/memory-readers.js';
import { createSnapshots } from '../memory/snapshots.js';
import type { Embedder, SearchReader } from '../ports.js';
import { createSearcher } from '../search.js';
import { createChannel } from './channel.js';
import {
  ENGINE_CALLS,
  type MainCalls,
  type ThreadAnswer,
  type ThreadCalls,
  type ThreadOptions,
  type ThreadSearch,
} from './thread-calls.js';

const port = parentPort;
if (!port) throw new Error('search-worker must run as a worker thread');

/** The account is not in memory. */
class NotInMemory extends Error {}

const { dimensions, limitBytes, snapshots } = workerData as ThreadOptions;

/** Time between two times that changed accounts are saved, ms. */
const SAVE_MS = 5 * 60_000;

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

const nullIfNotInMemory = (error: unknown): null => {
  if (error instanceof NotInMemory) return null;
  throw error;
};

const answer = async ({ request, accept }: ThreadSearch): Promise<ThreadAnswer> => {
  let found: readonly number[] = [];
  let accepted: ReadonlySet<number> = new Set();
  const asked = async (itemIds: readonly number[]): Promise<ReadonlySet<number>> => {
    if (typeof accept === 'number') return main.call('accept', accept, itemIds);
    const passes = (await inMemory(request.filter.accountId)).passing!(request.filter);
    const passing = new Set(itemIds.filter(passes));
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
  search: (search) =>
    withVector(search.request.text, search.vector, () => answer(search)).catch(nullIfNotInMemory),
  related: (request) => searcher.related(request).catch(nullIfNotInMemory),
  load: (accountId) => memory.load(accountId),
  begin: (position) => memory.begin(position),
  changes: (since, position) => memory.changes(since, position),
  forget: () => memory.forget(),
  save: () => memory.save(),
  state: () => memory.state(),
};
const main = createChannel<MainCalls>(port, handlers);

// The main thread has checked that the index is present.
const engine = {
  assertPresent: () => undefined,
  ...Object.fromEntries(
    ENGINE_CALLS.map((method) => [method, (...args: unknown[]) => main.call('engine', method, args)]),
  ),
} as unknown as MemoryEngine;

const memory = createMemoryReaders({
  engine,
  dimensions,
  limitBytes,
  snapshots: createSnapshots({ ...snapshots, dimensions, since: (position) => main.call('since', position) }),
  onError: (error) => void main.call('report', error instanceof Error ? error.message : String(error)),
});

setInterval(() => void memory.save(), SAVE_MS);

const inMemory = async (accountId: number): Promise<SearchReader> => {
  const reader = await memory.reader(accountId);
  if (reader === engine) throw new NotInMemory();
  return reader;
};

const embedder: Embedder = {
  modelId: '',
  dimensions,
  embedQuery: async (text) => vectors.get(text)?.vector ?? main.call('embedQuery', text),
  embedDocuments: (texts) => main.call('embedDocuments', texts),
  countPieces: (words) => main.call('countPieces', words),
  vocabulary: () => main.call('vocabulary'),
  close: () => Promise.resolve(),
};

const searcher = createSearcher({
  index: {
    ...engine,
    reader: inMemory,
  },
  embedder,
});
