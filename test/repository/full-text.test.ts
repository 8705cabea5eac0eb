/** Full-text search in the database, on both databases. */
import { beforeAll, describe, expect, it } from 'vitest';
import { parseQuery } from '../../indexer/index.js';
import { searchFullText } from '../../src/search/query/full-text.js';
import { buildCollection, buildItem, buildScripture, buildSpeaker, setItem } from '../support/factories.js';
import { useApp, type Tenant } from '../support/start-app.js';
import { talks } from '../support/talks.js';

describe('full text', () => {
  const app = useApp();
  const ids: Record<string, number> = {};
  let collectionId: number;
  let speakerId: number;

  const chunk = (tenant: Tenant, itemId: number, ordinal: number, text: string) =>
    app.app.db
      .insertInto('chunk')
      .values({
        accountId: tenant.account.id,
        itemId,
        ordinal,
        text,
        startMs: ordinal * 1_000,
        endMs: (ordinal + 1) * 1_000,
        speaker: null,
      })
      .execute();
  const make = async (tenant: Tenant, title: string, texts: readonly string[], body = {}) => {
    const item = await buildItem(tenant, { title, ...body });
    for (const [i, text] of texts.entries()) await chunk(tenant, item.id, i, text);
    await setItem(app, item, { status: 'published' });
    return item.id as number;
  };

  beforeAll(async () => {
    collectionId = (await buildCollection(app.demo)).id;
    speakerId = (await buildSpeaker(app.demo)).id;
    ids.bees = await make(app.demo, 'Waiting with the bees', talks.bees, {
      collectionId,
      speakers: [{ id: speakerId }],
    });
    ids.bread = await make(app.demo, 'Patience', talks.bread, { date: '2020-01-01' });
    ids.light = await make(app.demo, 'Stairs', talks.lighthouse);
    await buildScripture(app.demo, { id: ids.light }, { book: 'PSA', chapter: 119 });
    ids.foreign = await make(app.other, 'Bees of another app', talks.bees);
  });

  const find = (text: string, more: object = {}, paging: object = {}) =>
    searchFullText(app.app.db, new Date().toISOString(), {
      ...parseQuery(text),
      filter: { accountId: app.demo.account.id, publishedOnly: true, ...more },
      limit: 10,
      offset: 0,
      passages: 2,
      firstItemIds: [],
      ...paging,
    });
  const found = async (text: string, more: object = {}) =>
    (await find(text, more)).results.map(({ itemId }) => itemId);

  it('finds inflected words, best match first, with their positions', async () => {
    const answer = await find('kneaded doughs, and a hive');
    expect(new Set(answer.results.map(({ itemId }) => itemId))).toEqual(new Set([ids.bread, ids.bees]));
    expect(answer.totalIsExact).toBe(true);
    const bread = answer.results.find(({ itemId }) => itemId === ids.bread);
    expect(bread?.passages[0]).toMatchObject({ startMs: 3_000, endMs: 4_000 });
    expect(bread?.passages[0]?.highlights.map(([a, b]) => bread.passages[0]?.text.slice(a, b))).toEqual([
      'Kneading',
      'dough',
    ]);
    expect(answer.results[0]?.score).toBe(1);
  });

  it('ranks a match in the title above one in a passage', async () => {
    expect((await found('patience'))[0]).toBe(ids.bread);
  });

  it('filters, pages and ranks the given items first', async () => {
    expect(await found('the hive', { collectionId })).toEqual([ids.bees]);
    expect(await found('sourdough', { collectionId })).toEqual([]);
    expect(await found('hive', { speakerId })).toEqual([ids.bees]);
    expect(await found('stairs', { book: 'PSA', chapter: 119 })).toEqual([ids.light]);
    expect(await found('stairs', { book: 'PSA', chapter: 118 })).toEqual([]);
    expect(await found('sourdough', { dateTo: '2020-12-31' })).toEqual([ids.bread]);
    expect(await found('sourdough', { dateFrom: '2021-01-01' })).toEqual([]);
    const first = await find('hive', {}, { firstItemIds: [ids.light] });
    expect(first.results.map(({ itemId }) => itemId)).toEqual([ids.light, ids.bees]);
    const second = await find('hive', {}, { firstItemIds: [ids.light], offset: 1, limit: 1 });
    expect(second.results.map(({ itemId }) => itemId)).toEqual([ids.bees]);
    expect(second.totalRecords).toBe(2);
  });

  it('requires phrases, excludes words and phrases, and completes prefixes', async () => {
    const all = new Set([ids.bees, ids.bread, ids.light]);
    expect(new Set(await found('he his hive dough stairs'))).toEqual(all);
    expect(await found('"climbed two hundred" hive')).toEqual([ids.light]);
    expect(await found('"climbing two hundreds"')).toEqual([ids.light]);
    expect(await found('"hundred two climbed"')).toContain(ids.light);
    expect((await find('"hundred two climbed" "the hive" stairs')).phrases).toEqual([
      { text: 'hundred two climbed', found: 0 },
      { text: 'the hive', found: 1 },
    ]);
    expect((await find('"the hive"', { speakerId: 1e9 })).phrases).toEqual([{ text: 'the hive', found: 1 }]);
    expect(await found('stairs "waiting with the bees"')).toEqual([ids.bees]);
    expect(await found('"in the hive" "hospital corridors"')).toEqual([ids.bees]);
    expect(await found('"in the hive" "the neighbours"')).toEqual([]);
    expect(new Set(await found('hive dough stairs -sourdough'))).toEqual(new Set([ids.bees, ids.light]));
    expect(await found('hive dough stairs -sourdough -"every evening of"')).toEqual([ids.bees]);
    expect(await found('hive dough -patience')).toEqual([ids.bees]);
    expect(await found('hive dough stairs -sourd* -LIGHTHO*')).toEqual([ids.bees]);
    expect(await found('lightho*')).toEqual([ids.light]);
    expect(await found('lightho')).toEqual([]);
    const first = await find('hive -stairs', {}, { firstItemIds: [ids.light] });
    expect(first.results.map(({ itemId }) => itemId)).toEqual([ids.bees]);
    const { results } = await find('sourd*');
    expect(results[0]!.passages[0]!.highlights.length).toBe(1);
  });

  it.each([
    '"the of"',
    '-"the of"',
    '"x" '.repeat(120),
    '-x '.repeat(160),
    '"',
    "'",
    '* OR',
    'NEAR(a b)',
    'text:bees',
    '-- ; drop',
    '\\',
    '😀',
    '!!!',
    '( & | ! :*',
  ])('treats %s as words', async (text) => expect(Array.isArray(await found(text))).toBe(true));

  it('applies what staff set: synonyms, pinned and hidden items', async () => {
    const idsOf = async (text: string, more: object, paging: object) =>
      (await find(text, more, paging)).results.map(({ itemId }) => itemId);
    const synonyms = [{ typed: 'zwingliade', instead: ['kneading', 'hive'] }];
    expect(await idsOf('zwingliade', {}, {})).toEqual([]);
    expect((await idsOf('zwingliade', {}, { synonyms })).sort()).toEqual([ids.bees, ids.bread].sort());
    expect((await idsOf('bees', {}, { pinned: [ids.light, ids.bread] })).slice(0, 3)).toEqual([
      ids.light,
      ids.bread,
      ids.bees,
    ]);
    expect(await idsOf('bees', { excludeItemIds: [ids.bees] }, {})).not.toContain(ids.bees);
  });
});
