/** Scores are probabilities, comparable between queries, and decide what is a result; on the sample library. */
import { beforeAll, describe, expect, it } from 'vitest';
import { fillWithSamples } from '../support/sample-library.js';
import { useApp } from '../support/start-app.js';

/** Queries as visitors type them, sometimes mistyped, with a talk that must be among the first three. */
const ANSWERED: Readonly<Record<string, string>> = {
  forgiveness: 'The Brother Across Town',
  grief: 'The Chair by the Window',
  bees: 'What Bees Taught Me about Waiting',
  anger: 'The Red Light at Fuller Street',
  sabbath: 'The Phone in the Drawer',
  doubt: 'At the Back with Thomas',
  money: 'Two Coins in the Box',
  dementia: 'My Mother Who Forgets',
  widow: 'Two Coins in the Box',
  hospitality: 'Soup for Whoever Comes',
  stars: 'The Stars over the Car Park',
  forgivness: 'The Brother Across Town',
  sabath: 'The Phone in the Drawer',
  genorosity: 'Two Coins in the Box',
  'hospice nurse': 'What the Dying Ask For',
  'losing a job': 'Your Job Is Not Your Name',
  'public speaking': 'Learning to Speak to a Room',
  'singing in prison': 'Singing on C Wing',
  'night sky': 'The Stars over the Car Park',
  'teaching children': 'Teaching Small Children to Pray',
  'psalm 23 shepherd': 'A Shepherd Reads Psalm 23',
  'how do I pray with my kids': 'Teaching Small Children to Pray',
  'what do dying people want': 'What the Dying Ask For',
  'why did my brother never say sorry': 'The Brother Across Town',
  'my mum has dementia and forgets my name': 'My Mother Who Forgets',
  'I am angry in traffic': 'The Red Light at Fuller Street',
  'what do bees teach about patience': 'What Bees Taught Me about Waiting',
  'Ruth Adeyemi': 'The Brother Across Town',
  'Grace Whitlock': 'My Mother Who Forgets',
  'Samuel Oduya': 'Singing on C Wing',
  'Miriam Kessler': 'Teaching Small Children to Pray',
  'Owen Pritchard bees': 'What Bees Taught Me about Waiting',
};

/** Questions about other subjects, although the talks contain most of their words. */
const UNANSWERED = [
  'what time is the service on sunday and where do I park',
  'who won the world cup in 2014',
  'how do I reset my router',
  'recipe for chicken tikka masala',
  'cheap flights to barcelona in june',
  'how much paracetamol can I give a two year old',
  'train times from manchester to leeds',
  'asdfgh sunday',
  'fghjkl qwertyu hope',
  'zxcvb lkjhg',
];

