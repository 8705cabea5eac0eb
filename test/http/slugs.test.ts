/** Slugs in every script: generated from titles or chosen, and found by the public host. */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildCollection, buildItem, buildSeries, setItem, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

describe('slugs', () => {
  const app = useApp();
  let collectionId: number;
  beforeAll(async () => {
    collectionId = (await buildCollection(app.demo)).id;
  });

  const bySlug = async (slug: string): Promise<Built> =>
    (await app.demo.site.get(`/items/by-slug/${encodeURIComponent(slug)}?collectionId=${collectionId}`)).body
      .item;
  const publish = (item: Built): Promise<void> => setItem(app, item, { status: 'published' });

  it.each([
    ['Hello, World!', 'hello-world'],
    ['  Café   Zürich – Ångström  ', 'cafe-zurich-angstrom'],
    ['Straße der GRÖSSE', 'straße-der-grosse'],
    ['İstanbul’da IŞIK ılık', 'istanbulda-isik-ılık'],
    ['ﬁne ﬂow, Ａ１', 'fine-flow-a1'],
    ['Пастырь добрый: ёлка и йод', 'пастырь-добрый-ёлка-и-йод'],
    ['Ὁ ποιμὴν ὁ καλός', undefined],
    ['الراعي الصالح', 'الراعي-الصالح'],
    ['הָרוֹעֶה הַטּוֹב', undefined],
    ['अच्छा चरवाहा', 'अच्छा-चरवाहा'],
    ['ผู้เลี้ยงที่ดี', undefined],
    ['好牧人', '好牧人'],
    ['선한 목자'.normalize('NFD'), '선한-목자'],
    ['よい羊飼い ガギグ'.normalize('NFD'), 'よい羊飼い-ガギグ'],
    ['መልካም እረኛ', 'መልካም-እረኛ'],
    ['𝕭𝖔𝖑𝖉 Ⅷ ½', undefined],
    ['🙏🔥', 'untitled'],
    ['👩‍👩‍👧‍👦 family', undefined],
    ['\u202eabc\u202c \u2066def\u2069', 'abc-def'],
    ['x\u0323\u0307\u0301\u0327', 'x'],
    ['---', 'untitled'],
    ['´´ \u0301 quoted ¨a', 'quoted-a'],
    ['../../etc/passwd?a=1#b%2F', 'etc-passwd-a-1-b-2f'],
    ['ლექცია ᲚᲔᲥᲪᲘᲐ', undefined],
    ['word '.repeat(51).trim(), 'word-'.repeat(16).slice(0, -1)],
    ['😀好'.repeat(100), undefined],
  ])('are generated from %s', async (title, expected) => {
    const item = await buildItem(app.demo, { collectionId, title });
    if (expected) expect(item.urlSlug).toMatch(new RegExp(`^${expected}(-\\d+)?$`));
    expect(item.urlSlug).toMatch(/^[\p{L}\p{N}\p{M}]+(-[\p{L}\p{N}\p{M}]+)*$/u);
    expect(item.urlSlug).toBe(item.urlSlug.normalize('NFC'));
    expect(Array.from(item.urlSlug as string).length).toBeLessThanOrEqual(83);
    await publish(item);
    expect((await bySlug(item.urlSlug)).id).toBe(item.id);
    expect((await bySlug(item.urlSlug.normalize('NFD'))).id).toBe(item.id);
    // A slug chosen in another Unicode form is normalised, for items and series alike.
    const slug = `${item.urlSlug}-chosen`;
    const chosen = await buildItem(app.demo, { collectionId, urlSlug: slug.normalize('NFD') });
    expect(chosen.urlSlug).toBe(slug);
    await publish(chosen);
    expect((await bySlug(slug)).id).toBe(chosen.id);
    expect((await buildSeries(app.demo, { collectionId, title, urlSlug: slug })).urlSlug).toBe(slug);
    expect((await buildSeries(app.demo, { collectionId, title })).urlSlug).toMatch(/^[^-\s].*[^-\s]$|^.$/);
    const again = await app.demo.api.post('/items/create', {
      title,
      date: '2026-03-01',
      collectionId,
      urlSlug: slug,
    });
    expect([again.status, again.body.error?.details?.[0]?.path]).toEqual([409, 'urlSlug']);
  });

  it.each([
    '',
    ' ',
    'a b',
    'a/b',
    '-a',
    'a-',
    'a--b',
    '🙏',
    'a\u200db',
    '\u202ea',
    '..',
    '%41',
    'a?b',
    '\u0301',
    'x'.repeat(256),
  ])('are rejected when invalid: %j', async (urlSlug) => {
    const body = { title: 'Refused', date: '2026-03-01', collectionId, urlSlug };
    for (const path of ['/items/create', '/series/create']) {
      const { date, ...series } = body;
      const answer = await app.demo.api.post(path, path.startsWith('/items') ? { ...series, date } : series);
      expect([path, answer.status, answer.body.error?.details?.[0]?.path]).toEqual([path, 422, 'urlSlug']);
    }
  });
});
