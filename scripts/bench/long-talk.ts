/** A talk of three hours with its transcript, processed. */
import { setTimeout } from 'node:timers/promises';
import type { Call } from './server.js';
import { loadWords } from './words.js';

export const WORDS = 27_000;
const WORDS_PER_SEGMENT = 9;
const SEGMENT_MS = 3_600;
const POLL_MS = 250;

/** @returns the item's id */
export const addLongTalk = async (call: Call, root: string): Promise<number> => {
  const { list: words } = loadWords(root);
  const { collection } = (
    await call<{ collection: { id: number } }>('POST', '/collections/create', { name: 'Talks' })
  ).body;
  const { item } = (
    await call<{ item: { id: number } }>('POST', '/items/create', {
      title: 'Three hours',
      date: '2026-03-01',
      collectionId: collection.id,
    })
  ).body;
  const segments = Array.from({ length: WORDS / WORDS_PER_SEGMENT }, (_, at) => ({
    text: Array.from(
      { length: WORDS_PER_SEGMENT },
      (_, i) => words[(at * 37 + i * 101) % words.length]!,
    ).join(' '),
    startMs: at * SEGMENT_MS,
    endMs: (at + 1) * SEGMENT_MS,
  }));
  await call('PUT', `/items/${item.id}/transcript`, { language: 'en', segments });
  for (;;) {
    const { status } = (await call<{ item: { status: string } }>('GET', `/items/${item.id}`)).body.item;
    if (status === 'ready') return item.id;
    if (status === 'error') throw new Error('The transcript could not be processed');
    await setTimeout(POLL_MS);
  }
};
