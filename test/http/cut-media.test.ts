/** Cutting a part out of a recording with ffmpeg: the file, its transcript, and what becomes of the whole. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findProgram } from '../../src/platform/lib/find-program.js';
import { buildItem, setItem, type Built } from '../support/factories.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { web } from '../support/web.js';

const { PATH = '' } = process.env;
const ffmpeg = findProgram('ffmpeg', PATH);
/** A tone is heard from here to there in a recording of a minute. */
const TONE = { startMs: 20_000, endMs: 40_000 };
const SOUND = "sine=440:duration=60,volume='between(t,20,40)':eval=frame";
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=10:duration=60', '-g', '10'];

describe.skipIf(ffmpeg === null)('cutting a recording', () => {
  let app: TestApp;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-cut-'));
    app = await startApp({ worker: true, env: { PATH } });
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await app.stop();
  });
  const api = () => app.demo.api;

  const recorded = (name: string, args: string[] = []): Buffer => {
    const path = join(folder, name);
    const inputs = ['-f', 'lavfi', '-i', SOUND, ...args];
    const { status, stderr } = spawnSync(ffmpeg!, ['-loglevel', 'error', '-y', ...inputs, path]);
    if (status !== 0) throw new Error(String(stderr));
    return readFileSync(path);
  };
  const upload = async (item: Built, bytes: Buffer, mimeType: string, name: string): Promise<Built> => {
    const { status, body } = await api().post(`/items/${item.id}/media/create`, {
      contentType: mimeType.split('/')[0],
      mimeType,
      fileSizeBytes: bytes.length,
      originalFilename: name,
    });
    expect([status, body.error]).toEqual([201, undefined]);
    await web.put(body.uploadUrl, bytes, { 'Content-Type': mimeType });
    await app.idle();
    return body.mediaAsset;
  };
  const cut = (asset: Built, range: object = TONE) => api().post(`/media/${asset.id}/cut`, range);
  const mediaOf = async (item: Built): Promise<Built[]> =>
    (await api().get(`/items/${item.id}/media`)).body.mediaAssets;
  const peaksOf = async (asset: Built): Promise<number[]> => {
    const { body } = await web.get(asset.waveformUrl);
    return body.data.filter((_: number, at: number) => at % 2 === 1);
  };

  it.each([
    ['talk.mp3', 'audio/mpeg', []],
    ['talk.m4a', 'audio/mp4', []],
    ['talk.flac', 'audio/flac', []],
    ['talk.mp4', 'video/mp4', PICTURE],
    ['talk.webm', 'video/webm', PICTURE],
  ])('keeps the part of %s, and puts the whole into the trash', async (name, mimeType, args) => {
    const item = await buildItem(app.demo);
    const whole = await upload(item, recorded(name, args), mimeType, name);
    const { status, body } = await cut(whole);
    expect([status, body.mediaAsset.status]).toEqual([201, 'created']);
    await app.idle();
    const [part, ...others] = await mediaOf(item);
    expect(others).toEqual([]);
    expect(part).toMatchObject({ id: body.mediaAsset.id, status: 'ready', originalFilename: name, mimeType });
    expect(part.durationSecs).toBeGreaterThanOrEqual(19);
    expect(part.durationSecs).toBeLessThanOrEqual(21);
    const peaks = await peaksOf(part);
    // The first and the last tenth may be between two frames.
    const loud = peaks.slice(3, -5);
    expect(Math.min(...loud)).toBeGreaterThan(5);
    const { records } = (await api().get('/trash?kind=mediaAsset&_limit=100')).body;
    expect(records.map(({ id }: Built) => id)).toContain(whole.id);
    const restored = await api().post(`/media/${whole.id}/restore`);
    expect(restored.body.mediaAsset).toMatchObject({ status: 'ready', durationSecs: 60 });
    expect((await web.get(restored.body.mediaAsset.url)).status).toBe(200);
  });

  it.each(['of the recording', 'of the item alone'])(
    'takes the part of the transcript %s along',
    async (whose) => {
      const item = await buildItem(app.demo);
      const whole = await upload(item, recorded('talk.mp3'), 'audio/mpeg', 'talk.mp3');
      const vtt = `WEBVTT

00:02.000 --> 00:08.000
A hymn about the sea.

00:19.000 --> 00:24.000
The sermon begins here.

00:30.000 --> 00:36.000
And it speaks of hope.

00:50.000 --> 00:58.000
Announcements of the week.
`;
      const query = whose === 'of the recording' ? `?mediaAssetId=${whole.id}` : '';
      await api().put(`/items/${item.id}/transcript${query}`, vtt, { 'Content-Type': 'text/vtt' });
      await app.idle();
      const { body } = await cut(whole);
      await app.idle();
      const { segments } = (await api().get(`/items/${item.id}/transcript/segments`)).body;
      expect(segments.map(({ text, startMs, endMs }: Built) => [text, startMs, endMs])).toEqual([
        ['The sermon begins here.', 0, 4_000],
        ['And it speaks of hope.', 10_000, 16_000],
      ]);
      const [part, ...others] = (await mediaOf(item)).filter(({ contentType }) => contentType !== 'text');
      expect([part.id, others]).toEqual([body.mediaAsset.id, []]);
      const { item: processed } = (await api().get(`/items/${item.id}`)).body;
      expect(processed).toMatchObject({ status: 'ready', indexedMediaAssetId: part.id, durationSecs: 20 });
    },
  );

  it('refuses what cannot be cut, naming why', async () => {
    const item = await buildItem(app.demo);
    const whole = await upload(item, recorded('talk.mp3'), 'audio/mpeg', 'talk.mp3');
    const refusals: [object, string][] = [
      [{ startMs: 0, endMs: 99_000 }, 'endMs: must not be after the end of the recording, 61000'],
      [{ startMs: 5_000, endMs: 5_500 }, 'endMs: must be at least 1000 after startMs'],
      [{ startMs: -1, endMs: 5_500 }, 'startMs: must be at least 0'],
      [{ endMs: 5_500 }, 'startMs: is required'],
    ];
    for (const [range, message] of refusals) {
      const { status, body } = await cut(whole, range);
      expect([status, body.error.message]).toEqual([422, message]);
    }
    const video = await api().post(`/items/${item.id}/media/create`, {
      externalPlatform: 'youtube',
      externalPlatformId: 'abcdefghijk',
    });
    expect((await cut(video.body.mediaAsset)).status).toBe(422);
    expect((await app.other.api.post(`/media/${whole.id}/cut`, TONE)).status).toBe(404);
    await setItem(app, item, { status: 'published' });
    const { status, body } = await cut(whole);
    expect([status, body.error.type]).toEqual([422, 'InvalidStateError']);
    expect(await mediaOf(item)).toHaveLength(2);
  });

  it('leaves the whole where the account has no room for the part', async () => {
    const item = await buildItem(app.demo);
    const whole = await upload(item, recorded('talk.mp3'), 'audio/mpeg', 'talk.mp3');
    const limit = (storedBytes: number | null) =>
      app.app.quotas.setLimits(app.demo.account.id, { storedBytes });
    await limit(1);
    const { body } = await cut(whole);
    await app.idle();
    await limit(null);
    const media = await mediaOf(item);
    expect(media.map(({ id, status }) => [id, status])).toEqual([
      [whole.id, 'ready'],
      [body.mediaAsset.id, 'error'],
    ]);
    expect(media[1].errorMessage).toMatch(/^The recording cannot be cut: /);
  });
});

describe('cutting without ffmpeg', () => {
  it('says that the server has none', async () => {
    const app = await startApp({ env: { PATH: '' } });
    const item = await buildItem(app.demo);
    const { body } = await app.demo.api.post(`/items/${item.id}/media/create`, {
      contentType: 'audio',
      mimeType: 'audio/mpeg',
      fileSizeBytes: 10,
    });
    const answer = await app.demo.api.post(`/media/${body.mediaAsset.id}/cut`, TONE);
    expect([answer.status, answer.body.error.message]).toEqual([
      422,
      'This server has no ffmpeg, which cuts recordings',
    ]);
    await app.stop();
  });
});
