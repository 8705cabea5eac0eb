/** Scripture references without items: quotations and mentions first, then similar items. */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildScripture, setItem, publishTalk, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';
import { talks } from '../support/talks.js';

const QUOTES = [
  'I had it read at the funeral, and again at the wedding of my daughter a year later.',
  'Whom he did predestinate, them he also called: and whom he called, them he also justified.',
  'My aunt said it by heart when she no longer knew my name.',
];
const SPEAKS = [
  'In the autumn we read the whole letter, a chapter every week, in the back room of the library.',
  'By the time that we had come to Romans chapter eight, verse thirty, there were forty of us.',
  'Nobody had expected that, least of all the librarian, who had to fetch chairs.',
];
const NEAR = [
  'Those whom God has chosen beforehand he calls, and those whom he calls he declares righteous.',
  'He justifies the called, and the justified will share his glory.',
];
const CHANCE = [
  'The Romans built the road in 8 years with 30 legions, and John paid 3 coins for 16 figs.',
  'Chapter after chapter of that history is about roads, and there were 8 Romans to a tent.',
  'In the psalms of the street sellers there are 84 kinds of fish.',
];

describe('scriptures in a search', () => {
  const app = useApp({ worker: true });
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    ids.quotes = await publishTalk(app.demo, 'By heart', QUOTES, { date: '2024-05-01' });
    ids.speaks = await publishTalk(app.demo, 'The back room', SPEAKS, { date: '2025-05-01' });
    ids.near = await publishTalk(app.demo, 'Called', NEAR);
    ids.chance = await publishTalk(app.demo, 'Roads', CHANCE);
    ids.titled = await publishTalk(app.demo, 'Thoughts on Psalm 84', talks.lighthouse);
    ids.numbered = await publishTalk(app.demo, 'Weddings', [
      'Everybody wants First Corinthians thirteen, and nobody asks what it was an answer to.',
    ]);
    ids.on = await publishTalk(app.demo, 'Kneading', talks.bread);
    ids.bees = await publishTalk(app.demo, 'Hives', talks.bees);
    await buildScripture(app.demo, { id: ids.on }, { book: 'EPH', chapter: 2, verseStart: 8, verseEnd: 9 });
    await buildScripture(app.demo, { id: ids.bees }, { book: 'ROM', chapter: 8, verseStart: 1, verseEnd: 4 });
    ids.spanish = await publishTalk(app.other, 'El muro', [
      'Pablo escribe en Efesios 2,14 que él es nuestra paz, y que ha derribado el muro de enemistad.',
      'Los vecinos hablaron por primera vez después de muchos años de silencio.',
    ]);
    ids.german = await publishTalk(app.other, 'Eltern', [
      'Was in 2. Mose 20,12 über Vater und Mutter steht, gilt auch für Kinder, die längst erwachsen sind.',
    ]);
    ids.tagged = await publishTalk(app.other, 'Más', talks.lighthouse);
    await buildScripture(app.other, { id: ids.tagged }, { book: 'EPH', chapter: 3, verseStart: 20 });
    ids.ofChapter = await publishTalk(app.other, 'Raíces', talks.bread);
    await buildScripture(app.other, { id: ids.ofChapter }, { book: 'EPH', chapter: 3, verseStart: 1 });
    ids.mentions = await publishTalk(app.other, 'La mesa', [
      'Mi madre ponía siempre un plato de más, porque había leído Efesios 3,20 y lo creía.',
      'Nadie vino nunca, hasta el invierno de la riada.',
    ]);
    await publishTalk(app.other, 'Zahlen', [
      'Die Epheser hatten 2 Tore, und in Efesios wohnten 14 Familias.',
    ]);
    await app.idle();
  });

  const search = async (q: string, more: object = {}): Promise<Built> => {
    const { status, body } = await app.demo.site.post('/search', { q, limit: 50, ...more });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const found = (body: Built): number[] => body.results.map(({ item }: Built) => item.id);

  it.each(['romans 8:30', 'Rom. viii. 30', 'Römer 8,30', 'sermon on Romans 8:30', 'romans eight thirty'])(
    'for “%s” rank quotations and mentions first, then similar items',
    async (q) => {
      const body = await search(q);
      expect(body.interpretation.scripture).toMatchObject({ citation: 'Romans 8:30', found: 0 });
      expect([q, found(body)]).toEqual([q, [ids.quotes, ids.speaks, ids.near]]);
      const shown = body.results.map(({ passages: [{ text, highlights }] }: Built) =>
        highlights.map(([start, end]: [number, number]) => text.slice(start, end)),
      );
      expect(shown[0]).toEqual(expect.arrayContaining(['predestinate', 'justified']));
      expect(shown[1]).toContain('Romans');
    },
  );

  it.each([
    'Ephesians 2:14',
    'Epheser 2,14',
    'Efesios 2,14',
    'Éphésiens 2:14',
    'Efésios 2:14',
    'eph 2:14-16',
  ])('for “%s” match items that name it in another language', async (q) => {
    for (const mode of ['hybrid', 'keyword']) {
      const { body } = await app.other.site.post('/search', { q, mode });
      expect(body.interpretation.scripture).toMatchObject({ book: 'EPH', found: 0 });
      expect([q, found(body)[0]]).toEqual([q, ids.spanish]);
      if (mode === 'keyword') expect(found(body)).toEqual([ids.spanish]);
    }
  });

  it.each(['Efesios 3,20', 'Ephesians 3:20', 'eph 3'])(
    'for “%s” rank items on the passage first, then mentions',
    async (q) => {
      for (const mode of ['hybrid', 'semantic', 'keyword']) {
        const { body } = await app.other.site.post('/search', { q, mode });
        const onIt = q === 'eph 3' ? [ids.tagged, ids.ofChapter] : [ids.tagged];
        expect(body.interpretation.scripture).toMatchObject({ book: 'EPH', found: onIt.length });
        const order = found(body);
        expect([mode, order.slice(0, onIt.length).sort()]).toEqual([mode, onIt.sort()]);
        expect([mode, order.slice(onIt.length, 3)]).toEqual([mode, expect.arrayContaining([ids.mentions])]);
        const { passages } = body.results.find(({ item }: Built) => item.id === ids.mentions);
        expect(passages[0].text).toContain('Efesios 3,20');
        const first = await app.other.site.post('/search', { q, mode, limit: 2 });
        expect(first.body.totalRecords).toBe(body.totalRecords);
      }
    },
  );

  it('match books by their numbering in another language', async () => {
    for (const q of ['Exodus 20:12', '2. Mose 20,12', 'Éxodo 20:12']) {
      const { body } = await app.other.site.post('/search', { q, mode: 'keyword' });
      expect([q, found(body)]).toEqual([q, [ids.german]]);
    }
    const { body } = await app.other.site.post('/search', { q: 'Genesis 20:12', mode: 'keyword' });
    expect(found(body)).not.toContain(ids.german);
  });

  it('return the same results in keyword search for all pages, totals and facets', async () => {
    const keyword = await search('romans 8:30', { mode: 'keyword' });
    expect([...found(keyword)].sort()).toEqual([ids.quotes, ids.speaks].sort());
    expect(keyword.totalIsExact).toBe(true);

    const whole = await search('romans 8:30', { facets: ['year'] });
    expect(whole.totalRecords).toBe(3);
    const years = whole.facets.year.map(({ value, count }: Built) => [value, count]);
    expect([...years].sort()).toEqual([
      [2024, 1],
      [2025, 1],
      [2026, 1],
    ]);
    const pages = await Promise.all(
      [0, 1, 2, 3].map((offset) => search('romans 8:30', { limit: 1, offset })),
    );
    expect(pages.flatMap(found)).toEqual(found(whole));
    expect(pages.map(({ totalRecords }) => totalRecords)).toEqual([3, 3, 3, 3]);
    for (const [year, name] of [
      [2024, 'quotes'],
      [2025, 'speaks'],
    ] as const) {
      const body = await search('romans 8:30', { year });
      expect(found(body)).toEqual([ids[name]]);
      const unfiltered = whole.results.find(({ item }: Built) => item.id === ids[name]);
      expect(body.results[0].score).toBe(unfiltered.score);
      expect(body.interpretation.scripture.found).toBe(0);
    }
  });

  it.each([
    ['psalm 84', ['titled']],
    ['1 corinthians 13', ['numbered']],
    ['2 corinthians 13', []],
    ['Psalms 8', []],
    ['obadiah', []],
    ['john 3:16', []],
    ['the book of numbers', []],
  ])('do not match digits or book names as words: %s', async (q, names) => {
    const body = await search(q, { mode: 'keyword' });
    expect(body.interpretation.scripture.found).toBe(0);
    expect([q, found(body)]).toEqual([q, names.map((name) => ids[name])]);
  });

  it('combine with the other words in the query', async () => {
    const body = await search('librarian romans 8:30 winter colony', {
      minScore: 0,
      mode: 'keyword',
    });
    expect(found(body).slice(0, 2).sort()).toEqual([ids.quotes, ids.speaks].sort());
    expect(found(body)).toContain(ids.bees);
    expect(found(body)).not.toContain(ids.chance);
  });

  it.each(['Gottesdienst am 5.7.', 'DTrace at 20', 'coldcard-mk3', 'Ruth 4th birthday', 'service at 10:30'])(
    'are not read from the times, dates and codes of %s',
    async (q) => {
      expect((await search(q)).interpretation.scripture).toBeUndefined();
    },
  );

  it('count the public items on a reference, whatever the filters', async () => {
    for (const [q, count] of [
      ['ephesians 2:8', 1],
      ['Epheser 2,8', 1],
      ['ephesians 2', 1],
      ['ephesians', 1],
      ['ephesians 2:10', 0],
      ['ephesians 1', 0],
    ] as const) {
      const body = await search(q);
      expect([q, body.interpretation.scripture.found]).toEqual([q, count]);
      if (count) expect([q, found(body)[0]]).toEqual([q, ids.on]);
      const filtered = await search(q, { year: 2024 });
      expect(filtered.interpretation.scripture.found).toBe(count);
    }
    await setItem(app, { id: ids.on! }, { status: 'unpublished' });
    expect((await search('ephesians 2:8')).interpretation.scripture.found).toBe(0);
  });

  it('find items on books that only some Bibles have', async () => {
    const item = { id: await publishTalk(app.other, 'Wisdom sings', talks.lighthouse) };
    await buildScripture(app.other, item, { book: 'SIR', chapter: 24, verseStart: 1, verseEnd: 4 });
    await app.idle();
    for (const q of ['Sirach 24', 'Sir 24:1-4', 'Eclesiástico 24,3', 'sermon on Sirach 24']) {
      const { body } = await app.other.site.post('/search', { q });
      expect([q, body.interpretation.scripture?.found]).toEqual([q, 1]);
      expect([q, found(body)[0]]).toEqual([q, item.id]);
    }
    const { body } = await app.other.site.post('/search', { q: 'Tobit 13' });
    expect(body.interpretation.scripture).toMatchObject({ citation: 'Tobit 13', found: 0 });
    const typed = (await app.other.site.get('/search/suggest?q=sirach%2024')).body.suggestions;
    expect(typed[0]).toMatchObject({ text: 'Sirach 24', book: 'SIR', chapter: 24 });
  });

  it('are read as the Bibles of the account number verses, and say which verse that is in English', async () => {
    const item = { id: await publishTalk(app.other, 'Ein reines Herz', talks.bread) };
    await buildScripture(app.other, item, { book: 'PSA', chapter: 51, verseStart: 10, verseEnd: 10 });
    await buildScripture(app.other, item, { book: 'MAL', chapter: 4, verseStart: 5, verseEnd: 6 });
    await app.other.api.patch('/account', { settings: { language: 'de' } });
    await app.idle();
    const scripture = async (q: string) =>
      (await app.other.site.post('/search', { q })).body.interpretation.scripture;
    const heart = { citation: 'Psalms 51:12', englishCitation: 'Psalms 51:10', verseStart: 10, found: 1 };
    expect(await scripture('Psalm 51,12')).toMatchObject(heart);
    expect(await scripture('Predigt über Psalm 51,12')).toMatchObject(heart);
    expect(await scripture('Psalms 51:12')).toMatchObject(heart);
    expect(await scripture('Mal 3,23')).toMatchObject({ englishCitation: 'Malachi 4:5', found: 1 });
    expect(await scripture('Psalm 23')).toMatchObject({
      citation: 'Psalms 23',
      englishCitation: 'Psalms 23',
    });
    const shown = (await app.other.site.get(`/items/${item.id}`)).body.item.scriptures;
    expect(shown.map(({ citation }: Built) => citation)).toEqual(['Psalms 51:12', 'Malachi 3:23-24']);
    const typed = (await app.other.site.get('/search/suggest?q=psalm%2051,12')).body.suggestions;
    expect(typed[0]).toMatchObject({ text: 'Psalms 51:12', chapter: 51, verseStart: 10, verseEnd: 10 });
  });
});
