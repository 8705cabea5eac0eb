/** Languages of items: where they come from, and what follows. */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildCollection, buildItem, publishTalk, type Built } from '../support/factories.js';
import { createClient } from '../support/client.js';
import { useApp } from '../support/start-app.js';

const GERMAN = [
  'Wer Geduld hat, der wartet nicht auf das Ende des Winters, sondern lebt mit ihm.',
  'Wir haben im Garten gelernt, dass die Bienen auch ohne uns wissen, was zu tun ist.',
];
const ENGLISH = ['The bread must rest overnight before it is baked, and nobody knows why it is so good.'];

describe('the language of an item', () => {
  const app = useApp({ worker: true });
  let collectionId: number;
  beforeAll(async () => {
    ({ id: collectionId } = await buildCollection(app.demo));
  });

  const itemOf = async (id: number): Promise<Built> => (await app.demo.api.get(`/items/${id}`)).body.item;
  const change = async (id: number, body: object, status = 200): Promise<Built> => {
    const response = await app.demo.api.patch(`/items/${id}`, body);
    expect(response.status, JSON.stringify(response.body)).toBe(status);
    return response.body;
  };
  const pageOf = async (path: string): Promise<string> => {
    const host = createClient(new URL(app.publicUrl).origin, { Host: 'demo.localhost' });
    return String((await host.get(path)).body);
  };
  const foundFor = async (q: string): Promise<Built> => {
    await app.idle();
    const { body } = await app.demo.site.post('/search', { q, facets: ['language'] });
    return body;
  };

  it('is told from the text, and can be set and cleared', async () => {
    const id = await publishTalk(app.demo, 'Geduld', GERMAN);
    await app.idle();
    expect(await itemOf(id)).toMatchObject({ language: null, effectiveLanguage: 'de' });
    const { item } = await change(id, { language: 'de-AT' });
    expect(item).toMatchObject({ language: 'de-AT', effectiveLanguage: 'de-AT' });
    const { results, facets } = await foundFor('Geduld mit dem Winter');
    expect(results[0].item).toMatchObject({ id, language: 'de-AT' });
    expect(facets.language).toEqual([{ value: 'de', name: 'Deutsch', count: 1 }]);
    expect((await change(id, { language: null })).item).toMatchObject({ effectiveLanguage: 'de' });
  });

  it('is that of the transcript, if it states one', async () => {
    const { id } = await buildItem(app.demo, { collectionId });
    const vtt = `WEBVTT\nLanguage: fr\n\n00:01.000 --> 00:04.000\n${ENGLISH[0]}\n`;
    const { status } = await app.demo.api.put(`/items/${id}/transcript`, vtt, { 'content-type': 'text/vtt' });
    expect(status).toBeLessThan(300);
    expect((await itemOf(id)).effectiveLanguage).toBe('fr');
  });

  it('is the default of the collection, which items without one follow', async () => {
    const { status, body } = await app.demo.api.patch(`/collections/${collectionId}`, {
      defaultLanguage: 'es',
    });
    expect([status, body.collection.defaultLanguage]).toEqual([200, 'es']);
    const { id } = await buildItem(app.demo, { collectionId });
    const created = await app.demo.api.post('/items/create', {
      title: 'Pan',
      date: '2026-03-01',
      collectionId,
    });
    expect(created.body.item).toMatchObject({ language: null, effectiveLanguage: 'es' });
    await app.demo.api.patch(`/collections/${collectionId}`, { defaultLanguage: 'pt-BR' });
    expect((await itemOf(created.body.item.id)).effectiveLanguage).toBe('pt-BR');
    expect((await itemOf(id)).effectiveLanguage).toBe('pt-BR');
    const listed = await app.demo.api.get('/items?effectiveLanguage=pt-BR');
    expect(listed.body.items.map((item: Built) => item.id)).toEqual(
      expect.arrayContaining([created.body.item.id, id]),
    );
    await app.demo.api.patch(`/collections/${collectionId}`, { defaultLanguage: null });
    expect((await itemOf(id)).effectiveLanguage).toBeNull();
  });

  it.each([
    ['/items/create', { title: 'x', date: '2026-03-01', language: 'German!' }, 'language'],
    ['/collections/create', { name: 'x', defaultLanguage: '' }, 'defaultLanguage'],
  ])('is refused if it is no tag: %s', async (path, body, field) => {
    const response = await app.demo.api.post(path, {
      ...body,
      ...(path === '/items/create' && { collectionId }),
    });
    expect(response.status).toBe(422);
    expect(JSON.stringify(response.body)).toContain(field);
  });

  it.each(['language=deutsch', 'language=d', 'lang=not%20a%20tag'])('searches refuse %s', async (query) => {
    expect((await app.demo.site.get(`/search?q=winter&${query}`)).status).toBe(400);
  });

  it('changes many items at once', async () => {
    const { id } = await buildItem(app.demo, { collectionId });
    const { status } = await app.demo.api.post('/items/bulk', {
      action: 'update',
      ids: [id],
      changes: { language: 'nl' },
    });
    expect(status).toBeLessThan(300);
    await app.idle();
    expect(await itemOf(id)).toMatchObject({ language: 'nl', effectiveLanguage: 'nl' });
  });

  it('marks titles and transcripts on pages in another language', async () => {
    const id = await publishTalk(app.demo, 'Geduld lernen', GERMAN);
    await app.idle();
    const { item } = (await app.demo.site.get(`/items/${id}`)).body;
    expect(item.language).toBe('de');
    expect(item.jsonLd.inLanguage).toBe('de');
    const page = await pageOf(`/items/${id}`);
    expect(page).toMatch(/<h1 class="text" +lang="de">Geduld lernen/);
    expect(page).toMatch(/<div class="(transcript|article)[^>]*lang="de"/);
    const search = await pageOf('/?q=patience+and+bread');
    expect(search).toContain('lang="de"');
  });
});
