/** Editing transcripts, and their revisions, limits and restoration. */
import { describe, expect, it } from 'vitest';
import { createClient } from '../support/client.js';
import { buildItem, buildMediaAsset, setItem } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

const SEGMENTS = [
  { text: 'Grace and piece to you.', startMs: 0, endMs: 2_000, speaker: 'SPEAKER_00' },
  { text: 'Amen.', startMs: 2_000, endMs: 3_000, speaker: 'SPEAKER_01' },
  { text: 'Let us pray.', startMs: 3_000, endMs: 4_000, speaker: 'SPEAKER_00' },
];

describe('transcript edits', () => {
  const app = useApp();

  const put = (id: number, body: unknown, query = '', contentType = 'application/json') =>
    app.demo.api.put(`/items/${id}/transcript${query}`, body, { 'Content-Type': contentType });
  const patch = (id: number, body: unknown, headers: Record<string, string> = {}, query = '') =>
    app.demo.api.patch(`/items/${id}/transcript${query}`, body, headers);
  const read = (id: number, query = '') => app.demo.api.get(`/items/${id}/transcript/segments${query}`);
  const revisions = async (id: number, query = '') =>
    (await app.demo.api.get(`/items/${id}/transcript/revisions${query}`)).body;
  const textsOf = ({ body }: Awaited<ReturnType<typeof read>>): string[] =>
    body.segments.map(({ text }: { text: string }) => text);
  const withoutIds = (segments: { id: string }[]): unknown[] =>
    segments.map((segment) => ({ ...segment, id: undefined }));
  const withTranscript = async () => {
    const item = await buildItem(app.demo);
    expect((await put(item.id, { language: 'en', segments: SEGMENTS })).status).toBe(200);
    return item;
  };
  const work = async (): Promise<void> => {
    const worker = app.app.createWorker();
    const working = worker.run();
    await app.idle();
    await worker.stop();
    await working;
  };

  it('change segments, rename a speaker throughout, and keep the previous revision', async () => {
    const { id } = await withTranscript();
    const before = await read(id);
    expect(before.headers.etag).toMatch(/^"[\w-]+"$/);
    expect(before.body).toMatchObject({ itemId: id, language: 'en' });
    const changes = {
      segments: [
        { index: 0, text: 'Grace and peace  to you.', endMs: 1_900 },
        { index: 1, speaker: null, startMs: 1_950 },
      ],
      renameSpeaker: { from: 'SPEAKER_00', to: 'Ruth Adeyemi' },
    };
    const edited = await patch(id, changes, { 'If-Match': before.headers.etag! });
    expect(edited.status, JSON.stringify(edited.body)).toBe(200);
    expect(edited.body.transcript).toMatchObject({ itemId: id, language: 'en', endMs: 4_000 });
    const after = await read(id);
    expect(after.headers.etag).toBe(edited.headers.etag);
    expect(withoutIds(after.body.segments)).toEqual([
      {
        text: 'Grace and peace to you.',
        startMs: 0,
        endMs: 1_900,
        speaker: 'Ruth Adeyemi',
        heading: false,
        kind: null,
        level: null,
      },
      { text: 'Amen.', startMs: 1_950, endMs: 3_000, speaker: null, heading: false, kind: null, level: null },
      {
        text: 'Let us pray.',
        startMs: 3_000,
        endMs: 4_000,
        speaker: 'Ruth Adeyemi',
        heading: false,
        kind: null,
        level: null,
      },
    ]);
    const stale = await patch(id, changes, { 'If-Match': before.headers.etag! });
    expect([stale.status, stale.body.error.type]).toEqual([412, 'PreconditionFailedError']);
    const same = await patch(id, { segments: [{ index: 1, text: 'Amen.' }] });
    expect([same.status, same.headers.etag]).toEqual([200, edited.headers.etag]);

    const list = await revisions(id);
    expect(list).toMatchObject({ totalRecords: 1, hasMore: false });
    const [revision] = list.revisions;
    expect(revision).toMatchObject({ itemId: id, language: 'en', endMs: 4_000 });
    expect(revision.replacedDate >= revision.entryDate).toBe(true);
    const former = await app.demo.api.get(`/items/${id}/transcript/revisions/${revision.id}`);
    expect({ ...former.body, segments: withoutIds(former.body.segments) }).toEqual({
      ...revision,
      segments: SEGMENTS.map((segment) => ({ ...segment, heading: false, kind: null, level: null })),
    });
    const restored = await app.demo.api.post(`/items/${id}/transcript/revisions/${revision.id}/restore`);
    expect(restored.status, JSON.stringify(restored.body)).toBe(200);
    expect((await read(id)).body.segments).toEqual(former.body.segments);
    expect((await read(id)).headers.etag).toBe(restored.headers.etag);
    expect((await revisions(id, '?_orderBy[]=id,ASC')).revisions).toHaveLength(2);
    const log = await app.demo.api.get(
      '/audit-log?operation.in=updateTranscript,restoreTranscriptRevision&_limit=2',
    );
    expect(log.body.auditEntries.map(({ recordType }: { recordType: string }) => recordType)).toContain(
      'item',
    );
  });

  it('report which change does not fit', async () => {
    const { id } = await withTranscript();
    for (const [body, path] of [
      [{}, ''],
      [{ segments: [] }, ''],
      [{ segments: [{ index: 3, text: 'x' }] }, 'segments.0.index'],
      [{ segments: [{ index: -1, text: 'x' }] }, 'segments.0.index'],
      [
        {
          segments: [
            { index: 0, text: 'x' },
            { index: 0, text: 'y' },
          ],
        },
        'segments.1.index',
      ],
      [{ segments: [{ index: 0, text: ' … ' }] }, 'segments.0.text'],
      [{ segments: [{ index: 0, words: 'x' }] }, 'segments.0.words'],
      [{ segments: [{ index: 1, startMs: 3_001 }] }, 'segments.0.startMs'],
      [{ segments: [{ index: 2, startMs: 1_999 }] }, 'segments.0.startMs'],
      [{ segments: [{ index: 1, endMs: 1_000 }] }, 'segments.0.endMs'],
      [{ segments: [{ index: 1, startMs: null }] }, 'segments.0.startMs'],
      [{ renameSpeaker: { from: 'Nobody', to: 'Ann' } }, 'renameSpeaker.from'],
      [{ renameSpeaker: { from: 'SPEAKER_00' } }, 'renameSpeaker.to'],
    ] as const) {
      const { status, body: refusal } = await patch(id, body);
      expect([status, refusal.error?.details?.[0]?.path], JSON.stringify(body)).toEqual([422, path]);
    }
    expect(await revisions(id)).toMatchObject({ totalRecords: 0 });
    const empty = await buildItem(app.demo);
    const none = await patch(empty.id, { segments: [{ index: 0, text: 'x' }] });
    expect([none.status, none.body.error.type]).toEqual([422, 'InvalidStateError']);
  });

  it('keep a published item public, and reindex it', async () => {
    const item = await withTranscript();
    await work();
    expect((await app.demo.api.post(`/items/${item.id}/publish`)).status).toBe(200);
    await work();
    const found = async (q: string): Promise<number[]> =>
      (await app.demo.site.get(`/search?q=${encodeURIComponent(q)}`)).body.results.map(
        ({ item: one }: { item: { id: number } }) => one.id,
      );
    expect((await app.demo.site.get(`/items/${item.id}`)).status).toBe(200);
    const edited = await patch(item.id, {
      segments: [{ index: 2, text: 'Melchizedek brought bread and wine.' }],
    });
    expect(edited.status).toBe(200);
    expect((await app.demo.site.get(`/items/${item.id}`)).status).toBe(200);
    await work();
    expect((await app.demo.api.get(`/items/${item.id}`)).body.item).toMatchObject({ status: 'published' });
    expect(await found('"Melchizedek brought bread"')).toContain(item.id);
    expect((await app.demo.site.get(`/items/${item.id}/transcript.txt`)).body).toContain('Melchizedek');
  });

  it('create a revision per upload, including replaced transcripts, 20 at most', async () => {
    const { id } = await withTranscript();
    const item = (await app.demo.api.get(`/items/${id}`)).body.item;
    const audio = await buildMediaAsset(app.app.db, item, app.demo.account.id);
    await put(
      id,
      'WEBVTT\n\n00:01.000 --> 00:02.000\nFrom the audio\n',
      `?mediaAssetId=${audio.id}`,
      'text/vtt',
    );
    await patch(
      id,
      { segments: [{ index: 0, text: 'From the audio, corrected' }] },
      {},
      `?mediaAssetId=${audio.id}`,
    );
    // The transcript of the whole item replaces that of the audio.
    await put(id, { segments: [{ text: 'Of the item' }] });
    const list = (await revisions(id)).revisions;
    expect(list.map(({ mediaAssetId }: { mediaAssetId: number }) => mediaAssetId === audio.id)).toEqual([
      true,
      true,
      false,
    ]);
    expect((await revisions(id, `?mediaAssetId=${audio.id}`)).totalRecords).toBe(2);
    const restored = await app.demo.api.post(`/items/${id}/transcript/revisions/${list[0].id}/restore`);
    expect(restored.body.transcript.mediaAssetId).toBe(audio.id);
    expect(textsOf(await read(id))).toEqual(['From the audio, corrected']);
    for (let i = 0; i < 22; i++) await put(id, { segments: [{ text: `Version ${i}` }] });
    const all = await revisions(id, '?_limit=50');
    expect(all.totalRecords).toBe(20);
    const oldest = all.revisions.at(-1);
    const first = await app.demo.api.get(`/items/${id}/transcript/revisions/${oldest.id}`);
    expect(textsOf(first)).toEqual(['Version 1']);
    expect((await app.demo.api.get(`/items/${id}/transcript/revisions/${list[2].id}`)).status).toBe(404);
    // Uploading the same transcript again does not create a revision.
    await put(id, { segments: [{ text: 'Version 21' }] });
    expect((await revisions(id, '?_limit=50')).revisions[0].id).toBe(all.revisions[0].id);
  });

  it('cannot be restored to a deleted media asset, nor by another account', async () => {
    const { id } = await withTranscript();
    const item = (await app.demo.api.get(`/items/${id}`)).body.item;
    const audio = await buildMediaAsset(app.app.db, item, app.demo.account.id);
    await put(id, { segments: [{ text: 'One' }] }, `?mediaAssetId=${audio.id}`);
    await put(id, { segments: [{ text: 'Two' }] }, `?mediaAssetId=${audio.id}`);
    const [revision] = (await revisions(id)).revisions;
    const path = `/items/${id}/transcript/revisions`;
    const other = await withTranscript();
    expect((await app.demo.api.get(`/items/${other.id}/transcript/revisions/${revision.id}`)).status).toBe(
      404,
    );
    for (const answer of [
      await app.other.api.get(path),
      await app.other.api.get(`${path}/${revision.id}`),
      await app.other.api.post(`${path}/${revision.id}/restore`),
      await app.other.api.get(`/items/${id}/transcript/segments`),
      await app.other.api.patch(`/items/${id}/transcript`, { segments: [{ index: 0, text: 'x' }] }),
      await app.demo.api.get(`${path}/999999`),
    ])
      expect(answer.status).toBe(404);
    const reader = await app.withScopes(app.demo, 'content:read');
    expect((await reader.get(`${path}/${revision.id}`)).status).toBe(200);
    expect((await reader.post(`${path}/${revision.id}/restore`)).status).toBe(403);
    await setItem(app, { id }, { status: 'ready' });
    expect((await app.demo.api.delete(`/media/${audio.id}`)).status).toBe(200);
    const gone = await app.demo.api.post(`${path}/${revision.id}/restore`);
    expect([gone.status, gone.body.error.type]).toEqual([409, 'ConflictError']);
    expect(textsOf(await read(id))).toEqual(['Two']);
    expect((await app.demo.api.delete(`/items/${id}`)).status).toBe(200);
    expect((await app.demo.api.get(path)).status).toBe(404);
    expect((await createClient('').get(`${app.privateUrl}${path}`)).status).toBe(401);
  });

  it('of ten hours run in a thread, and change only the given segments', async () => {
    const { id } = await buildItem(app.demo);
    const segments = Array.from({ length: 12_000 }, (_, i) => ({
      text: `and so we said for the ${i}th time`,
      startMs: i * 3_000,
      endMs: i * 3_000 + 3_000,
      speaker: i % 2 === 0 ? 'Ann' : 'Ben',
    }));
    await put(id, { segments });
    const changes = segments.slice(0, 1_000).map((_, index) => ({ index, text: `changed ${index}` }));
    const edited = await patch(id, { segments: changes, renameSpeaker: { from: 'Ann', to: 'Anna' } });
    expect(edited.status, JSON.stringify(edited.body)).toBe(200);
    const { body } = await read(id);
    expect(body.segments).toHaveLength(12_000);
    expect([body.segments[999].text, body.segments[1_000].text]).toEqual([
      'changed 999',
      segments[1_000]!.text,
    ]);
    expect(new Set(body.segments.map(({ speaker }: { speaker: string }) => speaker))).toEqual(
      new Set(['Anna', 'Ben']),
    );
    expect((await patch(id, { segments: [...changes, { index: 1_000, text: 'x' }] })).status).toBe(422);
  });
});
