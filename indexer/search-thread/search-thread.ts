/** The main thread's end of the search thread: starts it, sends searches there, and keeps its last answers. */
import type { MemoryState } from '../engines/embedded/accounts.js';
import type { EmbeddedIndex } from '../engines/embedded/embedded-index.js';
import { IndexUnavailableError, type Embedder } from '../ports.js';
import type { SearchRequest } from '../query/request.js';
import type { Searcher, SearchResponse } from '../search.js';
import { createAnswerCache } from './answer-cache.js';
import { createChannel, type Channel } from './channel.js';
import { newWorker } from '../embedding/new-worker.js';
import type { MainCalls, ThreadAnswer, ThreadCalls, ThreadOptions } from './thread-calls.js';

export interface SearchThreadOptions {
  /** The file that the thread opens. */
  file: ThreadOptions;
  index: Pick<EmbeddedIndex, 'position' | 'assertPresent'>;
  embedder: Embedder;
  /** For answers to the last searches. */
  answerBytes: number;
  /** Told when the thread has stopped, or an account does not fit in memory. */
  warn: (message: string) => void;
}

/** @throws {IndexUnavailableError} also when the thread has stopped twice in a row */
export interface SearchThread extends Searcher {
  /** Resolves once the account is in memory, or does not fit. */
  load(accountId: number): Promise<void>;
  state(): Promise<MemoryState & { answers: number }>;
  close(): Promise<void>;
}

interface Running {
  channel: Channel<ThreadCalls>;
  isDown(): boolean;
  end(): Promise<void>;
}

type Accept = NonNullable<SearchRequest['accept']>;

/** A thread that stops is started again at the next search; one that stops again, not before this time has passed, ms. */
const RESTART_MS = 10_000;
/** Time between two looks for what was written, so that little is left to be read when somebody searches, ms. */
const FOLLOW_MS = 5_000;

/** The thread is started at the first call. */
export function createSearchThread(options: SearchThreadOptions): SearchThread {
  const { file, index, embedder, warn } = options;
  const answers = createAnswerCache(options.answerBytes);
  /** By search in progress. */
  const accepting = new Map<number, Accept>();
  let serial = 0;
  let running: Running | null = null;
  /** When the thread may be started again. */
  let startAt = -Infinity;
  let closed = false;

  const calls: MainCalls = {
    embedQuery: (text) => embedder.embedQuery(text),
    embedDocuments: (texts) => embedder.embedDocuments(texts),
    countPieces: async (words) => (await embedder.countPieces?.(words)) ?? [],
    vocabulary: async () => (await embedder.vocabulary?.()) ?? [],
    accept: async (id, itemIds) => (await accepting.get(id)?.(itemIds)) ?? new Set(),
    warn,
  };

  const start = (): Running => {
    startAt = running ? performance.now() + RESTART_MS : -Infinity;
    const worker = newWorker('./search-worker', import.meta.url, { workerData: file });
    // An idle thread must not keep the process alive.
    worker.unref();
    const channel = createChannel<ThreadCalls>(worker, calls, (idle) =>
      idle ? worker.unref() : worker.ref(),
    );
    let down = false;
    const stopped = (error: Error): void => {
      if (down) return;
      down = true;
      channel.end(error);
      if (!closed) warn(error.message);
    };
    worker.on('error', (error) => stopped(new Error(`The search thread stopped: ${error.message}`)));
    worker.on('exit', () => stopped(new Error('The search thread stopped')));
    return {
      channel,
      isDown: () => down,
      end: async () => {
        stopped(new Error('The search thread is closed'));
        await worker.terminate();
      },
    };
  };

  const current = (): Running => {
    if (closed) throw new IndexUnavailableError('The search index is closed.');
    if (running && !running.isDown()) return running;
    if (performance.now() < startAt)
      throw new IndexUnavailableError('The search thread has stopped: it starts again in some seconds.');
    return (running = start());
  };

  /** What the thread was asked when it stopped is asked once more of a new one. */
  const withThread = async <T>(work: (channel: Channel<ThreadCalls>) => Promise<T>): Promise<T> => {
    index.assertPresent();
    const thread = current();
    try {
      return await work(thread.channel);
    } catch (error) {
      if (!thread.isDown()) throw error;
      return await work(current().channel);
    }
  };

  /** Lets the thread ask `accept` by its number while the work goes on. */
  const withAccept = async <T>(accept: Accept, work: (id: number) => Promise<T>): Promise<T> => {
    const id = ++serial;
    let failure: unknown;
    accepting.set(id, (itemIds) =>
      accept(itemIds).catch((error: unknown) => {
        failure = error;
        throw error;
      }),
    );
    try {
      return await work(id);
    } catch (error) {
      throw failure ?? error;
    } finally {
      accepting.delete(id);
    }
  };

  const following = setInterval(() => {
    if (running && !running.isDown()) running.channel.call('follow').catch(() => undefined);
  }, FOLLOW_MS).unref();

  return {
    search: ({ accept, ...request }) =>
      withThread(async (channel) => {
        const embedded =
          request.mode !== 'keyword' ? embedder.embedQuery(request.text).catch(() => null) : null;
        const position = index.position();
        const known = accept && answers.get(request, position);
        if (known && (await agrees(known, accept))) return copyOf(known.response);
        const search = { request, vector: await embedded };
        const answer = await channel.call('search', { ...search, accept: accept ? 'passing' : 'found' });
        if (!accept) return answer.response;
        if (await agrees(answer, accept)) {
          answers.set(request, position, answer);
          return copyOf(answer.response);
        }
        return withAccept(accept, async (id) => {
          const asked = await channel.call('search', { ...search, accept: id });
          return asked.response;
        });
      }),
    related: (request) => withThread((channel) => channel.call('related', request)),
    load: (accountId) => withThread((channel) => channel.call('load', accountId)),
    state: async () => {
      const state =
        running && !running.isDown() ? await running.channel.call('state').catch(() => null) : null;
      const { limitBytes = 0 } = file;
      const none = { accounts: 0, accountsBeyondMemory: 0, items: 0, passages: 0, bytes: 0, limitBytes };
      return { ...(state ?? none), answers: answers.count() };
    },
    close: async () => {
      closed = true;
      clearInterval(following);
      if (running && !running.isDown()) await running.end();
    },
  };
}

/** Whether just the items that the index took to pass are accepted. */
async function agrees({ found, accepted }: ThreadAnswer, accept: Accept): Promise<boolean> {
  const shown = found.length > 0 ? await accept([...found]) : new Set();
  return found.every((itemId, at) => shown.has(itemId) === (accepted[at] === 1));
}

/** Callers may add to what they show. */
const copyOf = (response: SearchResponse): SearchResponse => ({
  ...response,
  results: copyOfItems(response.results),
  related: copyOfItems(response.related),
});

const copyOfItems = (items: SearchResponse['results']): SearchResponse['results'] =>
  items.map((item) => ({ ...item, passages: item.passages.map((passage) => ({ ...passage })) }));
