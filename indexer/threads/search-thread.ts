/** The main thread's end of the search thread: starts it, passes on what the index takes, and sends searches there. */
import { setTimeout } from 'node:timers/promises';
import { followChanges } from '../memory/follow-changes.js';
import type { MemoryEngine, MemoryState } from '../memory/memory-readers.js';
import type { Embedder, IndexChangeLog, ItemHit } from '../ports.js';
import type { SearchRequest } from '../read-query.js';
import type { RelatedRequest, SearchResponse } from '../search.js';
import { createAnswerCache } from './answer-cache.js';
import { createChannel, type Channel } from './channel.js';
import { newWorker } from './new-worker.js';
import type { MainCalls, ThreadAnswer, ThreadCalls, ThreadOptions } from './thread-calls.js';

export interface SearchThreadOptions extends ThreadOptions {
  engine: MemoryEngine;
  changes: Pick<IndexChangeLog, 'position' | 'since'>;
  embedder: Embedder;
  /** For answers to the last searches. */
  answerBytes: number;
  /** Called when an account could not be read, or the thread has stopped. */
  onError: (error: unknown) => void;
}

/** Answers null for an account that is not in memory, and while the thread is down. */
export interface SearchThread {
  /** @throws {IndexUnavailableError} */
  search(request: SearchRequest): Promise<SearchResponse | null>;
  /** @throws {IndexUnavailableError} */
  related(request: RelatedRequest): Promise<ItemHit[] | null>;
  /** Resolves once the account is in memory, or does not fit. */
  load(accountId: number): Promise<void>;
  state(): Promise<MemoryState & { answers: number }>;
  close(): Promise<void>;
}

interface Running {
  channel: Channel<ThreadCalls>;
  /** Passes on what was written since the last call. @returns the position in the log up to which it has */
  follow(): Promise<number>;
  isDown(): boolean;
  end(): Promise<void>;
}

type Accept = NonNullable<SearchRequest['accept']>;

/** A thread that stops is started again at the next search; one that stops again, not before this time has passed, ms. */
const RESTART_MS = 10_000;
/** Time between two looks for what was written, so that little is left to be read when somebody searches, ms. */
const FOLLOW_MS = 5_000;
/** Time to save what has changed before the thread is closed, ms. */
const SAVE_MS = 3_000;

/** The thread is started at the first call. */
export function createSearchThread(options: SearchThreadOptions): SearchThread {
  const { engine, changes, embedder, dimensions, limitBytes, snapshots, onError } = options;
  const answers = createAnswerCache(options.answerBytes);
  /** By search in progress. */
  const accepting = new Map<number, Accept>();
  let serial = 0;
  let running: Running | null = null;
  /** When the thread may be started again. */
  let startAt = -Infinity;
  let closed = false;

  const calls: MainCalls = {
    engine: (method, args) => (engine[method] as (...args: unknown[]) => Promise<unknown>)(...args),
    embedQuery: (text) => embedder.embedQuery(text),
    embedDocuments: (texts) => embedder.embedDocuments(texts),
    countPieces: async (words) => (await embedder.countPieces?.(words)) ?? [],
    vocabulary: async () => (await embedder.vocabulary?.()) ?? [],
    accept: async (id, itemIds) => (await accepting.get(id)?.(itemIds)) ?? new Set(),
    since: (position) => changes.since(position),
    report: (message) => onError(new Error(message)),
  };

  const start = (): Running => {
    startAt = running ? performance.now() + RESTART_MS : -Infinity;
    const workerData: ThreadOptions = { dimensions, limitBytes, snapshots };
    const worker = newWorker('./search-worker', import.meta.url, { workerData });
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
      if (!closed) onError(error);
    };
    worker.on('error', (error) => stopped(new Error(`The search thread stopped: ${error.message}`)));
    worker.on('exit', () => stopped(new Error('The search thread stopped')));
    return {
      channel,
      follow: followChanges(changes, {
        begin: (position) => void channel.call('begin', position).catch(() => undefined),
        changes: (since, position) => void channel.call('changes', since, position).catch(() => undefined),
      }),
      isDown: () => down,
      end: async () => {
        stopped(new Error('The search thread is closed'));
        await worker.terminate();
      },
    };
  };

  const current = (): Running | null => {
    if (closed) return null;
    if (running && !running.isDown()) return running;
    if (performance.now() < startAt) return null;
    return (running = start());
  };

  /** What is in memory must not outlive the index. */
  const assertPresent = (): void => {
    try {
      engine.assertPresent();
    } catch (error) {
      running?.channel.call('forget').catch(() => undefined);
      throw error;
    }
  };

  /** Null while the thread is down, or when it stops meanwhile. */
  const withThread = async <T>(work: (thread: Running) => Promise<T>): Promise<T | null> => {
    assertPresent();
    const thread = current();
    if (!thread) return null;
    try {
      return await work(thread);
    } catch (error) {
      if (thread.isDown()) return null;
      throw error;
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
    if (running && !running.isDown()) running.follow().catch(() => undefined);
  }, FOLLOW_MS).unref();

  return {
    search: ({ accept, ...request }) =>
      withThread(async ({ channel, follow }) => {
        const embedded =
          request.mode !== 'keyword' ? embedder.embedQuery(request.text).catch(() => null) : null;
        const position = await follow();
        const known = accept && answers.get(request, position);
        if (known && (await agrees(known, accept))) return copyOf(known.response);
        const search = { request, vector: await embedded };
        const answer = await channel.call('search', { ...search, accept: accept ? 'passing' : 'found' });
        if (!answer || !accept) return answer?.response ?? null;
        if (await agrees(answer, accept)) {
          answers.set(request, position, answer);
          return copyOf(answer.response);
        }
        return withAccept(accept, async (id) => {
          const asked = await channel.call('search', { ...search, accept: id });
          return asked?.response ?? null;
        });
      }),
    related: (request) =>
      withThread(async ({ channel, follow }) => {
        await follow();
        return channel.call('related', request);
      }),
    load: async (accountId) => {
      await withThread(async ({ channel, follow }) => {
        await follow();
        await channel.call('load', accountId);
      });
    },
    state: async () => {
      const state =
        running && !running.isDown() ? await running.channel.call('state').catch(() => null) : null;
      const none = { accounts: 0, accountsInEngine: 0, items: 0, passages: 0, bytes: 0, limitBytes };
      return { ...(state ?? none), answers: answers.count() };
    },
    close: async () => {
      closed = true;
      clearInterval(following);
      if (!running || running.isDown()) return;
      const saved = running.channel.call('save').catch(() => undefined);
      await Promise.race([saved, setTimeout(SAVE_MS, undefined, { ref: false })]);
      await running.end();
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
