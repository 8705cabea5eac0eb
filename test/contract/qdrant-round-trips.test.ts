/** The number of round trips of a search to Qdrant, and that nothing else answers it. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  createSearcher,
  IndexUnavailableError,
  loadQdrantEngine,
  type Embedder,
  type SearchIndex,
  type SearchMode,
} from '../../indexer/index.js';
import { randomFrom } from '../../scripts/random.js';
import { DIMENSIONS, drawn, randomVector } from './index-harness.js';

const url = inject('qdrantUrl');
const named = { modelId: `round_trips-${process.pid}`, tableSuffix: '1', dimensions: DIMENSIONS };
/** An account with German items too. */
const MIXED = 2;
/** Turns of the event loop after which a client that has sent nothing more is taken to wait for responses. */
const QUIET_TURNS = 50;

interface Sent {
  request: { origin: string; path: string };
}

/**
 * Counts the requests to a server, and their rounds: a request belongs to the round after that of the last response
 * that the client had when it sent it. Responses are held until the client waits for all of them, however long the
 * machine takes, so that the number of rounds depends on the client alone.
 */
const countingProxy = () => {
  const calls: string[] = [];
  const roundOf = new WeakMap<object, number>();
  let [rounds, received, sent, unanswered] = [0, 0, 0, 0];

  const allWait = async (): Promise<void> => {
    let seen = sent;
    for (let turns = 0; turns < QUIET_TURNS; turns++) {
      await setImmediate();
      if (sent === seen && unanswered === 0) continue;
      seen = sent;
      turns = 0;
    }
  };

  const server: Server = createServer((incoming, outgoing) => {
    const { method, headers } = incoming;
    const onward = request(new URL(incoming.url!, url), { method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        unanswered--;
        void allWait().then(() => {
          outgoing.writeHead(answer.statusCode!, { 'Content-Type': 'application/json' });
          outgoing.end(Buffer.concat(parts));
        });
      });
    });
    incoming.pipe(onward);
  });
  const isHere = ({ origin }: Sent['request']): boolean =>
    origin === `http://127.0.0.1:${(server.address() as AddressInfo | null)?.port}`;
  const onSent = (message: unknown): void => {
    const { request: own } = message as Sent;
    if (!isHere(own)) return;
    sent++;
    unanswered++;
    roundOf.set(own, received + 1);
    rounds = Math.max(rounds, received + 1);
    calls.push(own.path.replace(/\?.*/, '').replace(/^\/collections\/[^/]+/, ''));
  };
  const onReceived = (message: unknown): void => {
    received = Math.max(received, roundOf.get((message as Sent).request) ?? 0);
  };
  server.on('listening', () => {
    subscribe('undici:request:create', onSent);
    subscribe('undici:request:trailers', onReceived);
  });
  server.on('close', () => {
    unsubscribe('undici:request:create', onSent);
    unsubscribe('undici:request:trailers', onReceived);
  });
  return {
    server,
    counted: async (work: () => Promise<unknown>) => {
      calls.length = rounds = received = 0;
      await work();
      return { rounds, calls: [...calls] };
    },
  };
};

/** The model's German words, with their English ones. */
const GERMAN = Buffer.from('geduld\tpatience 1.00\nhoffnung\thope 1.00\n');

const shared = (bytes: Buffer): Uint8Array<SharedArrayBuffer> => {
  const list = new Uint8Array(new SharedArrayBuffer(bytes.length));
  list.set(bytes);
  return list;
};

const embedder: Embedder = {
  modelId: named.modelId,
  dimensions: DIMENSIONS,
  embedDocuments: (texts: readonly string[]) => Promise.all(texts.map((text) => embedder.embedQuery(text))),
  embedQuery: (text: string) =>
    Promise.resolve(randomVector(randomFrom(text.length * 31 + text.charCodeAt(0)))),
  languages: () => Promise.resolve(['de', 'es', 'fr', 'pt']),
  wordList: (language) => Promise.resolve(language === 'de' ? shared(GERMAN) : null),
  close: () => Promise.resolve(),
};

describe.skipIf(!url)('a search on Qdrant', () => {
  const { server, counted } = countingProxy();
  let index: SearchIndex;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { createQdrantIndex, openQdrantIndex } = await loadQdrantEngine();
    const filling = await createQdrantIndex({ urls: [url], ...named });
    const talks = drawn(40, 12);
    await filling.replaceItems(talks.map((of) => ({ ...of, language: 'en' })));
    await filling.replaceItems(
      talks.map((of) => ({ ...of, accountId: MIXED, language: of.itemId % 2 ? 'en' : 'de' })),
    );
    await filling.close();
    const { port } = server.address() as AddressInfo;
    index = openQdrantIndex({ urls: [`http://127.0.0.1:${port}`], ...named });
  });
  afterAll(async () => {
    await index.close();
    const { dropQdrantIndex } = await loadQdrantEngine();
    await dropQdrantIndex({ urls: [url] }, named);
    server.close();
  });

  it.each<[SearchMode, string, number]>([
    ['hybrid', 'grace for the lighthouse keeper', 1],
    ['hybrid', 'patience', 1],
    ['keyword', 'winter river stone anger', 1],
    ['semantic', 'mercy and hope', 1],
    ['hybrid', 'patience and hope', MIXED],
    ['hybrid', 'die Geduld und die Hoffnung', MIXED],
  ])('waits for at most three rounds of six requests: %s, %s, account %i', async (mode, text, accountId) => {
    const searcher = createSearcher({ index, embedder });
    const filter = { accountId, publishedOnly: true };
    const search = (q: string) =>
      searcher.search({ text: q, mode, filter, limit: 10, offset: 0, passages: 3 });
    // The first search reads what the process caches of the account.
    await search('bread and shepherd');
    const { rounds, calls } = await counted(async () => {
      const { results } = await search(text);
      expect(results.length).toBeGreaterThan(0);
    });
    expect(rounds).toBeGreaterThan(0);
    expect(rounds).toBeLessThanOrEqual(3);
    expect(calls.filter((call) => call !== '/facet').length).toBeLessThanOrEqual(6);
  });

  it('fails when Qdrant is down, because nothing else can answer it', async () => {
    const searcher = createSearcher({ index, embedder });
    const filter = { accountId: 1, publishedOnly: true };
    const search = () =>
      searcher.search({ text: 'grace', mode: 'hybrid', filter, limit: 10, offset: 0, passages: 3 });
    expect((await search()).results.length).toBeGreaterThan(0);
    server.close();
    server.closeAllConnections();
    await expect(search()).rejects.toThrow(IndexUnavailableError);
  });
});