describe('scores', () => {
  const app = useApp({ worker: true });
  beforeAll(async () => {
    await fillWithSamples(app, app.demo);
  });

  interface Found {
    score: number;
    item: { id: number; title: string };
    passages: { score: number }[];
  }
  const search = async (
    parameters: Record<string, unknown>,
  ): Promise<{
    results: Found[];
    related: (Omit<Found, 'score'> & { score: null })[];
    totalRecords: number;
    facets?: Record<string, { count: number }[]>;
  }> => {
    const { status, body } = await app.demo.site.post('/search', { passages: 0, limit: 50, ...parameters });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const shown = ({ results }: { results: Found[] }) => results.map(({ item, score }) => [item.id, score]);

  it('give results for topics, questions, names and mistyped words', async () => {
    for (const [q, title] of Object.entries(ANSWERED)) {
      const { results } = await search({ q, limit: 3 });
      expect([q, ...results.map(({ item }) => item.title)]).toContain(title);
    }
  });

  it('leave fewer than three results for unrelated questions and nonsense', async () => {
    const answered: string[] = [];
    for (const q of UNANSWERED) if ((await search({ q })).totalRecords >= 3) answered.push(q);
    expect(answered.length).toBeLessThanOrEqual(1);
  });

  it('offer uncounted related talks for questions without a result, and none for nonsense', async () => {
    const q = 'forgiving a brother';
    const minScore = 1;
    const facets = ['collection'];
    const found = await search({ q, minScore, passages: 2, facets });
    expect(found).toMatchObject({ results: [], totalRecords: 0 });
    expect(found.facets).toEqual({ collection: [] });
    expect(found.related).toHaveLength(3);
    for (const { score, item, passages } of found.related) {
      expect(score).toBeNull();
      expect(item.title).toBeTruthy();
      expect(passages.length).toBeGreaterThan(0);
    }
    expect((await search({ q, minScore, offset: 50 })).related).toHaveLength(3);
    const { id } = found.related[0]!.item;
    const { collectionId } = (await app.demo.api.get(`/items/${id}`)).body.item;
    const narrowed = await search({ q, minScore, collectionId });
    expect(narrowed.related.map(({ item }) => item.id)).toContain(id);
    for (const nonsense of ['zxcvb lkjhg', 'fghjkl qwertyu hope', '"xyzzy plugh"'])
      expect((await search({ q: nonsense })).related).toEqual([]);
    expect((await search({ q: 'forgiveness' })).related).toEqual([]);
  });

  it('are higher for a talk on the subject than for a chance word', async () => {
    const first = async (q: string): Promise<number> =>
      (await search({ q, minScore: 0 })).results[0]?.score ?? 0;
    const meant = await first('How do I calm my nerves before giving a speech?');
    expect(meant).toBeGreaterThan(0.3);
    for (const q of UNANSWERED) expect(await first(q)).toBeLessThan(meant / 2);
  });

  it('below minScore are left out of totals, pages and facets alike', async () => {
    const q = 'how to pray with children';
    const all = await search({ q, minScore: 0 });
    const scores = all.results.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    for (const minScore of [scores[1]!, (scores[2]! + scores[3]!) / 2, 1]) {
      const found = await search({ q, minScore, facets: ['collection'] });
      expect(shown(found)).toEqual(shown(all).filter(([, score]) => score! >= minScore));
      expect(found.totalRecords).toBe(found.results.length);
      const counted = found.facets!.collection!.reduce((sum, { count }) => sum + count, 0);
      expect(counted).toBe(found.totalRecords);
      const pages = [];
      for (let offset = 0; offset < 4; offset += 2)
        pages.push(await search({ q, minScore, limit: 2, offset }));
      expect(pages.flatMap(shown)).toEqual(shown(found).slice(0, 4));
      const { body } = await app.demo.site.get(
        `/search?limit=50&passages=0&minScore=${minScore}&q=${encodeURIComponent(q)}`,
      );
      expect(shown(body)).toEqual(shown(found));
    }
  });

  it('of an item do not depend on other parameters, and are at least those of its passages', async () => {
    const q = 'waiting for the bees in winter';
    const all = await search({ q, minScore: 0 });
    const ofItem = new Map(all.results.map(({ item, score }) => [item.id, score]));
    const { body } = await app.demo.api.get('/collections');
    for (const { id } of body.collections) {
      const { results } = await search({ q, minScore: 0, collectionId: id, passages: 5 });
      expect(results.length).toBeGreaterThan(0);
      for (const { item, score, passages } of results) {
        expect(score).toBe(ofItem.get(item.id));
        expect(passages[0]!.score).toBeCloseTo(score);
        for (const passage of passages) expect(passage.score).toBeLessThanOrEqual(score);
      }
    }
  });

  it('default to no minimum for phrases, prefixes and scripture references', async () => {
    for (const [q, title] of [
      ['"jam jar" zxcvb qwertz', 'Two Coins in the Box'],
      ['asdfgh shephe*', 'A Shepherd Reads Psalm 23'],
      ['psalm 23 zxcvb qwertz', 'A Shepherd Reads Psalm 23'],
    ] as const) {
      const { results } = await search({ q });
      expect([q, ...results.map(({ item }) => item.title)]).toContain(title);
      expect((await search({ q, minScore: 0.99 })).totalRecords).toBe(0);
    }
  });

  it.each(['-0.1', '1.01', '', 'high', '0x1'])('reject %o as minScore', async (minScore) => {
    const { status, body } = await app.demo.site.get(`/search?q=grace&minScore=${minScore}`);
    expect([status, body.error.details[0].path]).toEqual([400, 'minScore']);
    const posted = await app.demo.site.post('/search', { q: 'grace', minScore });
    expect([posted.status, posted.body.error.details[0].path]).toEqual([422, 'minScore']);
  });
});
