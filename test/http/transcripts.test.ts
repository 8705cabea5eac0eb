/** Transcripts: import and export of every format, and the link that needs no token. */
import { describe, expect, it } from 'vitest';
import { createClient } from '../support/client.js';
import { buildItem, buildMediaAsset, buildReadyItem, setItem } from '../support/factories.js';
import { unsigned } from '../support/list-oracle.js';
import { putMedia } from '../support/public-rows.js';
import { useApp } from '../support/start-app.js';

interface Segment {
  text: string;
  startMs: number | null;
  endMs: number | null;
  speaker?: string | null;
}

const VTT =
  'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n<v Ann>In the beginning\n\n00:00:04.500 --> 00:00:06.000\nwas the word.\n';
const SRT =
  '1\n00:00:01,000 --> 00:00:04,000\nIn the beginning\n\n2\n00:00:04,500 --> 00:00:06,000\nwas the word.\n';

describe('transcripts', () => {
  const app = useApp();

  const put = (id: number, body: unknown, contentType = 'application/json') =>
    app.demo.api.put(`/items/${id}/transcript`, body, { 'Content-Type': contentType });
  /** Uploads the transcript to a new item, and reads the raw segments back through the item's link. */
  const segmentsOf = async (body: unknown, contentType?: string): Promise<Segment[]> => {
    const item = await buildItem(app.demo);
    const answer = await put(item.id, body, contentType);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return (await follow(answer.body.item.transcriptUrl)).body.segments;
  };
  const follow = (url: string) => createClient('').get(url);
  const jobsOf = (itemId: number) =>
    app.app.db.selectFrom('job').select('kind').where('subject', '=', `item:${itemId}`).execute();

  it.each([
    [
      'application/json',
      {
        language: 'en',
        segments: [
          { text: 'In the beginning', startMs: 1_000, endMs: 4_000, speaker: 'Ann' },
          { text: 'was the word.', startMs: 4_500, endMs: 6_000 },
        ],
      },
    ],
    ['text/vtt', VTT],
    ['text/vtt; charset=utf-8', VTT],
    ['application/x-subrip', SRT],
  ])('accept %s and queue processing', async (contentType, body) => {
    const item = await buildItem(app.demo);
    const answer = await put(item.id, body, contentType);
    expect(answer.status).toBe(200);
    expect(answer.body.item).toMatchObject({ id: item.id, status: 'queued' });
    expect(await jobsOf(item.id)).toEqual([{ kind: 'processItem' }]);
    const { status, body: raw } = await follow(answer.body.item.transcriptUrl);
    expect(status).toBe(200);
    expect(raw.itemId).toBe(item.id);
    expect(raw.segments.map(({ text, startMs, endMs }: Segment) => [text, startMs, endMs])).toEqual([
      ['In the beginning', 1_000, 4_000],
      ['was the word.', 4_500, 6_000],
    ]);
  });

  it('are attached to a media asset of their own, or to the given one', async () => {
    const item = await buildItem(app.demo);
    await put(item.id, VTT, 'text/vtt');
    await put(item.id, SRT, 'application/x-subrip');
    const read = async () => (await app.demo.api.get(`/items/${item.id}?_expand=mediaAssets`)).body.item;
    const first = await read();
    expect(first.mediaAssets).toMatchObject([
      {
        contentType: 'text',
        variantType: { name: 'Transcript', contentType: 'text', collectionId: item.collectionId },
      },
    ]);
    const audio = await buildMediaAsset(app.app.db, item, app.demo.account.id);
    const named = await put(item.id, { mediaAssetId: audio.id, segments: [{ text: 'Hello there' }] });
    // Signatures of different minutes differ.
    expect(unsigned(named.body.item).transcriptUrl).toBe(unsigned(first).transcriptUrl);
    expect((await follow(first.transcriptUrl)).body.mediaAssetId).toBe(audio.id);
    const foreign = await buildMediaAsset(app.app.db, await buildItem(app.demo), app.demo.account.id);
    const refused = await put(item.id, { mediaAssetId: foreign.id, segments: [{ text: 'x' }] });
    expect(refused.status).toBe(422);
    expect(refused.body.error.details).toMatchObject([{ path: 'mediaAssetId' }]);
  });

  it('as plain text are spread over the duration of the media, or left untimed', async () => {
    const text = 'First paragraph here.\n\nSecond paragraph here';
    expect(await segmentsOf(text, 'text/plain')).toMatchObject([
      { startMs: null, endMs: null },
      { startMs: null, endMs: null },
    ]);
    const item = await buildItem(app.demo);
    await buildMediaAsset(app.app.db, item, app.demo.account.id, { durationSecs: 42 });
    const { body } = await put(item.id, text, 'text/plain');
    expect((await follow(body.item.transcriptUrl)).body.segments).toMatchObject([
      { startMs: 0, endMs: 21_000 },
      { startMs: 21_000, endMs: 42_000 },
    ]);
  });

  it('keep a published item published, and are accepted while another is processed', async () => {
    for (const status of ['published', 'publishing', 'processing', 'queued']) {
      const item = await buildReadyItem(app, app.demo, {}, { status });
      expect((await put(item.id, VTT, 'text/vtt')).body.item.status).toBe(status);
      expect(await jobsOf(item.id)).toEqual([{ kind: 'processItem' }]);
    }
  });

  it('are returned as text and passages after processing', async () => {
    const item = await buildItem(app.demo, { title: 'John' });
    const none = await app.demo.api.get(`/items/${item.id}/transcript`);
    expect(none.body.error).toMatchObject({ type: 'InvalidStateError' });
    await put(item.id, VTT, 'text/vtt');
    const queued = await app.demo.api.get(`/items/${item.id}/transcript`);
    expect(queued.status).toBe(422);
    expect(queued.body.error.message).toContain('queued');
    const chunk = { accountId: app.demo.account.id, itemId: item.id, speaker: null };
    await app.app.db
      .insertInto('chunk')
      .values([
        { ...chunk, ordinal: 1, text: 'was the word.', startMs: 4_500, endMs: 6_000 },
        { ...chunk, ordinal: 0, text: 'In the beginning', startMs: 1_000, endMs: null },
      ])
      .execute();
    await setItem(app, item, { status: 'ready' });
    const { status, body } = await app.demo.api.get(`/items/${item.id}/transcript`);
    expect(status).toBe(200);
    expect(body).toEqual({
      itemId: item.id,
      title: 'John',
      transcript: 'In the beginning was the word.',
      chunks: [
        { text: 'In the beginning', startMs: 1_000, endMs: null },
        { text: 'was the word.', startMs: 4_500, endMs: 6_000 },
      ],
    });
  });

  it('can be exported as uploaded', async () => {
    const item = await buildItem(app.demo);
    expect((await app.demo.api.get(`/items/${item.id}/transcript.vtt`)).status).toBe(422);
    await put(item.id, VTT, 'text/vtt');
    const vtt = await app.demo.api.get(`/items/${item.id}/transcript.vtt`);
    expect(vtt.headers['content-type']).toBe('text/vtt; charset=utf-8');
    expect(vtt.body).toBe(VTT);
    const srt = await app.demo.api.get(`/items/${item.id}/transcript.srt`);
    expect(srt.headers['content-type']).toContain('application/x-subrip');
    expect(srt.body).toContain('00:00:04,500 --> 00:00:06,000\nwas the word.');
    const txt = await app.demo.api.get(`/items/${item.id}/transcript.txt`);
    expect(txt.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(txt.body).toContain('In the beginning');
    expect((await app.demo.api.get(`/items/${item.id}/transcript.pdf`)).status).toBe(404);
  });

  it('can be exported as captions only with times, estimated ones included, and as text always', async () => {
    const item = await buildItem(app.demo);
    const untimed = 'In the beginning was the word.\n\nAnd the word was heard.';
    await put(item.id, untimed, 'text/plain');
    await setItem(app, item, { status: 'published' });
    const read = (format: string) => app.demo.api.get(`/items/${item.id}/transcript.${format}`);
    const onSite = () => app.demo.site.get(`/items/${item.id}/transcript.vtt`);
    for (const { status, body } of [await read('vtt'), await read('srt'), await onSite()]) {
      expect([status, body.error?.type]).toEqual([409, 'ConflictError']);
      expect(body.error.message).toContain('has no times');
    }
    expect((await read('txt')).body).toBe(`${untimed}\n`);
    await putMedia(app.app.db, { id: item.id, accountId: app.demo.account.id }, { url: '/files/1/k/a.mp3' });
    const feed = async () => (await app.demo.site.get(`/collections/${item.collectionId}/feed.xml`)).body;
    expect(await feed()).not.toContain('<podcast:transcript');
    await setItem(app, item, { durationSecs: 60 });
    await put(item.id, untimed, 'text/plain');
    expect((await read('srt')).body).toContain('1\n00:00:00,000 --> ');
    for (const { status } of [await read('vtt'), await onSite()]) expect(status).toBe(200);
    expect(await feed()).toContain('<podcast:transcript');
  });

  it('are exported on both hosts in files that import to the same segments', async () => {
    const segments = [
      { text: 'Fear not --> <b>3 < 5</b> & amen 🕊', startMs: 0, endMs: 1_500, speaker: 'Ann & <Ben>' },
      { text: 'שלום: \nשורה', startMs: 1_500, endMs: 4_000, speaker: null },
      { text: 'Speaker 1: words', startMs: 4_000, endMs: 36_000_000, speaker: null },
    ];
    const item = await buildItem(app.demo);
    const answer = await put(item.id, { language: 'he', segments });
    const expected = (await follow(answer.body.item.transcriptUrl)).body.segments;
    expect(expected.map(({ text }: Segment) => text)[1]).toBe('שלום: שורה');
    await setItem(app, item, { status: 'published' });
    for (const [format, type] of [
      ['vtt', 'text/vtt; charset=utf-8'],
      ['srt', 'application/x-subrip; charset=utf-8'],
      ['ttml', 'application/ttml+xml'],
      ['json', 'application/json'],
      ['txt', 'text/plain; charset=utf-8'],
    ] as const) {
      const file = await app.demo.api.get(`/items/${item.id}/transcript.${format}`);
      expect(file.headers['content-type']).toContain(type);
      const site = await app.demo.site.get(`/items/${item.id}/transcript.${format}`);
      expect([site.status, site.body]).toEqual([200, file.body]);
      expect(site.headers['content-type']).toContain(type);
      if (format === 'txt') continue;
      if (format === 'ttml') expect(file.body).toContain('xml:lang="he"');
      expect(await segmentsOf(file.body, type)).toEqual(expected);
    }
    const draft = await buildItem(app.demo);
    await put(draft.id, { segments });
    for (const format of ['vtt', 'srt', 'ttml', 'json', 'txt'])
      expect((await app.demo.site.get(`/items/${draft.id}/transcript.${format}`)).status).toBe(404);
  });

  it('have a link that works for anyone until the item is deleted', async () => {
    const item = await buildItem(app.demo);
    const { body } = await put(item.id, VTT, 'text/vtt');
    const url = body.item.transcriptUrl as string;
    expect(url.startsWith(`${app.privateUrl}/accounts/${app.demo.account.id}/transcripts/${item.id}/`)).toBe(
      true,
    );
    const listed = await app.demo.api.get(`/items?id=${item.id}&transcriptUrl.nl=false`);
    expect(unsigned(listed.body.items[0]).transcriptUrl).toBe(unsigned(body.item).transcriptUrl);
    expect((await follow(`${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404);
    expect(
      (await follow(url.replace(`/accounts/${app.demo.account.id}/`, `/accounts/${app.other.account.id}/`)))
        .status,
    ).toBe(404);
    expect((await follow(url.replace(/[^/]+$/, 'undefined'))).status).toBe(404);
    await app.demo.api.delete(`/items/${item.id}`);
    expect((await follow(url)).status).toBe(404);
  });
});
