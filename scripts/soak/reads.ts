/** The reads of the load: searches, lists and pages, and reports that need one store each. */
import { talks } from '../../test/support/talks.js';
import { call, type Clients } from './call.js';
import type { Ledger } from './ledger.js';
import type { ReadKind, Send } from './writes.js';

const QUERIES = [
  'waiting for the hive in winter',
  'patience with dough and neighbours',
  'a light for ships at night',
  'honey',
  'bread',
  'faithfulness',
  ...Object.values(talks).map(([first = '']) => first.split(' ').slice(0, 5).join(' ')),
];

export const searchPath = (query: string): string => `/search?q=${encodeURIComponent(query)}`;

export const createReads = ({ api, site, pages }: Clients, ledger: Ledger): Record<ReadKind, Send> => {
  let turn = 0;
  const next = <T>(of: readonly T[]): T => of[turn++ % of.length]!;
  return {
    // A number makes each search another one, for which no response is cached.
    search: async () => [await call('search', () => site.get(searchPath(`${next(QUERIES)} ${turn}`)))],
    list: async () => [
      await call('list', () =>
        next([api, site]) === api ? api.get('/items?_limit=20') : site.get('/items'),
      ),
    ],
    item: async () => [await call('item', () => site.get(`/items/${next(ledger.items).id}`))],
    page: async () => [await call('page', () => pages.get(`/items/${next(ledger.items).id}`))],
    explain: async () => [
      await call('explain', () => api.post('/search/explain', { query: next(QUERIES), limit: 3 })),
    ],
    stats: async () => [await call('stats', () => api.get('/stats/overview?range=last7days'))],
  };
};
