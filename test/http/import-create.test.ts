/** Creating many items from accepted guesses, with their uploads. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildCollection, buildSeries, buildSpeaker, type Built } from '../support/factories.js';
import { fileNamed } from '../support/past-items.js';
import { useApp } from '../support/start-app.js';
import { web } from '../support/web.js';

const MP3 = readFileSync(join(import.meta.dirname, '../support/fixtures/media/talk.mp3'));
const media = (fileSizeBytes = MP3.length) => ({
  contentType: 'audio',
  mimeType: 'audio/mpeg',
  fileSizeBytes,
  originalFilename: 'talk.mp3',
});

describe('creating many items', () => {
  const app = useApp({ worker: true });
  let collectionId: number;
  beforeAll(async () => {
    collectionId = (await buildCollection(app.demo)).id;
  });

  const create = (items: unknown, api = app.demo.api, headers = {}) =>
    api.post('/items/import/create', { collectionId, items }, headers);
  const titled = (title: string, more = {}) => ({ title, date: '2024-03-10', ...more });
  const read = async (id: number): Promise<Built> =>
    (
      await app.demo.api.get(
        `/items/${id}?_expand[]=speakers&_expand[]=series&_expand[]=scriptures&_expand[]=mediaAssets`,
      )
    ).body.item;

  it('takes guesses as they are, then the files, and processes the item', async () => {
    await buildSpeaker(app.demo, { name: 'John Smith' });
    const files = [
      fileNamed('2024-03-10 AM Smith - Rom 8.mp3'),
      fileNamed('2024-03-10 AM Smith - Rom 8.vtt'),
    ];
    const [guess] = (await app.demo.api.post('/items/import', { collectionId, files })).body.guesses;
    const { status, body } = await create([
      {
        title: guess.title.value,
        date: guess.date.value,
        speakers: [...guess.speakers, { name: 'Ruth New' }],
        series: { name: 'Romans' },
        orderInSeries: 8,
        scriptures: guess.scriptures,
        media: [media()],
        transcript: { originalFilename: files[1]!.originalFilename, language: 'en' },
      },
    ]);
    expect(status).toBe(201);
    const [result] = body.results;
    expect(result).toMatchObject({
      index: 0,
      status: 'created',
      error: null,
      problems: [],
      notCreated: [],
      isDownloading: false,
    });
    expect(body.job).toBeNull();
    const { item, mediaAssets, transcript } = result;
    expect(item).toMatchObject({ title: 'Rom 8', date: '2024-03-10', status: 'draft', orderInSeries: 8 });
    const [{ mediaAsset, uploadUrl }] = mediaAssets;
    expect(transcript).toMatchObject({
      method: 'PUT',
      path: `/items/${item.id}/transcript?mediaAssetId=${mediaAsset.id}&language=en`,
    });
    expect((await web.put(uploadUrl, MP3, { 'Content-Type': 'audio/mpeg' })).status).toBe(200);
    const vtt = 'WEBVTT\n\n00:00.000 --> 00:02.000\nThere is no condemnation.';
    expect((await app.demo.api.put(transcript.path, vtt, { 'Content-Type': 'text/vtt' })).status).toBe(200);
    await app.idle();
    const ready = await read(item.id);
    expect([ready.status, ready.speakers.map(({ name }: Built) => name), ready.series.title]).toEqual([
      'ready',
      ['John Smith', 'Ruth New'],
      'Romans',
    ]);
    expect(ready.scriptures).toMatchObject([{ citation: 'Romans 8', keyVerse: true }]);
    expect(ready.mediaAssets).toMatchObject([{ status: 'ready' }]);
    const { auditEntries } = (await app.demo.api.get(`/audit-log?recordId=${item.id}&recordType=item`)).body;
    expect(auditEntries.map(({ operation }: Built) => operation)).toEqual(
      expect.arrayContaining(['importItems']),
    );
  });

  it('creates a name once for all items, and finds those that exist', async () => {
    const { body } = await create([
      titled('One', { speakers: [{ name: 'Grace Twice' }], series: { name: 'Together' } }),
      titled('Two', { speakers: [{ name: 'grace twice' }], series: { name: 'TOGETHER' } }),
    ]);
    const [one, two] = await Promise.all(body.results.map(({ item }: Built) => read(item.id)));
    expect([one.speakers[0].id, one.seriesId]).toEqual([two.speakers[0].id, two.seriesId]);
  });

  it('gives each item its own outcome', async () => {
    await app.app.quotas.setLimits(app.other.account.id, { items: 1 });
    const own = (await buildCollection(app.other)).id;
    const answer = await app.other.api.post('/items/import/create', {
      collectionId: own,
      items: [titled('One', { media: [media(10 ** 15)].slice(1) }), titled('Two')],
    });
    expect([
      answer.status,
      answer.body.results.map(({ status, error }: Built) => [status, error?.type ?? null]),
    ]).toEqual([
      201,
      [
        ['created', null],
        ['failed', 'QuotaExceededError'],
      ],
    ]);
    await app.app.quotas.setLimits(app.other.account.id, { items: null, storedBytes: 100 });
    const full = await app.other.api.post('/items/import/create', {
      collectionId: own,
      items: [titled('Three', { media: [media()] })],
    });
    expect(full.body.results[0]).toMatchObject({
      status: 'created',
      mediaAssets: [],
      problems: [{ path: 'media.0.limits.storedBytes' }],
    });
  });

  it('lets contributors create items, but no speakers or series', async () => {
    const api = await app.withScopes(app.demo, 'content:draft');
    const { body } = await create(
      [
        titled('Draft', {
          speakers: [{ name: 'John Smith' }, { name: 'Nobody Known' }],
          series: { name: 'Unheard' },
          media: [media()],
        }),
        titled('Now', { autoPublish: true }),
      ],
      api,
    );
    expect(body.results).toMatchObject([
      {
        status: 'created',
        notCreated: [
          { kind: 'speaker', name: 'Nobody Known' },
          { kind: 'series', name: 'Unheard' },
        ],
      },
      { status: 'failed', item: null, error: { type: 'PermissionError' } },
    ]);
    expect(body.results[0].mediaAssets[0].uploadUrl).toContain('/uploads/');
    const speakers = await app.demo.api.get('/speakers?name=Nobody%20Known');
    expect(speakers.body.totalRecords).toBe(0);
    expect((await create([titled('X')], await app.withScopes(app.demo, 'content:read'))).status).toBe(403);
  });

  it('does not repeat a request that is sent again with its key', async () => {
    const headers = { 'Idempotency-Key': 'import-1' };
    const first = await create([titled('Once')], app.demo.api, headers);
    const again = await create([titled('Once')], app.demo.api, headers);
    expect(again.body).toEqual(first.body);
    expect((await app.demo.api.get('/items?title=Once')).body.totalRecords).toBe(1);
  });

  it('refuses what does not exist before it creates anything', async () => {
    const foreign = await buildSpeaker(app.other);
    const series = await buildSeries(app.demo);
    const before = (await app.demo.api.get('/items')).body.totalRecords;
    const answer = await create([
      titled('Good'),
      titled('Bad', {
        speakers: [{ id: foreign.id }, {}],
        series: { id: series.id },
        topics: [{ id: 999_999 }],
        scriptures: [{ book: 'ROM', chapter: 17 }],
      }),
    ]);
    expect([answer.status, answer.body.error.details.map(({ path }: Built) => path)]).toEqual([
      422,
      ['items.1.speakers.1'],
    ]);
    const known = await create([
      titled('Bad', {
        speakers: [{ id: foreign.id }],
        series: { id: series.id },
        topics: [{ id: 999_999 }],
        scriptures: [{ book: 'ROM', chapter: 17 }],
      }),
    ]);
    expect(known.body.error.details.map(({ path }: Built) => path)).toEqual([
      'items.0.speakers.0.id',
      'items.0.topics.0.id',
      'items.0.series.id',
      'items.0.scriptures.0',
    ]);
    const elsewhere = await app.other.api.post('/items/import/create', {
      collectionId,
      items: [titled('X')],
    });
    expect([elsewhere.status, elsewhere.body.error.details]).toEqual([
      422,
      [{ path: 'collectionId', message: 'does not exist' }],
    ]);
    expect((await app.demo.api.get('/items')).body.totalRecords).toBe(before);
  });

  it('accepts an unknown date, and at most 200 items', async () => {
    const { body } = await create([titled('Undated', { date: null })]);
    expect(body.results[0].item).toMatchObject({ dateIsKnown: false });
    expect((await create(Array.from({ length: 201 }, () => titled('X')))).status).toBe(422);
    expect((await create([titled('X', { size: 1 })])).body.error.details).toMatchObject([
      { path: 'items.0.size' },
    ]);
  });
});
