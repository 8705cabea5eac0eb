/** Bursts: expensive public requests in parallel, and failed authentication attempts. */
import type { Random } from '../../../scripts/random.js';
import type { AbuseClass } from './abuse-class.js';
import { allOperations, pathOf, requestOf } from './operation-request.js';
import { anyAddress, sendAll } from './send.js';

const EXPENSIVE = [
  '/sitemap.xml',
  '/collections/{collectionId}/feed.xml',
  '/series/{seriesId}/feed.xml',
  '/items/{itemId}/related',
  '/search/suggest',
  '/search',
  '/items/{itemId}/transcript.vtt',
  '/items/{itemId}/chapters.json',
  '/oembed',
  '/config',
];
const BURST = 30;

const QUERIES: Readonly<Record<string, string[]>> = {
  '/search': ['grace', 'faith and hope', '"the good shepherd"', 'John 3:16', 'a b c d e f g h'].flatMap((q) =>
    [1, 20, 50].map((limit) => `q=${encodeURIComponent(q)}&limit=${limit}`),
  ),
  '/search/suggest': ['q=a', 'q=gr', 'q=the go', 'q=s'],
  '/oembed': [`url=${encodeURIComponent('https://demo.example.org/talks/copy-1')}`],
  '/sitemap.xml': ['', '', 'page=1', 'page=2'],
};

/** Half of the bursts come from one address, the others from thirty. */
export const publicGets: AbuseClass = {
  name: 'public GETs',
  count: 20,
  atOnce: 1,
  newCase: (target, random, index) => {
    const path = EXPENSIVE[Math.floor(index / 2) % EXPENSIVE.length]!;
    const operation = allOperations(target).find(
      (one) => one.host === 'public' && one.name === `GET ${path}`,
    )!;
    const from = index % 2 === 0 ? anyAddress(random) : undefined;
    const conditional = random.chance(0.3) ? { 'If-None-Match': '"x"' } : undefined;
    const requests = Array.from({ length: BURST }, () =>
      requestOf(target, operation, random, {
        query: random.pick(QUERIES[path] ?? ['']),
        from,
        headers: conditional,
      }),
    );
    return {
      name: `${BURST} × GET ${pathOf(target, operation, random)} at once, from ${from ? 'one address' : 'many'}`,
      run: () => sendAll(requests),
    };
  },
};

const TOKENS: ((random: Random) => string)[] = [
  (random) => `Bearer lct_${random.int(2 ** 31)}`,
  () => `Bearer ${'a'.repeat(8_000)}`,
  () => `Bearer ${' '.repeat(4_000)}x`,
  () => 'Basic bGN0Og==',
  () => 'Bearer',
  () => 'Bearer '.repeat(1_000),
  () => '',
];

export const authentication: AbuseClass = {
  name: 'authentication',
  count: 20,
  atOnce: 2,
  newCase: (target, random, index) => {
    const from = index % 2 === 0 ? anyAddress(random) : undefined;
    const operations = allOperations(target).filter(({ host }) => host === 'private');
    const requests = Array.from({ length: BURST }, () =>
      requestOf(target, random.pick(operations), random, {
        from,
        headers: { Authorization: random.pick(TOKENS)(random) },
      }),
    );
    return {
      name: `${BURST} failed authentications, from ${from ? 'one address' : 'many'}`,
      run: () => sendAll(requests),
    };
  },
};
