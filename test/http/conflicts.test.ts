/** What `_base` compares in each kind of value, and whose changes conflict: of people, jobs and programs. */
import { describe, expect, it } from 'vitest';
import { buildPerson, consoleOf, signedIn } from '../support/browser.js';
import type { Answer, Client } from '../support/client.js';
import { buildCollection, buildItem, buildSpeaker } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

describe('_base', () => {
  const app = useApp();
  const host = consoleOf(app);

  const pathsIn = ({ body }: Answer): string[] =>
    (body.error?.conflicts ?? body.error?.details ?? []).map(({ path }: { path: string }) => path);

  it('keeps what two people and a job write into the same item', async () => {
    const item = await buildItem(app.demo, { title: 'Grace', description: 'Old' });
    const path = `/items/${item.id}`;
    const seen = (await app.demo.api.get(path)).body.item;
    const a = await app.withScopes(app.demo, 'content:write');
    const b = await app.withScopes(app.demo, 'content:write');
    const job = app.app.db
      .updateTable('item')
      .set({ suggestedDescription: 'Suggested', durationSecs: 60, updatedDate: new Date().toISOString() })
      .where('id', '=', item.id)
      .execute();
    const [first, second] = await Promise.all([
      a.patch(path, { title: 'Peace', _base: { title: seen.title } }),
      b.patch(path, { description: 'New', _base: { description: seen.description } }),
      job,
    ]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((await app.demo.api.get(path)).body.item).toMatchObject({
      title: 'Peace',
      description: 'New',
      suggestedDescription: 'Suggested',
      durationSecs: 60,
    });
    const late = await b.patch(path, {
      title: 'Mercy',
      subTitle: 'x',
      _base: { title: seen.title, subTitle: null },
    });
    expect([late.status, late.body.error.conflicts]).toEqual([
      409,
      [{ path: 'title', base: 'Grace', theirs: 'Peace', yours: 'Mercy' }],
    ]);
    expect((await app.demo.api.get(path)).body.item).toMatchObject({ title: 'Peace', subTitle: null });
  });

  it('lets one of several simultaneous changes win', async () => {
    const { id } = await buildSpeaker(app.demo, { bio: 'Old' });
    const race = ['First', 'Second', 'Third'].map((bio) =>
      app.demo.api.patch(`/speakers/${id}`, { bio, _base: { bio: 'Old' } }),
    );
    expect((await Promise.all(race)).map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('compares values as they are stored: dates, spaces, lists in order, null', async () => {
    const [a, b] = [await buildSpeaker(app.demo), await buildSpeaker(app.demo)];
    const item = await buildItem(app.demo, { title: 'Grace', speakers: [a, b], date: '2026-03-01' });
    const path = `/items/${item.id}`;
    const save = (body: object) => app.demo.api.patch(path, body);
    const same = {
      title: '  Grace ',
      date: '2026-03-01T09:00:00+02:00',
      subTitle: null,
      speakers: [{ id: a.id, name: 'Whatever' }, { id: b.id }],
    };
    const changes = { title: 'Peace', date: '2026-03-02', subTitle: 'x', speakers: [{ id: b.id }] };
    expect(
      (await save({ ...changes, _base: { ...same, speakers: [{ id: b.id }, { id: a.id }] } })).body.error,
    ).toMatchObject({
      type: 'ConflictError',
      conflicts: [{ path: 'speakers', theirs: [{ id: a.id }, { id: b.id }], yours: [{ id: b.id }] }],
    });
    expect((await save({ ...changes, _base: same })).status).toBe(200);
    // What is sent is what is stored, whatever the sender saw.
    expect((await save({ ...changes, title: 'Peace ', _base: same })).status).toBe(200);
  });

  it('compares settings one by one', async () => {
    const { settings } = (await app.demo.api.get('/account')).body.account;
    const change = (body: object) => app.demo.api.patch('/account', { settings: body });
    await change({ language: 'de' });
    const other = await app.demo.api.patch('/account', {
      settings: { itemPagePath: '/talks/{slug}' },
      _base: { settings: { itemPagePath: settings.itemPagePath } },
    });
    expect(other.status).toBe(200);
    const { status, body } = await app.demo.api.patch('/account', {
      settings: { language: 'fr', respectDoNotTrack: false },
      _base: { settings: { language: settings.language, respectDoNotTrack: settings.respectDoNotTrack } },
    });
    expect([status, body.error.conflicts]).toEqual([
      409,
      [{ path: 'settings.language', base: settings.language, theirs: 'de', yours: 'fr' }],
    ]);
    const unsent = await app.demo.api.patch('/account', {
      settings: { language: 'fr' },
      _base: { settings: { accentColorHex: null } },
    });
    expect([unsent.status, pathsIn(unsent)]).toEqual([422, ['_base.settings.accentColorHex']]);

    const { id } = await buildCollection(app.demo, { feed: { title: 'Podcast' } });
    await app.demo.api.patch(`/collections/${id}`, { feed: { title: 'Theirs' } });
    const feed = await app.demo.api.patch(`/collections/${id}`, {
      feed: { title: 'Yours', author: 'Me' },
      _base: { feed: { title: 'Podcast', author: null } },
    });
    expect([feed.status, pathsIn(feed)]).toEqual([409, ['feed.title']]);
  });

  it('accepts a whole record that was read, with read-only fields', async () => {
    const item = await buildItem(app.demo, { title: 'Grace' });
    const { item: read } = (await app.demo.api.get(`/items/${item.id}?_expand=speakers,topics`)).body;
    const { status, body } = await app.demo.api.patch(`/items/${item.id}`, {
      ...read,
      title: 'Peace',
      _base: read,
    });
    expect([status, body.item?.title]).toEqual([200, 'Peace']);
    const stale = await app.demo.api.patch(`/items/${item.id}`, { ...read, title: 'Mercy', _base: read });
    expect([stale.status, pathsIn(stale)]).toEqual([409, ['title']]);
  });

  it('compares a draft with its pending changes, or else with the item', async () => {
    const item = await buildItem(app.demo, { title: 'Grace', subTitle: 'One' });
    const path = `/items/${item.id}/draft`;
    const save = (body: object) => app.demo.api.patch(path, body);
    expect((await save({ title: 'Peace', _base: { title: 'Grace' } })).status).toBe(200);
    const both = await save({ title: 'Mercy', subTitle: 'Two', _base: { title: 'Grace', subTitle: 'One' } });
    expect([both.status, both.body.error.conflicts]).toEqual([
      409,
      [{ path: 'title', base: 'Grace', theirs: 'Peace', yours: 'Mercy' }],
    ]);
    await app.demo.api.patch(`/items/${item.id}`, { subTitle: 'Meanwhile' });
    expect(pathsIn(await save({ subTitle: 'Two', _base: { subTitle: 'One' } }))).toEqual(['subTitle']);
    expect((await app.demo.api.get(path)).body.draft.changes).toEqual({ title: 'Peace' });
  });

  it('compares the segments of a transcript that are edited', async () => {
    const item = await buildItem(app.demo);
    const path = `/items/${item.id}/transcript`;
    const segments = ['One.', 'Two.', 'Three.'].map((text, i) => ({
      text,
      startMs: i * 1_000,
      endMs: i * 1_000 + 900,
    }));
    await app.demo.api.put(path, { segments });
    const edit = (own: object[], seen: object[]) =>
      app.demo.api.patch(path, { segments: own, _base: { segments: seen } });
    const text = (index: number, words: string) => ({ index, text: words });
    expect((await edit([text(0, 'First.')], [text(0, ' One.')])).status).toBe(200);
    expect((await edit([text(1, 'Second.')], [text(1, 'Two.')])).status).toBe(200);
    const refused = await edit([text(2, 'Third.'), text(0, 'Other.')], [text(0, 'One.'), text(2, 'Three.')]);
    expect([refused.status, refused.body.error.conflicts]).toEqual([
      409,
      [{ path: 'segments.1.text', base: 'One.', theirs: 'First.', yours: 'Other.' }],
    ]);
    const unsent = await edit([text(2, 'Third.')], [text(0, 'One.'), { index: 2, speaker: null }]);
    expect([unsent.status, pathsIn(unsent)]).toEqual([
      422,
      ['_base.segments.0.index', '_base.segments.1.speaker'],
    ]);
  });

  it('never makes people conflict with their own saves, but with those of others', async () => {
    const [ruth, boaz] = await Promise.all(
      [1, 2].map(async (): Promise<Client> => {
        const { email } = await buildPerson(app, [[app.demo, 'editor']]);
        return signedIn(host, email);
      }),
    );
    const item = await buildItem(app.demo, { title: 'Grace' });
    const path = `/a/demo/v2/items/${item.id}`;
    const save = (person: Client | undefined, title: string, seen: string) =>
      person!.patch(path, { title, _base: { title: seen } });
    const saves = await Promise.all(['Gr', 'Gra', 'Grac'].map((title) => save(ruth, title, 'Grace')));
    expect(saves.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await save(boaz, 'Mercy', 'Grace')).status).toBe(409);
    const { title } = (await app.demo.api.get(`/items/${item.id}`)).body.item;
    expect((await save(boaz, 'Mercy', title)).status).toBe(200);
    for (const seen of ['Grace', title]) expect((await save(ruth, 'Peace', seen)).status).toBe(409);
    expect((await save(ruth, 'Peace', 'Mercy')).status).toBe(200);
    // Programs with one token may act for several people.
    const token = (words: string) =>
      app.demo.api.patch(`/items/${item.id}`, { subTitle: words, _base: { subTitle: null } });
    expect([(await token('One')).status, (await token('Two')).status]).toEqual([200, 409]);
  });

  it('protects what people change of themselves, like If-Match', async () => {
    const { email } = await buildPerson(app, []);
    const browser = await signedIn(host, email);
    const { body, headers } = await browser.get('/auth/me');
    const seen = { name: body.person.name, language: null };
    const first = await browser.patch('/auth/me', { name: 'Ruth', _base: { name: seen.name } });
    expect(first.status).toBe(200);
    const stale = { 'If-Match': String(headers.etag) };
    expect((await browser.patch('/auth/me', { name: 'Naomi' }, stale)).status).toBe(412);
    const current = { 'If-Match': String(first.headers.etag) };
    expect((await browser.patch('/auth/me', { name: 'Naomi' }, current)).status).toBe(200);
    const late = await browser.patch('/auth/me', { name: 'Orpah', _base: { name: 'Ruth' } });
    expect([late.status, late.body.error.conflicts]).toEqual([
      409,
      [{ path: 'name', base: 'Ruth', theirs: 'Naomi', yours: 'Orpah' }],
    ]);
    const unknown = await browser.patch('/auth/me', { name: 'Orpah', _base: { email } });
    expect([unknown.status, pathsIn(unknown)]).toEqual([422, ['_base.email']]);
  });
});
