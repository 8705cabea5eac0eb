/** Phrases, exclusions and prefixes in searches, with all counts in the response. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../support/client.js';
import { buildTopic, publishTalk, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';
import { talks } from '../support/talks.js';

describe('search syntax', () => {
  const app = useApp({ worker: true });
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    const topic = await buildTopic(app.demo, { name: 'Patience' });
    ids.bees = await publishTalk(app.demo, 'Waiting with the bees', talks.bees, {
      topics: [{ id: topic.id }],
    });
    ids.bread = await publishTalk(app.demo, 'On bread', talks.bread, { topics: [{ id: topic.id }] });
    ids.light = await publishTalk(app.demo, 'Stairs', talks.lighthouse);
    await publishTalk(app.other, 'Bees of others', talks.bees);
    await app.idle();
  });

  const search = async (parameters: Record<string, unknown>): Promise<Built> => {
    // The words of each query come from different talks.
    const { status, body } = await app.demo.site.post('/search', { minScore: 0, ...parameters });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const found = (body: Built): number[] => body.results.map(({ item }: Built) => item.id);
  const named = (names: readonly string[]): number[] => names.map((name) => ids[name]!).sort((a, b) => a - b);

  const EVERYTHING = 'hive dough stairs';
  it.each([
    [EVERYTHING, ['bees', 'bread', 'light']],
    [`${EVERYTHING} "climbed two hundred"`, ['light']],
    [`${EVERYTHING} “two hundreds and eleven step”`, ['light']],
    [`${EVERYTHING} "waiting with the bees"`, ['bees']],
    [`${EVERYTHING} "the neighbours who" "sourdough"`, ['bread']],
    [`${EVERYTHING} "the neighbours who" "hive"`, []],
    [`${EVERYTHING} "hundred two"`, ['bees', 'bread', 'light']],
    [`${EVERYTHING} "hundred two" "sourdough"`, ['bread']],
    [`${EVERYTHING} "hundred two" -sourdough`, ['bees', 'light']],
    [`${EVERYTHING} -sourdough`, ['bees', 'light']],
    [`-sourdough ${EVERYTHING} -"of the great storm"`, ['bees']],
    [`${EVERYTHING} -waiting`, ['bread', 'light']],
    [`${EVERYTHING} -sourd*`, ['bees', 'light']],
    [`${EVERYTHING} -SOUR* -stair*`, ['bees']],
    [`${EVERYTHING} -wait* -zzz*`, ['bread', 'light']],
    [`${EVERYTHING} -"sourd*"`, ['bees', 'bread', 'light']],
    [`${EVERYTHING} - sourdough -the`, ['bees', 'bread', 'light']],
    [`${EVERYTHING} "unclosed`, ['bees', 'bread', 'light']],
  ])('finds with %s', async (q, names) => {
    for (const mode of ['hybrid', 'keyword']) {
      const body = await search({ q, mode, limit: 50 });
      expect(
        [...found(body)].sort((a, b) => a - b),
        mode,
      ).toEqual(named(names));
      expect(body).toMatchObject({ query: q, totalRecords: names.length, totalIsExact: true });
    }
    const paged: number[] = [];
    for (let offset = 0; offset < 3; offset++) paged.push(...found(await search({ q, limit: 1, offset })));
    expect(paged).toEqual(found(await search({ q })));
  });

  it('searches the words of a phrase that no item contains, and counts the items per phrase', async () => {
    const phrases = async (q: string, more: object = {}) =>
      (await search({ q, ...more })).interpretation.phrases;
    expect(await phrases('"two hundred and eleven steps" "steps two hundred"')).toEqual([
      { text: 'two hundred and eleven steps', found: 1 },
      { text: 'steps two hundred', found: 0 },
    ]);
    expect(await phrases('"the hive"', { topicId: 1e9 })).toEqual([{ text: 'the hive', found: 1 }]);
    expect(await phrases(EVERYTHING)).toBeUndefined();
    const { results } = await search({ q: '"steps two hundred"', minScore: undefined });
    expect(results[0].item.id).toBe(ids.light);
    const pasted = 'He counted “all the steps to the lamp”, two hundred and eleven of them, every evening';
    expect(found(await search({ q: pasted, minScore: undefined }))[0]).toBe(ids.light);
  });

  it('reports on the page that no talk contains a phrase', async () => {
    const pages = createClient(new URL(app.publicUrl).origin, { Host: 'demo.localhost' });
    const { body: page } = await pages.get<string>(`/?q=${encodeURIComponent('"steps two hundred"')}`);
    expect(page).toContain('No talk contains the exact phrase “steps two hundred”. Results for its words:');
    expect(page).toContain('Stairs');
  });

  it('also restricts semantic search', async () => {
    const asked = { mode: 'semantic', q: 'waiting for insects in the cold' };
    expect(found(await search(asked))).toContain(ids.bees);
    expect(found(await search({ ...asked, q: `${asked.q} -hive` }))).not.toContain(ids.bees);
    expect(found(await search({ ...asked, q: `${asked.q} "cold outside"` }))).toEqual([ids.bees]);
  });

  it('counts facets over the remaining results, and applies filters', async () => {
    const { facets } = await search({ q: `${EVERYTHING} -sourdough`, facets: ['topic'] });
    expect(facets.topic).toEqual([expect.objectContaining({ name: 'Patience', count: 1 })]);
    const topicId = facets.topic[0].value;
    expect(found(await search({ q: `${EVERYTHING} -sourdough`, topicId }))).toEqual([ids.bees]);
    expect(found(await search({ q: `${EVERYTHING} "in charge"`, topicId }))).toEqual([ids.bees]);
    expect(found(await search({ q: `${EVERYTHING} "two hundred"`, topicId }))).toEqual([]);
  });

  it('highlights matches, and not excluded words', async () => {
    const { results } = await search({ q: '"the hive" -applause bread', passages: 10 });
    expect(results).toEqual([]);
    const { results: kept } = await search({ q: '"the hive" -storm winter', passages: 10 });
    const marked = kept[0].passages.flatMap(({ text, highlights }: Built) =>
      highlights.map(([start, end]: [number, number]) => text.slice(start, end).toLowerCase()),
    );
    expect(new Set(marked)).toEqual(new Set(['the hive', 'winter']));
  });

  it('recognises a scripture reference beside it', async () => {
    const body = await search({ q: 'psalm 23 -sourdough' });
    expect(body.interpretation.scripture.citation).toBe('Psalms 23');
    expect(found(body)).not.toContain(ids.bread);
  });

  it.each(['-hive', '-"the hive" -bees'])('rejects %s, which searches for nothing', async (q) => {
    const { status, body } = await app.demo.site.get(`/search?q=${encodeURIComponent(q)}`);
    expect([status, body.error.details[0].path]).toEqual([400, 'q']);
    expect((await app.demo.site.post('/search', { q, year: 2024 })).status).toBe(422);
  });

  it.each([
    ['500 quotation marks', '"'.repeat(500)],
    ['many phrases', '"a" "hive" '.repeat(45)],
    ['many exclusions', `hive ${'-x '.repeat(160)}`],
    ['different exclusions', `hive ${Array.from({ length: 80 }, (_, at) => `-w${at}`).join(' ')}`],
    ['a long word', `hive -${'x'.repeat(490)}`],
    ['a long beginning', `${'x'.repeat(490)}*`],
    ['many exclusions of beginnings', `hive ${'-ab* '.repeat(95)}`],
    ['many beginnings', 'ab* '.repeat(120)],
    ['asterisks', '*'.repeat(500)],
    ['common phrases', '"of the" "in the" "and he" "to the"'],
  ])('accepts %s', async (_name, q) => {
    for (const mode of ['hybrid', 'keyword', 'semantic'])
      expect((await app.demo.site.post('/search', { q, mode })).status).toBe(200);
  });
});
