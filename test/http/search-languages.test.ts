/** Searches in languages with and without text in the library. */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildScripture, buildSpeaker, publishTalk, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';
import { talks } from '../support/talks.js';

/** Full of words that mean something else in other languages. */
const CHANCE = [
  'At MIT a man said that the war was a gift to the brief and the bad.',
  'Only once did the red pan die in the main hall, with a coin in the pain of hell.',
  'He ate raisin bread, and the chair was real, and the rat was in the boot.',
  'An angel came with a handy fast car, and de facto nobody paid for el dorado.',
  'Luther once wrote a letter, and in Los Alamos they still read what Luther wrote.',
];
const GERMAN = [
  'Wer Geduld hat, der wartet nicht auf das Ende des Winters, sondern lebt mit ihm.',
  'Wir haben im Garten gelernt, dass die Bienen auch ohne uns wissen, was zu tun ist.',
  'Und wenn ich frage, was das mit dem Glauben zu tun hat, dann sage ich: er ist auch Geduld.',
];

describe('the language of a search', () => {
  const app = useApp({ worker: true });
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    const { id: speakerId } = await buildSpeaker(app.demo, { name: 'Tobias Quillfeather' });
    ids.chance = await publishTalk(app.demo, 'The brief gift', CHANCE);
    ids.bees = await publishTalk(app.demo, 'Hives', talks.bees, { speakers: [{ id: speakerId }] });
    ids.bread = await publishTalk(app.demo, 'On bread', talks.bread);
    await buildScripture(
      app.demo,
      { id: ids.bread },
      { book: 'ROM', chapter: 8, verseStart: 28, verseEnd: 30 },
    );
    ids.german = await publishTalk(app.other, 'Geduld', GERMAN);
    ids.english = await publishTalk(app.other, 'Stairs', talks.lighthouse);
    await app.idle();
  });

  const search = async (q: string, more: object = {}, tenant = app.demo): Promise<Built> => {
    const { status, body } = await tenant.site.post('/search', { q, facets: ['year'], ...more });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const found = (body: Built): number[] => body.results.map(({ item }: Built) => item.id);

  it.each([
    ['de', 'ein Gift für die Seele'],
    ['de', 'Rat in der Not, wenn man nicht mehr will'],
    ['es', 'el pan y la red, que son once'],
    ['pt', 'o facto e a paz de Deus para uma pessoa'],
    ['it', 'il pane e la vita che Dio dona'],
    ['nl', 'het kind en de man met een rat in de hand'],
  ])('does not match words by chance in %s: %s', async (language, q) => {
    for (const mode of ['hybrid', 'keyword']) {
      const body = await search(q, { mode });
      expect([q, body.interpretation, found(body)]).toEqual([q, { language }, []]);
      expect(body).toMatchObject({ totalRecords: 0, totalIsExact: true, facets: { year: [] } });
    }
  });

  it('still finds names', async () => {
    for (const [q, language, id] of [
      ['sermón de Quillfeather', 'es', ids.bees],
      ['predigt von quillfeather', 'de', ids.bees],
      ['que dit Luther sur la paix', 'fr', ids.chance],
      ['was sagt luther zum brief', 'de', ids.chance],
    ] as const) {
      const body = await search(q, { mode: 'keyword', names: 'off' });
      expect([q, body.interpretation, found(body)]).toEqual([q, { language }, [id]]);
    }
    const { results } = await search('was sagt luther zum brief und zur gift', { mode: 'keyword' });
    const [{ text, highlights }] = results[0].passages;
    expect(highlights.map(([start, end]: [number, number]) => text.slice(start, end))).toEqual([
      'Luther',
      'letter',
      'Luther',
    ]);
  });

  it.each([
    ['der Brief und der Mann', ['letter', 'man']],
    ['la carta de un hombre', ['letter', 'man']],
    ["la lettre d'un homme", ['letter', 'man']],
    ['a carta de um homem', ['letter', 'man']],
  ])('is read in English: %s', async (q, words) => {
    const { results } = await search(q, { mode: 'keyword' });
    expect(results[0].item.id).toBe(ids.chance);
    const [{ text, highlights }] = results[0].passages;
    const marked = highlights.map(([start, end]: [number, number]) => text.slice(start, end));
    expect([...new Set(marked)].sort()).toEqual(words);
  });

  it('does not affect quoted words and scripture references', async () => {
    expect(found(await search('wie man mit "gift" und "red pan" umgeht'))).toEqual([ids.chance]);
    for (const q of ['Römer 8,30', 'Predigt über Römer 8,30', 'sermón sobre Romanos 8:30']) {
      const body = await search(q);
      expect(body.interpretation.scripture.citation, q).toBe('Romans 8:30');
      expect(found(body)[0], q).toBe(ids.bread);
    }
    expect(found(await search('Predigt über Römer 8,30'))).toEqual([ids.bread]);
  });

  it.each([
    ['en', 'what does the man say about the war'],
    ['en', 'the gift of patience'],
    [null, 'gift'],
    [null, 'MIT'],
    [null, 'Quillfeather'],
    [null, 'Los Alamos'],
    [null, 'el dorado'],
    [null, 'rat boot'],
  ])('is detected as %s in English searches: %s', async (language, q) => {
    const body = await search(q, { mode: 'keyword' });
    expect([q, body.interpretation.language]).toEqual([q, language]);
    expect(found(body), q).toContain(q === 'Quillfeather' ? ids.bees : ids.chance);
  });

  it('does not matter if the library contains text in that language', async () => {
    const german = 'was Geduld mit dem Winter zu tun hat';
    const body = await search(german, {}, app.other);
    expect(body.interpretation.language).toBe('de');
    expect(found(body)[0]).toBe(ids.german);
    const keyword = await search('wer mit Bienen wartet', { mode: 'keyword' }, app.other);
    expect(found(keyword)).toEqual([ids.german]);
    const spanish = await search('una luz en la noche para el hombre', { mode: 'keyword' }, app.other);
    expect(found(spanish)).toEqual([ids.english]);

    const id = await publishTalk(app.demo, 'Geduld', GERMAN);
    await app.idle();
    await expect.poll(async () => found(await search(german))).toContain(id);
  });

  it('corrects no word of another language into an English one', async () => {
    const corrected = async (q: string, tenant = app.other): Promise<unknown> =>
      (await search(q, {}, tenant)).interpretation.corrected?.to;
    for (const q of ['unser vater', 'unsre mutter', 'heiliger geist', 'padre nuestro', 'mein fater']) {
      expect(await corrected(q), q).toBeUndefined();
      expect(await corrected(q, app.demo), q).toBeUndefined();
    }
    expect(await corrected('was gedult mit dem winter zu tun hat')).toBe(
      'was geduld mit dem winter zu tun hat',
    );
    expect(await corrected('lighthuose stairs')).toBe('lighthouse stairs');
  });

  it('is null without a query', async () => {
    expect((await search('', { year: 2026 })).interpretation).toEqual({ language: null });
  });
});
