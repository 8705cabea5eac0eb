/** Files that clients send directly to S3, from upload to removal; runs if TEST_S3_URL names a server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findProgram } from '../../src/platform/lib/find-program.js';
import { createFolderBlobStore } from '../../src/platform/storage/folder-blob-store.js';
import { planUpload } from '../../src/platform/storage/upload.repository.js';
import { buildItem, type Built } from '../support/factories.js';
import { picture } from '../support/images.js';
import { reply } from '../support/model-server.js';
import { s3Environment } from '../support/s3.js';
import { startSpeechServer, type SpeechServer } from '../support/speech-server.js';
import { startApp, type TestApp } from '../support/start-app.js';

const server = s3Environment();
if (!server) console.log('TEST_S3_URL is not set: files on S3 are skipped.');

const put = (url: string, bytes: Buffer, type: string) =>
  fetch(url, { method: 'PUT', body: new Uint8Array(bytes), headers: { 'Content-Type': type } });
const patience = { timeout: 60_000, interval: 100 };

describe.skipIf(!server)('a library with its files on S3', () => {
  let app: TestApp;
  let item: Built;
  let speech: SpeechServer;
  beforeAll(async () => {
    const text = 'What was said, out of the bucket.';
    speech = await startSpeechServer((response) =>
      reply(response, { text, segments: [{ start: 0.5, end: 1.5, text }] }),
    );
    app = await startApp({
      worker: true,
      env: { ...server, PATH: process.env.PATH ?? '', TRANSCODE: 'true', TRANSCRIBE_URL: speech.url },
    });
    item = await buildItem(app.demo);
  });
  afterAll(async () => {
    const { db, blobs } = app.app;
    for (const { blobKey } of await db.selectFrom('upload').select('blobKey').execute())
      await blobs.remove(blobKey);
    await app.stop();
    await speech.close();
  });

  it('accepts a file uploaded directly to S3, redirects to it, and removes it', async () => {
    const page = Buffer.from('<h1>Notes</h1><script>alert(1)</script>');
    const { body } = await app.demo.api.post(`/items/${item.id}/resources/create`, {
      title: 'Notes',
      contentType: 'file',
      fileMimeType: 'text/html',
      fileSizeBytes: page.length,
      originalFilename: 'notes.html',
    });
    const path = `/items/${item.id}/resources/${body.resource.id}`;
    const read = async () => (await app.demo.api.get(path)).body.resource;
    expect(body.uploadUrl).toContain(server?.S3_ENDPOINT);
    expect((await put(body.uploadUrl, page.subarray(1), 'text/html')).status).toBe(403);
    expect((await put(body.uploadUrl, page, 'text/plain')).status).toBe(403);
    expect((await read()).url).toBeNull();

    expect((await put(body.uploadUrl, page, 'text/html')).status).toBe(200);
    await expect.poll(async () => (await read()).url, patience).not.toBeNull();
    const { url } = await read();
    // Uploading a second file of that size to the same URL changes nothing.
    expect((await put(body.uploadUrl, Buffer.alloc(page.length, 'x'), 'text/html')).status).toBe(200);

    const opened = await fetch(url, { redirect: 'manual' });
    expect(opened.status).toBe(302);
    expect(opened.headers.get('cache-control')).toMatch(/^private, max-age=/);
    const stored = await fetch(opened.headers.get('location') ?? '', { headers: { Range: 'bytes=0-8' } });
    expect([stored.status, await stored.text()]).toEqual([206, '<h1>Notes']);
    expect(stored.headers.get('content-type')).toBe('application/octet-stream');
    expect(stored.headers.get('content-disposition')).toBe('attachment; filename="notes.html"');
    const etag = opened.headers.get('etag') ?? '';
    expect((await fetch(url, { headers: { 'If-None-Match': etag } })).status).toBe(304);

    await app.demo.api.delete(path);
    await expect.poll(async () => (await fetch(url)).status, patience).toBe(404);
  });

  it('stores artwork and its smaller copies', async () => {
    const bytes = await picture('png', 640, 640);
    const { body } = await app.demo.api.post(`/items/${item.id}/artwork/create`, {
      variant: 'square',
      fileMimeType: 'image/png',
      fileSizeBytes: bytes.length,
    });
    expect((await put(body.uploadUrl, bytes, 'image/png')).status).toBe(200);
    const read = async () => (await app.demo.api.get(`/items/${item.id}`)).body.item;
    await expect.poll(async () => (await read()).squareImgUrl, patience).not.toBeNull();
    const { squareImgUrl, squareImgMetadata } = await read();
    expect(squareImgMetadata).toMatchObject({ width: 640, height: 640, fileSizeBytes: bytes.length });
    expect(Buffer.from(await (await fetch(squareImgUrl)).arrayBuffer()).equals(bytes)).toBe(true);
    const smaller = await fetch(`${squareImgUrl}?width=320`, { headers: { Accept: 'image/webp' } });
    expect([smaller.status, smaller.headers.get('content-type')]).toEqual([200, 'image/webp']);
    await app.demo.api.post(`/items/${item.id}/artwork/delete`, {});
    await expect.poll(async () => (await fetch(squareImgUrl)).status, patience).toBe(404);
  });

  it('rejects uploads that S3 would reject before sending them', async () => {
    const film = { contentType: 'video', mimeType: 'video/mp4', originalFilename: 'film.mp4' };
    const create = (fileSizeBytes: number) =>
      app.demo.api.post(`/items/${item.id}/media/create`, { ...film, fileSizeBytes });
    const { status, body } = await create(5 * 1024 ** 3 + 1);
    expect([status, body.error.details[0].path]).toEqual([422, 'fileSizeBytes']);
    expect((await create(5 * 1024 ** 3)).status).toBe(201);
  });

  it('accepts media when the upload is confirmed', async () => {
    const bytes = Buffer.alloc(200_000, 'a');
    const { body } = await app.demo.api.post(`/items/${item.id}/media/create`, {
      contentType: 'audio',
      mimeType: 'audio/mpeg',
      fileSizeBytes: bytes.length,
      originalFilename: 'talk.mp3',
    });
    const uploaded = () => app.demo.api.post(`/media/${body.mediaAsset.id}/uploaded`);
    expect((await uploaded()).status).toBe(422);
    expect((await put(body.uploadUrl, bytes, 'audio/mpeg')).status).toBe(200);
    const answer = await uploaded();
    expect([answer.status, answer.body.mediaAsset.errorMessage ?? '']).toEqual([
      200,
      expect.stringMatching(/^$|no audio or video/),
    ]);
    expect((await fetch(answer.body.mediaAsset.url)).headers.get('content-type')).toBe('audio/mpeg');
  });

  it('reads media by byte ranges, and serves stream playlists itself', async () => {
    const bytes = readFileSync(join(import.meta.dirname, '../support/fixtures/media/talk.mp4'));
    const file = { contentType: 'video', mimeType: 'video/mp4', fileSizeBytes: bytes.length };
    const { body } = await app.demo.api.post(`/items/${item.id}/media/create`, file);
    expect((await put(body.uploadUrl, bytes, 'video/mp4')).status).toBe(200);
    await app.demo.api.post(`/media/${body.mediaAsset.id}/uploaded`);
    const read = async () => (await app.demo.api.get(`/media/${body.mediaAsset.id}`)).body.mediaAsset;
    await expect.poll(async () => (await read()).status, patience).toBe('ready');
    expect(await read()).toMatchObject({ durationSecs: 2, videoWidth: 160, videoHeight: 90 });
    if (findProgram('ffmpeg', process.env.PATH) === null) return;

    await expect.poll(async () => (await read()).streamUrl, { ...patience, timeout: 60_000 }).not.toBeNull();
    const { streamUrl, posterUrl } = await read();
    const master = await fetch(streamUrl, { redirect: 'manual' });
    expect(master.status).toBe(200);
    const [size = ''] = /^_.*m3u8$/m.exec(await master.text()) ?? [];
    const playlist = await fetch(new URL(size, streamUrl), { redirect: 'manual' });
    const [segments = ''] = /^_.*mp4$/m.exec(await playlist.text()) ?? [];
    const range = { headers: { Range: 'bytes=4-7' } };
    expect(await (await fetch(new URL(segments, streamUrl), range)).text()).toBe('ftyp');
    expect((await fetch(posterUrl)).headers.get('content-type')).toBe('image/jpeg');
    const { id } = body.mediaAsset;
    await app.demo.api.delete(`/media/${id}`);
    await app.demo.api.post('/trash/purge', { records: [{ kind: 'mediaAsset', id }] });
    await expect.poll(async () => (await fetch(posterUrl)).status, patience).toBe(404);
  });

  it('processes a recording until it is ready: examined, transcribed, with renditions', async () => {
    const bytes = readFileSync(join(import.meta.dirname, '../support/fixtures/media/talk.mp4'));
    const { id } = await buildItem(app.demo, { autoPublish: true });
    const file = { contentType: 'video', mimeType: 'video/mp4', fileSizeBytes: bytes.length };
    const { body } = await app.demo.api.post(`/items/${id}/media/create`, file);
    expect((await put(body.uploadUrl, bytes, 'video/mp4')).status).toBe(200);
    await app.demo.api.post(`/media/${body.mediaAsset.id}/uploaded`);
    await app.demo.api.post(`/items/${id}/process`);
    const read = async () => (await app.demo.api.get(`/items/${id}`)).body.item;
    await expect.poll(async () => (await read()).status, patience).toBe('published');
    expect(await read()).toMatchObject({ durationSecs: 2, errorMessage: null });
    const found = async (): Promise<unknown> =>
      (await app.demo.site.get('/search?q=bucket')).body.results.map((result: Built) => result.item.id);
    // The transcript follows the publication.
    await expect.poll(found, patience).toEqual([id]);
    expect((await app.demo.api.get(`/items/${id}/transcript/segments`)).body.segments).toMatchObject([
      { text: 'What was said, out of the bucket.', startMs: 500 },
    ]);
    expect(speech.requests).toHaveLength(1);
    if (findProgram('ffmpeg', process.env.PATH) === null) return;

    expect(speech.requests[0]!.file.name).toBe('sound.wav');
    const made = async (): Promise<unknown[]> => {
      const { mediaAsset } = (await app.demo.api.get(`/media/${body.mediaAsset.id}`)).body;
      const { url, audioUrl, posterUrl, streamUrl, waveformUrl } = mediaAsset;
      return [url, audioUrl, posterUrl, streamUrl, waveformUrl];
    };
    await expect.poll(made, { ...patience, timeout: 60_000 }).not.toContain(null);
    const types = (await made()).map(async (url) => {
      const response = await fetch(url as string);
      return response.ok && response.headers.get('content-type');
    });
    expect(await Promise.all(types)).toEqual([
      ...['video/mp4', 'audio/mp4', 'image/jpeg'],
      ...['application/vnd.apple.mpegurl', 'application/json'],
    ]);
    await app.demo.api.delete(`/items/${id}`);
  });

  it('imports the files of a folder once', async () => {
    const { config, db, copyFiles } = app.app;
    const folder = createFolderBlobStore(join(config.dataDir, 'blobs'));
    const upload = await planUpload(db, app.app.clock, app.demo.account.id, {
      purpose: 'resource',
      subjectId: item.id,
      contentType: 'text/plain',
      sizeBytes: 5,
      filename: 'notes.txt',
    });
    await folder.write(upload.blobKey, Readable.from(['hello']), upload);
    expect(await copyFiles?.({})).toEqual({ copied: 1, present: 0 });
    expect(await copyFiles?.({})).toEqual({ copied: 0, present: 1 });
    expect(await app.app.blobs.stat(upload.blobKey)).toMatchObject({
      sizeBytes: 5,
      contentType: 'text/plain',
    });
  });
});

describe('a library whose S3 does not respond', () => {
  it('works without files', async () => {
    const env = {
      S3_BUCKET: 'b',
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
    };
    const lost = await startApp({ env });
    const { id } = await buildItem(lost.demo);
    expect((await lost.demo.api.get(`/items/${id}`)).status).toBe(200);
    const file = await fetch(`${lost.privateUrl}/files/${lost.demo.account.id}/${'a'.repeat(32)}/a.pdf`);
    expect([file.status, file.headers.has('retry-after')]).toEqual([503, true]);
    const ready = await fetch(new URL('/readyz', lost.privateUrl));
    expect(await ready.json()).toMatchObject({ status: 'degraded', stores: { blobs: { status: 'down' } } });
    await lost.stop();
  });
});
