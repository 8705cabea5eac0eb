/** Sorting titles and names on the public host in European languages. */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildCollection, buildItem, buildSpeaker, setItem, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

const SORTED = [
  '7 Worte',
  'Äpfel',
  'Birne',
  'Éclat',
  'Élan',
  'Obst',
  'Öl',
  'Østen',
  '“Perle”',
  'Zebra',
  'Żyto',
  'Яблоко',
];

describe('titles', () => {
  const app = useApp({ env: { ANALYTICS: 'false' } });
  const ids = new Map<string, number>();
  beforeAll(async () => {
    const { id: collectionId } = await buildCollection(app.demo);
    for (const title of SORTED.toReversed()) {
      const speaker = await buildSpeaker(app.demo, { name: title });
      const item = await buildItem(app.demo, { title, collectionId, speakers: [{ id: speaker.id }] });
      await setItem(app, item, { status: 'published' });
      ids.set(title, item.id);
    }
  });

  const titles = async (query: string): Promise<string[]> =>
    (await app.demo.site.get(`/items?sort=title&${query}`)).body.items.map(({ title }: Built) => title);

  it('are sorted ignoring accents, across pages', async () => {
    expect(await titles('limit=50')).toEqual(SORTED);
    const paged: string[] = [];
    for (let offset = 0; offset < SORTED.length; offset += 5)
      paged.push(...(await titles(`limit=5&offset=${offset}`)));
    expect(paged).toEqual(SORTED);
  });

  it('are sorted again when they change', async () => {
    await app.demo.api.patch(`/items/${ids.get('Zebra')}`, { title: 'Ähre' });
    expect((await titles('limit=50')).slice(0, 3)).toEqual(['7 Worte', 'Ähre', 'Äpfel']);
  });

  it('are sorted like the names of speakers', async () => {
    const { body } = await app.demo.site.get('/speakers?limit=50');
    expect(body.speakers.map(({ name }: Built) => name)).toEqual(SORTED);
  });
});
