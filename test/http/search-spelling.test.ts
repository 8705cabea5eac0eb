/** Spelling correction in searches: what is corrected, what is not, and by which vocabulary. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/client.js';
import { buildSpeaker, setItem, publishTalk, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';
import { talks } from '../support/talks.js';

const SERMON = [
  'Predestination is a long word for a short comfort, that God has known us before we knew him.',
  'In Bethlehem there was no room, and the shepherds of Bethlehem found the child in a manger.',
  'Forgiveness and reconciliation are two doors of one house, and forgiveness is the first.',
  'Who asks for forgiveness has begun to be reconciled, for reconciliation begins with a word.',
];

// Between databases only the vocabulary of the fallback differs: test/repository/full-text.test.ts.
describe('spelling', () => {
  const app = useApp({ worker: true });
  let demo: Client;
  let other: Client;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    const { id: speakerId } = await buildSpeaker(app.demo, { name: 'Tobias Quillfeather' });
    ids.speaker = speakerId;
    ids.sermon = await publishTalk(app.demo, 'Doors', SERMON);
    ids.bees = await publishTalk(app.demo, 'Quillfeather on bees', talks.bees, {
      speakers: [{ id: speakerId }],
    });
    ids.bread = await publishTalk(app.demo, 'On bread', talks.bread);
    ids.light = await publishTalk(app.demo, 'Stairs', talks.lighthouse);
    ids.zorban = await publishTalk(app.demo, 'Zorbanthel', [
      'Zorbanthel is what nobody in Brimblewick has heard of.',
    ]);
    ids.moor = await publishTalk(app.demo, 'Brindlemoor', ['Brindlemoor lies beyond the hills.']);
    ids.moot = await publishTalk(app.demo, 'Brindlemoot', ['Brindlemoot is held under an oak.']);
    await publishTalk(app.other, 'Ferrikandu', ['Nobody dreamed of Ferrikandu by the river.']);
    await app.idle();
    const hidden = await publishTalk(app.demo, 'Zorbantheling, or Melokwistu', [
      'Melokwistu is zorbantheling.',
    ]);
    await app.idle();
    await setItem(app, { id: hidden }, { status: 'unpublished' });
    await app.demo.api.patch(`/items/${hidden}`, { autoPublish: false });
    await app.idle();
    [demo, other] = [app.demo.site, app.other.site];
  });

  const search = async (q: string, more: object = {}, site = demo): Promise<Built> => {
    const { status, body } = await site.post('/search', { q, ...more });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const corrected = async (q: string, more: object = {}) => (await search(q, more)).interpretation.corrected;
  const shown = ({ results, totalRecords }: Built) => [
    totalRecords,
    results.map(({ item, passages }: Built) => [
      item.id,
      passages.map(({ startMs, highlights }: Built) => [startMs, highlights]),
    ]),
  ];

  it.each([
    ['predestinaton', 'predestination'],
    ['forgivness and reconcilation', 'forgiveness and reconciliation'],
    ['bethlahem', 'bethlehem'],
    ['Bethlahem', 'Bethlehem'],
    ['jn 3:16 forgivness', 'jn 3:16 forgiveness'],
    ['forgivness -bread', 'forgiveness -bread'],
  ])('corrects %s', async (from, to) => {
    for (const mode of ['hybrid', 'keyword', 'semantic']) {
      const body = await search(from, { mode });
      expect(body.query).toBe(from);
      // By meaning alone, some corrections find nothing and are not offered.
      if (body.results.length > 0 || mode !== 'semantic')
        expect(body.interpretation.corrected, mode).toEqual({ from, to });
      expect(shown(body), mode).toEqual(shown(await search(to, { mode })));
      if (mode !== 'semantic') expect(body.results[0].item.id).toBe(ids.sermon);
    }
    expect(await corrected(from, { spelling: 'exact' })).toBeUndefined();
    expect(await corrected(to)).toBeUndefined();
  });

  it('keeps correct spellings, names, numbers, quotations and short words', async () => {
    for (const q of [
      'Quillfeather',
      'quillfeather bees',
      'zorbanthel',
      'forgive and be reconciled',
      '"bethlahem"',
      'beees1 2024',
      'hiv',
      'bees -bethlahem',
    ])
      expect(await corrected(q), q).toBeUndefined();
    for (const q of [
      'quillfeather',
      'forgiveness',
      'waiting with bees in winter',
      'the stairs of faithfulness',
    ])
      for (const mode of ['hybrid', 'keyword', 'semantic'])
        expect({ ...(await search(q, { mode })), searchId: '', tookMs: 0 }).toEqual({
          ...(await search(q, { mode, spelling: 'exact' })),
          searchId: '',
          tookMs: 0,
        });
    expect((await search('"bethlahem"', { mode: 'keyword' })).results).toEqual([]);
    expect((await search('bethlahem', { mode: 'keyword', spelling: 'exact' })).results).toEqual([]);
  });

  it('knows the words in passages', async () => {
    const to = { from: 'quilfether beees', to: 'quillfeather bees' };
    expect(await corrected('quilfether beees')).toEqual(to);
    expect((await corrected('brimblewck'))?.to).toBe('brimblewick');
  });

  it('knows words of the model that are in no text', async () => {
    expect(await corrected('empthy bees')).toEqual({ from: 'empthy bees', to: 'empathy bees' });
    for (const mode of ['hybrid', 'keyword', 'semantic'])
      expect(shown(await search('empthy bees', { mode })), mode).toEqual(
        shown(await search('empathy bees', { mode })),
      );
    expect(await corrected('empathy empathies tattoos sheep child peace')).toBeUndefined();
  });

  it('corrects two typos in longer words, and no nonsense', async () => {
    for (const [from, to] of [
      ['forgivnes', 'forgiveness'],
      ['frgivenss', 'forgiveness'],
      ['predstinaton', 'predestination'],
    ])
      expect((await corrected(from!))?.to, from).toBe(to);
    for (const q of ['xqzt', 'asdfgh', 'konizep', 'kjv', 'frgvnss rcnclttn'])
      expect(await corrected(q), q).toBeUndefined();
  });

  it('searches several candidates when uncertain, and reports no correction', async () => {
    for (const mode of ['hybrid', 'keyword']) {
      const { results, interpretation } = await search('brindlemoo', { mode });
      const found = results.map(({ item }: Built) => item.id);
      expect(found, mode).toEqual(expect.arrayContaining([ids.moor, ids.moot]));
      if (mode === 'keyword') expect(found).toHaveLength(2);
      expect(interpretation.corrected, mode).toBeUndefined();
    }
  });

  it('ignores words of other accounts and of private items', async () => {
    for (const q of ['ferikandu', 'ferrikandoo', 'melokwist', 'melokwisto'])
      expect(await corrected(q), q).toBeUndefined();
    for (const q of ['zorbanthell', 'zorbantel', 'quilfeather'])
      expect((await search(q, {}, other)).interpretation.corrected, q).toBeUndefined();
    expect((await corrected('zorbantel'))?.to).toBe('zorbanthel');
    // Another form of a public word.
    for (const q of ['zorbanthelng', 'zorbanthelingg'])
      expect((await corrected(q))?.to ?? '', q).not.toMatch(/ling/);
  });

  it('knows the words of all items, whatever the filter', async () => {
    const filter = { speakerId: ids.speaker };
    expect(await corrected('zorbanthel bees', filter)).toBeUndefined();
    expect((await corrected('zorbantel bees', filter))?.to).toBe('zorbanthel bees');
  });

  it('offers no correction without results', async () => {
    expect((await corrected('zorbantel'))?.to).toBe('zorbanthel');
    const { results, interpretation } = await search('zorbantel', { dateFrom: '2031-01-01' });
    expect([results, interpretation.corrected]).toEqual([[], undefined]);
  });

  it('treats a capitalised word inside a sentence as a name', async () => {
    expect((await corrected('forgiveness in bethlahem'))?.to).toBe('forgiveness in bethlehem');
    expect(await corrected('forgiveness in Bethlahem')).toBeUndefined();
    expect((await corrected('FORGIVENESS IN BETHLAHEM'))?.to).toBe('FORGIVENESS IN Bethlehem');
    expect((await corrected('Forgiveness? Bethlahem'))?.to).toBe('Forgiveness? Bethlehem');
  });

  it('reflects changes', async () => {
    expect(await corrected('wendelgarp')).toBeUndefined();
    const id = await publishTalk(app.demo, 'Wendelgarb', ['Wendelgarb stood upon his watch and waited.']);
    await app.idle();
    await expect.poll(() => corrected('wendelgarp')).toEqual({ from: 'wendelgarp', to: 'wendelgarb' });
    await app.demo.api.post(`/items/${id}/unpublish`, {});
    await app.idle();
    await expect.poll(() => corrected('wendelgarp')).toBeUndefined();
  });

  it('searches the words with a prefix as written', async () => {
    const body = await search('reconcil*', { mode: 'keyword' });
    expect(body.results.map(({ item }: Built) => item.id)).toEqual([ids.sermon]);
    expect(body.interpretation).toEqual({ language: null });
    const [{ text, highlights }] = body.results[0].passages;
    expect(highlights.map(([start, end]: [number, number]) => text.slice(start, end))).toEqual([
      'reconciliation',
      'reconciled',
      'reconciliation',
    ]);
    expect((await search('melokwi*', { mode: 'keyword' })).results).toEqual([]);
  });

  it.each([
    [
      'unknown words',
      Array.from({ length: 70 }, (_, at) => `forgiv${at % 26}x`)
        .join(' ')
        .slice(0, 500),
    ],
    ['words of 40 letters', 'predestinatonpredestinatonpredestination '.repeat(12)],
    ['a word of 500 letters', 'x'.repeat(500)],
  ])('accepts %s', async (_name, q) => {
    expect((await demo.post('/search', { q })).status).toBe(200);
  });

  it('rejects other values for spelling', async () => {
    const { status, body } = await demo.get('/search?q=bees&spelling=loose');
    expect([status, body.error.details[0].path]).toEqual([400, 'spelling']);
    expect((await demo.get('/search?q=bethlahem&spelling=exact')).body.interpretation).toEqual({
      language: null,
    });
  });
});
