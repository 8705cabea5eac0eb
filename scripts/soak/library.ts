/** The library of the soak: an account, published items with transcripts, and a speaker. */
import type { Clients } from './call.js';
import { timeUntil } from '../harness/wait.js';
import { createWords, tracked, type Ledger } from './ledger.js';
import { vttWith } from './writes.js';

const ITEMS = 120;
const DATE = '2026-03-01';
const PUBLISH_LIMIT_MS = 240_000;

/** @returns the id of the collection of all items */
export const fillLibrary = async ({ api, site }: Clients, ledger: Ledger): Promise<number> => {
  const create = async (plural: string, name: string, body: object): Promise<number> => {
    const { status, body: answer } = await api.post<Record<string, { id: number }>>(
      `/${plural}/create`,
      body,
    );
    const { id } = answer[name] ?? {};
    if (id === undefined) throw new Error(`POST /${plural}/create: ${status}`);
    return id;
  };
  const collectionId = await create('collections', 'collection', { name: 'Talks' });
  ledger.speakerId = await create('speakers', 'speaker', { name: 'Ruth' });
  const [title, spoken] = [createWords('first'), createWords('told')];
  for (let at = 0; at < ITEMS; at++) {
    const words = { title: title(), spoken: spoken() };
    const body = { title: `A talk of ${words.title}`, date: DATE, collectionId, autoPublish: true };
    const id = await create('items', 'item', body);
    await api.put(`/items/${id}/transcript`, vttWith(words.spoken), { 'Content-Type': 'text/vtt' });
    ledger.items.push({
      id,
      title: tracked(words.title),
      transcript: tracked(words.spoken),
      state: 'exists',
      busy: false,
    });
  }
  const publishedAll = await timeUntil(async () => {
    const { body } = await site.get<{ totalRecords: number }>('/items?limit=1');
    return body.totalRecords === ITEMS;
  }, PUBLISH_LIMIT_MS);
  if (Number.isNaN(publishedAll)) throw new Error('The items of the library were not published');
  return collectionId;
};
