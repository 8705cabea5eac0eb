/** Renditions of media files with ffmpeg: waveforms, posters, audio for search sites, streams. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { findProgram } from '../../src/platform/lib/find-program.js';
import { masterPlaylist, rungsFor } from '../../src/processing/media/hls.js';
import { buildItem, setItem, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';
import { web } from '../support/web.js';

const { PATH = '' } = process.env;
const ffmpeg = findProgram('ffmpeg', PATH);
const fixture = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, '../support/fixtures/media', name));

describe.skipIf(ffmpeg === null)('renditions', () => {
  const app = useApp({ worker: true, env: { PATH, TRANSCODE: 'true' } });
  let item: Built;
  beforeAll(async () => {
    item = await buildItem(app.demo);
  });

  const upload = async (bytes: Buffer, mimeType: string, name: string): Promise<Built> => {
    const { body } = await app.demo.api.post(`/items/${item.id}/media/create`, {
      contentType: mimeType.split('/')[0],
      mimeType,
      fileSizeBytes: bytes.length,
      originalFilename: name,
    });
    expect((await web.put(body.uploadUrl, bytes, { 'Content-Type': mimeType })).status).toBe(200);
    return body.mediaAsset;
  };
  const read = async ({ id }: Built): Promise<Built> =>
    (await app.demo.api.get(`/media/${id}`)).body.mediaAsset;
  const jobOf = async ({ id }: Built): Promise<Built> =>
    (await app.demo.api.get(`/jobs?kind=transcode&mediaAssetId=${id}`)).body.jobs[0];

  it('of audio are a waveform and a small file for search sites', async () => {
    const asset = await upload(fixture('talk.mp3'), 'audio/mpeg', 'audio.m4a.mp3');
    await app.idle();
    const { waveformUrl, audioUrl, posterUrl, streamUrl } = await read(asset);
    const waveform = await web.get(waveformUrl);
    expect(waveform.headers['content-type']).toContain('application/json');
    expect(waveform.body).toMatchObject({ version: 2, channels: 1, bits: 8, sample_rate: 8_000 });
    expect(waveform.body.samples_per_pixel).toBe(800);
    // Two seconds, plus what the encoder adds.
    expect(waveform.body.length).toBeGreaterThanOrEqual(20);
    expect(waveform.body.length).toBeLessThanOrEqual(23);
    expect(waveform.body.data).toHaveLength(2 * waveform.body.length);
    expect(Math.max(...waveform.body.data)).toBeGreaterThan(5);
    const audio = await web.get(audioUrl);
    expect([audio.status, audio.headers['content-type']]).toEqual([200, 'audio/mp4']);
    expect(audio.bytes.subarray(4, 8).toString()).toBe('ftyp');
    expect([posterUrl, streamUrl, await jobOf(asset)]).toEqual([null, null, undefined]);
  });

  it('of audio correct a length that the file states wrongly', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-vbr-'));
    const file = join(folder, 'vbr.mp3');
    // Silence takes the lowest bit rate, and sound, at the end, the highest: the first frames mislead.
    const source = 'aevalsrc=if(lt(t\\,20)\\,0\\,random(0)):s=44100:d=40';
    const args = ['-loglevel', 'error', '-f', 'lavfi', '-i', source, '-q:a', '0', '-write_xing', '0', file];
    expect(spawnSync(ffmpeg!, args).status).toBe(0);
    const asset = await upload(readFileSync(file), 'audio/mpeg', 'vbr.mp3');
    rmSync(folder, { recursive: true });
    await app.idle();
    expect(await read(asset)).toMatchObject({ status: 'ready', durationSecs: 40 });
  });

  it('of a video are a poster and a stream, which are as private as their item', async () => {
    const asset = await upload(fixture('talk.mp4'), 'video/mp4', 'talk.mp4');
    await app.idle();
    const made = await read(asset);
    expect(made).toMatchObject({ status: 'ready', streamAssetId: `lectern-${asset.id}` });
    expect(await jobOf(asset)).toMatchObject({ status: 'done', total: 100, done: 100, errors: [] });
    const poster = await web.get(made.posterUrl);
    expect([poster.status, poster.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect((await web.get(`${made.posterUrl}?width=160`)).status).toBe(200);

    const follow = async (url: string): Promise<void> => {
      const master = await web.get(url);
      expect(master.headers['content-type']).toContain('application/vnd.apple.mpegurl');
      const [size] = /^_.*m3u8$/m.exec(master.body) ?? [];
      expect(master.body).toMatch(/BANDWIDTH=\d+,RESOLUTION=160x90,CODECS=/);
      const playlist = await web.get(new URL(size!, url).href);
      expect(playlist.body).toContain('#EXT-X-ENDLIST');
      const [, end, start] = /EXT-X-BYTERANGE:(\d+)@(\d+)/.exec(playlist.body) ?? [];
      const [segments] = /^_.*mp4$/m.exec(playlist.body) ?? [];
      const range = { Range: `bytes=${start}-${Number(start) + Number(end) - 1}` };
      const segment = await web.get(new URL(segments!, url).href, range);
      expect([segment.status, segment.headers['content-type']]).toEqual([206, 'video/mp4']);
      expect(segment.bytes).toHaveLength(Number(end));
    };
    await follow(made.streamUrl);
    const open = `${app.privateUrl}/files/${app.demo.account.id}/${made.streamPlaybackId}/_stream.m3u8`;
    expect((await web.get(open)).status).toBe(404);
    await setItem(app, item, { status: 'published' });
    await follow(open);
    const shown = (await app.demo.site.get(`/items/${item.id}`)).body.item.mediaAssets.find(
      ({ id }: Built) => id === asset.id,
    );
    expect(shown.streamUrl).toContain(made.streamPlaybackId);

    await setItem(app, item, { status: 'ready' });
    await app.demo.api.delete(`/media/${asset.id}`);
    // Until then they can be restored.
    const purged = await app.demo.api.post('/trash/purge', {
      records: [{ kind: 'mediaAsset', id: asset.id }],
    });
    expect(purged.status).toBe(201);
    await app.idle();
    for (const url of [made.streamUrl, made.posterUrl, made.audioUrl, made.waveformUrl])
      expect((await web.get(url)).status).toBe(404);
    const left = app.app.db.selectFrom('storedFile').select('blobKey');
    const kept = await left.where('blobKey', 'like', `%${made.streamPlaybackId}%`).execute();
    expect(kept).toEqual([]);
  });

  it('stop when the account cancels the job, and the file is deleted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-video-'));
    const file = join(folder, 'long.mp4');
    const source = 'testsrc2=size=1280x720:rate=30:duration=40';
    const args = ['-loglevel', 'error', '-f', 'lavfi', '-i', source, '-c:v', 'mpeg4', '-b:v', '200k', file];
    expect(spawnSync(ffmpeg!, args).status).toBe(0);
    const asset = await upload(readFileSync(file), 'video/mp4', 'long.mp4');
    rmSync(folder, { recursive: true });
    await expect.poll(async () => (await jobOf(asset))?.status).toBe('running');
    const job = await jobOf(asset);
    const cancelled = await app.demo.api.post(`/jobs/${job.id}/cancel`);
    expect(cancelled.body.job).toMatchObject({ status: 'cancelled', mediaAssetId: asset.id });
    await app.idle();
    expect(await read(asset)).toMatchObject({ status: 'ready', streamUrl: null });
    expect(await jobOf(asset)).toMatchObject({ status: 'cancelled', errors: [] });
  });
});

describe('a stream', () => {
  const heights = (width: number, height: number) => rungsFor(width, height).map((rung) => rung.height);

  it('has the standard sizes up to the size of the video', () => {
    expect(heights(1920, 1080)).toEqual([360, 480, 720, 1080]);
    expect(heights(3840, 2160)).toEqual([360, 480, 720, 1080]);
    expect(heights(1280, 720)).toEqual([360, 480, 720]);
    expect(heights(720, 1280)).toEqual([360, 480, 720]);
    expect(heights(320, 241)).toEqual([240]);
  });

  it('reports each size as displayed', () => {
    const [rung] = rungsFor(1920, 1080);
    const text = masterPlaylist([{ rung: rung!, playlist: 'a.m3u8' }], {
      width: 1920,
      height: 1080,
      hasSound: false,
    });
    expect(text).toContain('RESOLUTION=640x360,CODECS="avc1.4d4028"');
  });
});
