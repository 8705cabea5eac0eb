/** Scriptures: validated passages, their text in both translations, and updates of the index. */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildItem, buildReadyItem, buildScripture, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

describe('scriptures', () => {
  const app = useApp();
  let item: Built;
  beforeAll(async () => {
    item = await buildItem(app.demo);
  });

  const create = (body: object, id = item.id) => app.demo.api.post(`/items/${id}/scriptures/create`, body);
  const problems = ({ status, body }: { status: number; body: any }) => {
    expect([status, body.error?.type], JSON.stringify(body)).toEqual([422, 'ValidationError']);
    return Object.fromEntries(
      body.error.details.map(({ path, message }: { path: string; message: string }) => [path, message]),
    );
  };

  it('are added with all fields, at the end of their item', async () => {
    const { status, body } = await create({
      book: 'JHN',
      chapter: 3,
      verseStart: 16,
      verseEnd: 18,
      keyVerse: true,
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      scripture: {
        id: body.scripture.id,
        itemId: item.id,
        book: 'JHN',
        bookName: 'John',
        chapter: 3,
        verseStart: 16,
        verseEnd: 18,
        citation: 'John 3:16-18',
        keyVerse: true,
        suggested: false,
        accepted: false,
        displayOrder: 1,
        text: null,
        deletedDate: null,
      },
    });
    expect((await buildScripture(app.demo, item, { book: 'GEN', chapter: 1 })).displayOrder).toBe(2);
    const read = await app.demo.api.get(`/scriptures/${body.scripture.id}`);
    expect(read.body).toEqual(body);
  });

  it('are accepted automatically depending on the item, or else the account', async () => {
    const made = async (flags: object): Promise<boolean> =>
      (await create({ book: 'GEN', chapter: 1, ...flags })).body.scripture.accepted;
    const own = (autoAcceptScriptures: boolean | null) =>
      app.demo.api.patch(`/items/${item.id}`, { autoAcceptScriptures });
    const all = (autoAcceptScriptures: boolean) =>
      app.demo.api.patch('/account', { settings: { autoAcceptScriptures } });
    expect(await made({ suggested: true })).toBe(false);
    await all(true);
    expect(await made({ suggested: true })).toBe(true);
    expect(await made({ suggested: true, accepted: false })).toBe(false);
    expect(await made({})).toBe(false);
    await own(false);
    expect(await made({ suggested: true })).toBe(false);
    await own(true);
    await all(false);
    expect(await made({ suggested: true })).toBe(true);
    await own(null);
  });

  it.each([
    [{ book: 'JHN', chapter: 3, verseStart: 16 }, 'John 3:16', 16, 16],
    [{ book: 'PSA', chapter: 23 }, 'Psalms 23', 1, 6],
    [{ book: 'PSA', chapter: 119, verseStart: 170, verseEnd: 176 }, 'Psalms 119:170-176', 170, 176],
    [{ book: '1CO', chapter: 13, verseEnd: 3 }, '1 Corinthians 13:1-3', 1, 3],
    [{ book: '3JN', chapter: 1, verseStart: 14 }, '3 John 1:14', 14, 14],
    [{ book: 'REV', chapter: 22, verseStart: 1, verseEnd: 21 }, 'Revelation 22', 1, 21],
  ])('cite %j as %s', async (body, citation, verseStart, verseEnd) => {
    expect((await create(body)).body.scripture).toMatchObject({ citation, verseStart, verseEnd });
  });

  it('are rejected with every problem of a passage, and what exists instead', async () => {
    expect(problems(await create({}))).toEqual({ book: expect.any(String), chapter: expect.any(String) });
    expect(problems(await create({ book: 'JUD', chapter: 2 }))).toEqual({ chapter: 'Jude has 1 chapter' });
    expect(problems(await create({ book: 'JHN', chapter: 3, verseStart: 37, verseEnd: 40 }))).toEqual({
      verseStart: expect.stringContaining('John 3 has 36 verses'),
      verseEnd: expect.stringContaining('John 3 has 36 verses'),
    });
    const backwards = problems(await create({ book: 'JHN', chapter: 3, verseStart: 16, verseEnd: 2 }));
    expect(backwards.verseEnd).toMatch(/crosses chapters is one scripture for each/);
    const wrong = { book: 'john', chapter: 0, verseStart: 1.5, verseEnd: 2 ** 31 + 0.5, keyVerse: 'yes' };
    expect(Object.keys(problems(await create({ ...wrong, chapterEnd: 4, text: 'x' }))).sort()).toEqual(
      ['book', 'chapter', 'chapterEnd', 'keyVerse', 'text', 'verseEnd', 'verseStart'].sort(),
    );
    for (const chapter of [2 ** 31, 2 ** 53 - 1])
      expect(problems(await create({ book: 'JHN', chapter }))).toEqual({ chapter: 'John has 21 chapters' });
    for (const book of ['GENESIS', 'XXX', '', null])
      expect(Object.keys(problems(await create({ book, chapter: 1 })))).toEqual(['book']);
  });

  it('return the text in either translation', async () => {
    const { id } = await buildScripture(app.demo, item, { book: 'PSA', chapter: 23, verseStart: 1 });
    const text = async (query: string) =>
      (await app.demo.api.get(`/scriptures/${id}${query}`)).body.scripture.text;
    expect(await text('')).toBeNull();
    expect(await text('?translation=kjv')).toBe('The LORD is my shepherd; I shall not want.');
    expect(await text('?translation=asv')).toBe('Jehovah is my shepherd; I shall not want.');

    const john = await buildScripture(app.demo, item, {
      book: 'JHN',
      chapter: 11,
      verseStart: 35,
      verseEnd: 36,
    });
    const { body } = await app.demo.api.get(`/scriptures?translation=kjv&id=${john.id}`);
    expect(body.scriptures[0].text).toBe('Jesus wept. Then said the Jews, Behold how he loved him!');
    expect((await app.demo.api.get(`/scriptures?id=${john.id}`)).body.scriptures[0].text).toBeNull();
    for (const path of [`/scriptures/${id}`, '/scriptures'])
      for (const query of ['translation=niv', 'translation=', 'translation=kjv&translation=asv', 'text=x']) {
        const { status, body: refused } = await app.demo.api.get(`${path}?${query}`);
        expect([status, refused.error.details[0].path], query).toEqual([400, query.split('=')[0]]);
      }
  });

  it('are validated against the unchanged fields', async () => {
    const { id } = await buildScripture(app.demo, item);
    const change = (body: object) => app.demo.api.patch(`/scriptures/${id}`, body);
    expect((await change({ chapter: 4 })).body.scripture.citation).toBe('John 4:16-18');
    expect(problems(await change({ book: 'PSA', chapter: 117 }))).toEqual({
      verseStart: expect.stringContaining('Psalms 117 has 2 verses'),
      verseEnd: expect.stringContaining('Psalms 117 has 2 verses'),
    });
    expect(Object.keys(problems(await change({ verseStart: 19 })))).toEqual(['verseEnd']);
    expect(Object.keys(problems(await change({ book: 'JUD' })))).toEqual(['chapter']);
    expect(Object.keys(problems(await change({ itemId: 9_999, keyVerse: null, book: 7 }))).sort()).toEqual([
      'book',
      'itemId',
      'keyVerse',
    ]);
    const all = { book: 'PSA', chapter: 117, verseStart: 1, verseEnd: 2, keyVerse: true, suggested: true };
    const { body } = await change({ ...all, accepted: true, displayOrder: 1 });
    expect(body.scripture).toMatchObject({ ...all, accepted: true, displayOrder: 1, citation: 'Psalms 117' });
    expect((await change({})).body).toEqual(body);
  });

  it('are hidden in the item while suggested, until accepted or made the key verse', async () => {
    const { id } = await buildItem(app.demo);
    const hidden = async () =>
      (await app.demo.api.get(`/items/${id}?_expand[]=scriptures`)).body.item.scriptures[0].hidden;
    const scripture = await buildScripture(app.demo, { id }, { suggested: true });
    expect(await hidden()).toBe(true);
    await app.demo.api.patch(`/scriptures/${scripture.id}`, { accepted: true });
    expect(await hidden()).toBe(false);
    await app.demo.api.patch(`/scriptures/${scripture.id}`, { accepted: false, keyVerse: true });
    expect(await hidden()).toBe(false);
  });

  it('can be listed by every field, with books in the order of the Bible', async () => {
    const own = await buildItem(app.demo);
    for (const book of ['MAT', 'GEN', 'ACT', 'PSA', '1CO'])
      await buildScripture(app.demo, own, {
        book,
        chapter: 2,
        verseStart: 1,
        verseEnd: 3,
        suggested: book === 'ACT',
      });
    const list = async (query: string) => {
      const { status, body } = await app.demo.api.get(`/scriptures?itemId=${own.id}&${query}`);
      expect(status, JSON.stringify(body)).toBe(200);
      return body.scriptures.map(({ book }: Built) => book).join(' ');
    };
    expect(await list('')).toBe('MAT GEN ACT PSA 1CO');
    expect(await list('_orderBy[]=displayOrder,DESC&_limit=2&_offset=1')).toBe('PSA ACT');
    expect(await list('_orderBy[]=book,ASC')).toBe('GEN PSA MAT ACT 1CO');
    expect(await list('_orderBy[]=bookName,ASC')).toBe('1CO ACT GEN MAT PSA');
    expect(await list('book.in=GEN,MAT')).toBe('MAT GEN');
    expect(await list('bookName=Psalms')).toBe('PSA');
    expect(await list('bookName.like=%25s')).toBe('GEN ACT PSA 1CO');
    expect(await list('_q=corinth')).toBe('1CO');
    expect(await list('suggested=true&accepted=false&keyVerse=false')).toBe('ACT');
    expect(await list('chapter=2&verseStart.le=1&verseEnd.ge=3&displayOrder.bt=2,3')).toBe('GEN ACT');
    for (const query of ['book=XYZ', 'book=genesis', 'chapter=x', 'hidden=true', '_expand[]=item'])
      expect((await app.demo.api.get(`/scriptures?${query}`)).status, query).toBe(400);
  });

  it('are soft-deleted, and omitted with a deleted item', async () => {
    const own = await buildItem(app.demo);
    const [first, second] = [await buildScripture(app.demo, own), await buildScripture(app.demo, own)];
    expect((await app.demo.api.delete(`/scriptures/${first.id}`)).body).toEqual({ result: 'success' });
    const ids = async (query = '') =>
      (await app.demo.api.get(`/scriptures?itemId=${own.id}${query}`)).body.scriptures.map(
        ({ id }: Built) => id,
      );
    expect(await ids()).toEqual([second.id]);
    expect(await ids('&_withDeleted=true&_orderBy[]=id,ASC')).toEqual([first.id, second.id]);
    const path = `/scriptures/${first.id}`;
    expect((await app.demo.api.get(path)).status).toBe(404);
    expect((await app.demo.api.get(`${path}?_withDeleted=true`)).body.scripture.deletedDate).toBeTruthy();
    expect((await app.demo.api.patch(path, { accepted: true })).status).toBe(404);

    await app.demo.api.delete(`/items/${own.id}`);
    expect(await ids()).toEqual([]);
    for (const answer of [
      await app.demo.api.get(`/scriptures/${second.id}`),
      await app.demo.api.patch(`/scriptures/${second.id}`, { accepted: true }),
      await app.demo.api.delete(`/scriptures/${second.id}`),
      await create({ book: 'GEN', chapter: 1 }, own.id),
    ])
      expect(answer.status).toBe(404);
    expect((await app.demo.api.get(`/scriptures/${second.id}?_withDeleted=true`)).status).toBe(200);
  });

  it('change only the version that If-Match names', async () => {
    const path = `/scriptures/${(await buildScripture(app.demo, item)).id}`;
    const version = String((await app.demo.api.get(`${path}?translation=asv`)).headers.etag);
    expect((await app.demo.api.patch(path, { accepted: true }, { 'If-Match': version })).status).toBe(200);
    expect((await app.demo.api.patch(path, { accepted: false }, { 'If-Match': version })).status).toBe(412);
  });

  it('update the index for a published item only', async () => {
    const published = await buildReadyItem(app, app.demo, {}, { status: 'published' });
    const jobs = async () => {
      const rows = await app.app.db.deleteFrom('job').returning(['kind', 'payload']).execute();
      return rows.map(({ kind, payload }) => [kind, JSON.parse(payload).itemId]);
    };
    await jobs();
    const { id } = await buildScripture(app.demo, published, { suggested: true });
    expect(await jobs()).toEqual([['refreshItem', published.id]]);
    for (const change of [{ accepted: true }, { keyVerse: true }]) {
      await app.demo.api.patch(`/scriptures/${id}`, change);
      expect(await jobs()).toEqual([['refreshItem', published.id]]);
    }
    await app.demo.api.delete(`/scriptures/${id}`);
    expect(await jobs()).toEqual([['refreshItem', published.id]]);
    await buildScripture(app.demo, item);
    expect(await jobs()).toEqual([]);
  });

  it('may be of books that the translations lack, without a text', async () => {
    const own = await buildItem(app.demo);
    const { body } = await create({ book: 'sir', chapter: 24 }, own.id);
    expect(body.scripture).toMatchObject({
      book: 'SIR',
      bookName: 'Sirach',
      citation: 'Sirach 24',
      verseEnd: 34,
    });
    await create({ book: 'JHN', chapter: 1 }, own.id);
    const list = async (query: string) =>
      (await app.demo.api.get(`/scriptures?itemId=${own.id}&${query}`)).body.scriptures;
    expect((await list('translation=kjv&book=SIR')).map(({ text }: { text: null }) => text)).toEqual([null]);
    expect(await list('citation=Sirach%2024')).toHaveLength(1);
    expect((await list('_orderBy[]=book,ASC')).map(({ book }: Built) => book)).toEqual(['JHN', 'SIR']);
    expect(problems(await create({ book: 'TOB', chapter: 15 }))).toEqual({
      chapter: 'Tobit has 14 chapters',
    });
    const { body: read } = await app.demo.api.post('/scriptures/read', {
      text: 'Sir 24,1-4; Weish 3,1; Dan 3,52-90; Ephesians 6:10-end; Psalm 22 (23); Bar 3; S. Luke ii. 1-14',
    });
    expect([read.scriptures.map(({ citation }: Built) => citation), read.unread]).toEqual([
      [
        'Sirach 24:1-4',
        'Wisdom 3:1',
        'Prayer of Azariah 1:29-68',
        'Ephesians 6:10-24',
        'Psalms 23',
        'Luke 2:1-14',
      ],
      ['Bar 3'],
    ]);
  });

  it('are read and cited as the Bibles of the account number verses', async () => {
    const { body: before } = await app.demo.api.get('/account');
    const set = (settings: object) => app.demo.api.patch('/account', { settings });
    const own = await buildItem(app.demo);
    const verse = { book: 'PSA', chapter: 51, verseStart: 10, verseEnd: 10 };
    const { id } = await buildScripture(app.demo, own, verse);
    const shown = async () => [
      (await app.demo.api.get(`/scriptures/${id}`)).body.scripture.citation,
      (await app.demo.api.get(`/scriptures?itemId=${own.id}`)).body.scriptures[0].citation,
      (await app.demo.api.get(`/items/${own.id}?_expand[]=scriptures`)).body.item.scriptures[0].citation,
    ];
    const read = async (text: string) =>
      (await app.demo.api.post('/scriptures/read', { text })).body.scriptures;
    expect(await shown()).toEqual(Array(3).fill('Psalms 51:10'));
    expect(await read('Psalm 51,12')).toMatchObject([{ verseStart: 12, citation: 'Psalms 51:12' }]);

    await set({ language: 'de' });
    expect(await shown()).toEqual(Array(3).fill('Psalms 51:12'));
    expect(await read('Psalm 51,12')).toMatchObject([{ ...verse, citation: 'Psalms 51:12' }]);
    expect(await read('Mal 3,23')).toMatchObject([
      { book: 'MAL', chapter: 4, verseStart: 5, citation: 'Malachi 3:23' },
    ]);
    await set({ versification: 'vulgate' });
    expect(await shown()).toEqual(Array(3).fill('Psalms 50:12'));
    expect((await set({ versification: 'greek' })).body.error.details[0].path).toBe('settings.versification');
    await set({ versification: null, language: before.account.settings.language });
    expect(await shown()).toEqual(Array(3).fill('Psalms 51:10'));
  });

  it('are read as people type them, in several languages, and what is no scripture is named', async () => {
    const read = async (text: string) => {
      const { status, body } = await app.demo.api.post('/scriptures/read', { text });
      expect(status).toBe(200);
      return [body.scriptures.map(({ citation }: { citation: string }) => citation), body.unread];
    };
    expect(await read('Matt 5:3-12; 6:9; Ps 23')).toEqual([
      ['Matthew 5:3-12', 'Matthew 6:9', 'Psalms 23'],
      [],
    ]);
    expect(await read('1. Korinther 13,4-7\nSalmo 23')).toEqual([['1 Corinthians 13:4-7', 'Psalms 23'], []]);
    expect(await read('at 10.30.12; Am 3.5.; Ruth 4th; coldcard-mk3; Am 5:24')).toEqual([
      ['Amos 5:24'],
      ['at 10.30.12', 'Am 3.5.', 'Ruth 4th', 'coldcard-mk3'],
    ]);
    expect(await read('Luke 15:4-16:2')).toEqual([['Luke 15:4-32', 'Luke 16:1-2'], []]);
    expect(await read('Jn 11:35; the lost coin; Jude 40')).toEqual([
      ['John 11:35'],
      ['the lost coin', 'Jude 40'],
    ]);
    expect(problems(await app.demo.api.post('/scriptures/read', { text: 'x'.repeat(501) }))).toHaveProperty(
      'text',
    );
  });
});
