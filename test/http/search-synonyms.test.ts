/** Synonyms of an account: what they find, where they do not apply, and their history. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createSearchRules } from '../../src/search/rules/search-rules.js';
import { buildSpeaker, publishTalk, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';
import { talks } from '../support/talks.js';

const SCHOOL = [
  'Every July forty children come for vacation Bible school and sing in the yard.',
  'We paint the walls of the hall blue, and the little ones are whales and sailors.',
  'Crafts, songs, and a story before the apple juice: so a week goes by.',
];
const TABLE = [
  'At communion we stand in a circle, and the cup goes from hand to hand.',
  'Nobody comes to communion alone, and nobody leaves it hungry for company.',
];

describe('synonyms', () => {
  const app = useApp({ worker: true });
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    ids.school = await publishTalk(app.demo, 'Summer', SCHOOL);
    ids.table = await publishTalk(app.demo, 'In a circle', TABLE);
    ids.bees = await publishTalk(app.demo, 'Waiting', talks.bees);
    ids.bread = await publishTalk(app.demo, 'Loaves', talks.bread);
    ids.light = await publishTalk(app.demo, 'Stairs', talks.lighthouse);
    ids.other = await publishTalk(app.other, 'In a circle', TABLE);
    await app.idle();
  });

  const search = async (q: string, more: object = {}, { site } = app.demo): Promise<Built> => {
    const { status, body } = await site.post('/search', { q, ...more });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const found = async (q: string, more?: object): Promise<number[]> =>
    (await search(q, more)).results.map(({ item }: Built) => item.id);
  const create = async (body: object): Promise<Built> => {
    const answer = await app.demo.api.post('/search/synonyms/create', body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.synonym;
  };
  const remove = async (...synonyms: Built[]): Promise<void> => {
    for (const { id } of synonyms)
      expect((await app.demo.api.delete(`/search/synonyms/${id}`)).status).toBe(200);
  };

  it('find words and phrases that mean the same, at once, with the words highlighted', async () => {
    for (const mode of ['hybrid', 'keyword']) {
      expect(await found('zwingliade', { mode }), mode).not.toContain(ids.table);
      const word = await create({ term: 'zwingliade', synonyms: ['communion'], bothWays: false });
      const body = await search('Zwingliades', { mode });
      expect([body.results[0].item.id, body.interpretation.synonyms]).toEqual([
        ids.table,
        [{ text: 'Zwingliades', also: ['communion'] }],
      ]);
      expect(body.interpretation).not.toHaveProperty('corrected');
      const [{ text, highlights }] = body.results[0].passages;
      expect(highlights.map(([start, end]: number[]) => text.slice(start, end).toLowerCase())).toContain(
        'communion',
      );
      await remove(word);

      const phrase = await create({ term: 'xbs', synonyms: ['vacation Bible school'], bothWays: false });
      expect((await found('xbs crafts', { mode }))[0], mode).toBe(ids.school);
      await remove(phrase);
      expect(await found('zwingliade', { mode }), mode).not.toContain(ids.table);
    }
  });

  it('lead to the talks of a speaker who is known by another name', async () => {
    const { id } = await buildSpeaker(app.demo, { name: 'Dr. Robert Quillfeather' });
    const speakers = { speakers: [{ id }] };
    const older = await publishTalk(app.demo, 'Stairs again', talks.lighthouse, {
      ...speakers,
      date: '2020-01-01',
    });
    const newer = await publishTalk(app.demo, 'Bread again', talks.bread, speakers);
    await app.idle();
    // Names are read again in the background, after a moment.
    await expect
      .poll(async () => (await search('Robert Quillfeather')).interpretation.names)
      .toMatchObject([{ id }]);
    expect((await search('bobbo')).interpretation.names).toBeUndefined();
    const synonym = await create({ term: 'Bobbo', synonyms: ['Robert Quillfeather'], bothWays: false });
    for (const q of ['bobbo', 'talks by Bobbo']) {
      const { results, interpretation } = await search(q);
      expect([q, ...results.slice(0, 2).map(({ item }: Built) => item.id)]).toEqual([q, newer, older]);
      expect(interpretation).toMatchObject({
        names: [{ type: 'speaker', id, name: 'Dr. Robert Quillfeather' }],
        synonyms: [{ text: expect.stringMatching(/^bobbo$/i), also: ['Robert Quillfeather'] }],
      });
    }
    expect((await found('bobbo on the keeper of the lighthouse')).slice(0, 2)).toEqual([older, newer]);
    expect((await search('Bobbo, Robert Quillfeather, Bobbo')).interpretation.names).toHaveLength(1);
    for (const [q, more] of [
      ['"bobbo"', {}],
      ['bobbo', { names: 'off' }],
    ] as const)
      expect((await search(q, more)).interpretation.names, q).toBeUndefined();
    expect((await search('bobbo', {}, app.other)).interpretation.names).toBeUndefined();

    const explained = await app.demo.api.post('/search/explain', { query: 'bobbo' });
    expect(explained.body.interpretation.names).toMatchObject([{ id }]);
    await remove(synonym);
    const { body: preview } = await app.demo.api.post('/search/preview', {
      query: 'bobbo',
      synonyms: [{ term: 'Bobbo', synonyms: ['Robert Quillfeather'], bothWays: false }],
    });
    const first = ({ results }: Built) => results[0]?.item?.id ?? results[0]?.itemId;
    expect([first(preview.before) === newer, first(preview.after)]).toEqual([false, newer]);
    for (const itemId of [older, newer]) await app.demo.api.post(`/items/${itemId}/unpublish`);
    await app.idle();
  });

  it('work one way or both ways, and for phrases of the query', async () => {
    const both = await create({ term: 'zwingliade', synonyms: ['kneading', 'holy zwing'] });
    const to = async (q: string) => (await search(q)).interpretation.synonyms;
    expect(await to('kneading')).toEqual([{ text: 'kneading', also: ['zwingliade', 'holy zwing'] }]);
    expect(await to('what is holy zwing like')).toEqual([
      { text: 'holy zwing', also: ['zwingliade', 'kneading'] },
    ]);
    expect((await found('holy zwing'))[0]).toBe(ids.bread);
    expect(await to('holy')).toBeUndefined();
    await app.demo.api.patch(`/search/synonyms/${both.id}`, { bothWays: false });
    expect(await to('kneading')).toBeUndefined();
    expect(await to('zwingliade')).toEqual([{ text: 'zwingliade', also: ['kneading', 'holy zwing'] }]);
    await remove(both);
  });

  it('do not apply inside quotation marks, to exclusions, prefixes, other accounts or the text of verses', async () => {
    const synonym = await create({ term: 'hive', synonyms: ['communion'], bothWays: false });
    const applied = async (q: string, tenant = app.demo) =>
      (await search(q, {}, tenant)).interpretation.synonyms !== undefined;
    expect([
      await applied('hive'),
      await applied('"hive" winter'),
      await applied('winter -hive'),
      await applied('hive*'),
      await applied('hive', app.other),
      await applied('"the hive"'),
    ]).toEqual([true, false, false, false, false, false]);
    expect(await found('"the hive"', { mode: 'keyword' })).toEqual([ids.bees]);
    await remove(synonym);
  });

  it('reach other processes within seconds', async () => {
    const { id } = app.demo.account;
    const elsewhere = createSearchRules({ db: app.app.db });
    expect((await elsewhere.of(id)).synonyms.find('sexton')).toEqual([]);
    const synonym = await create({ term: 'sexton', synonyms: ['keeper'], bothWays: false });
    const found = async () => (await elsewhere.of(id)).synonyms.find('sexton').length;
    await expect.poll(found, { timeout: 60_000 }).toBe(1);
    await remove(synonym);
    await expect.poll(found, { timeout: 60_000 }).toBe(0);
  });

  it('keep filters, pages and totals consistent', async () => {
    const synonym = await create({ term: 'zwingliade', synonyms: ['communion', 'hive', 'sourdough'] });
    const all = await search('zwingliade', { minScore: 0, mode: 'keyword', limit: 50 });
    expect(all.totalRecords).toBe(3);
    const paged: number[] = [];
    for (let offset = 0; offset < 3; offset++)
      paged.push(...(await found('zwingliade', { minScore: 0, mode: 'keyword', limit: 1, offset })));
    expect(paged).toEqual(all.results.map(({ item }: Built) => item.id));
    await remove(synonym);
  });

  it('are validated, and belong to their account', async () => {
    const { api } = app.demo;
    const synonym = await create({ term: 'manse', synonyms: ['vicarage'] });
    const path = `/search/synonyms/${synonym.id}`;
    for (const [body, field] of [
      [{ term: 'a', synonyms: [] }, 'synonyms'],
      [{ term: '!?', synonyms: ['b'] }, 'term'],
      [{ term: 'a', synonyms: ['...'] }, 'synonyms.0'],
      [{ term: 'a b c d e f g h i', synonyms: ['b'] }, 'term'],
      [{ term: 'a' }, 'synonyms'],
      [{ term: 'a', synonyms: ['b'], other: 1 }, 'other'],
      [{ term: 'a', synonyms: Array.from({ length: 21 }, (_, n) => `b${n}`) }, 'synonyms'],
    ] as const) {
      const answer = await api.post('/search/synonyms/create', body);
      expect([answer.status, answer.body.error.details[0].path]).toEqual([422, field]);
    }
    expect((await app.other.api.get(path)).status).toBe(404);
    expect((await app.other.api.patch(path, { term: 'x' })).status).toBe(404);
    expect((await app.other.api.delete(path)).status).toBe(404);
    expect((await app.other.api.get('/search/synonyms')).body.synonyms).toEqual([]);
    const { body } = await api.get(path);
    expect((await api.patch(path, body.synonym)).body.synonym).toEqual(body.synonym);
    const { headers } = await api.get(path);
    expect((await api.patch(path, { term: 'x' }, { 'If-Match': '"other"' })).status).toBe(412);
    expect((await api.patch(path, { term: 'x' }, { 'If-Match': headers.etag! })).status).toBe(200);
    const listed = await api.get('/search/synonyms?_q=vicar&term.like=X');
    expect(listed.body).toMatchObject({ synonyms: [{ id: synonym.id, term: 'x' }], totalRecords: 1 });
    const contributor = await app.withScopes(app.demo, 'content:draft');
    expect((await contributor.get('/search/synonyms')).status).toBe(200);
    expect((await contributor.delete(path)).status).toBe(403);
    await remove(synonym);
  });

  it('have a history, in which each change can be undone', async () => {
    const { api } = app.demo;
    const synonym = await create({ term: 'sexton', synonyms: ['keeper'] });
    await api.patch(`/search/synonyms/${synonym.id}`, { synonyms: ['warden', 'keeper'] });
    await api.patch(`/search/synonyms/${synonym.id}`, { term: 'sexton' });
    await remove(synonym);
    const { body } = await api.get(`/search/revisions?recordId=${synonym.id}&recordType=searchSynonym`);
    const content = (synonyms: string[]) => ({ term: 'sexton', synonyms, bothWays: true });
    expect(body.revisions.map(({ before, after }: Built) => [before, after])).toEqual([
      [content(['warden', 'keeper']), null],
      [content(['keeper']), content(['warden', 'keeper'])],
      [null, content(['keeper'])],
    ]);
    const [deleted, changed, created] = body.revisions.map(({ id }: Built) => id);
    const restore = (id: number, client = api) => client.post(`/search/revisions/${id}/restore`);
    expect((await restore(deleted, app.other.api)).status).toBe(404);
    expect((await restore(deleted)).body.revision).toMatchObject({ before: null, recordId: synonym.id });
    expect((await restore(deleted)).body.error.type).toBe('InvalidStateError');
    expect((await search('sexton')).interpretation.synonyms).toEqual([
      { text: 'sexton', also: ['warden', 'keeper'] },
    ]);
    await restore(changed);
    expect((await api.get(`/search/synonyms/${synonym.id}`)).body.synonym.synonyms).toEqual(['keeper']);
    await restore(created);
    expect((await api.get(`/search/synonyms/${synonym.id}`)).status).toBe(404);
    expect((await app.other.api.get('/search/revisions')).body.totalRecords).toBe(0);
  });
});
