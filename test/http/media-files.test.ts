/** Media files are examined by the worker, and invalid ones reported. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { buildItem, type Built } from '../support/factories.js';
import { mp3Of } from '../support/media-bytes.js';
import { useApp } from '../support/start-app.js';
import { talks, vttOf } from '../support/talks.js';
import { web } from '../support/web.js';

/** Made with ffmpeg: a tone of one or two seconds, with a test picture of 160 × 90. */
const fixture = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, '../support/fixtures/media', name));

const files = [
  ['talk.mp3', 'audio/mpeg', 2],
  ['talk.m4a', 'audio/mp4', 2],
  ['talk.wav', 'audio/wav', 1],
  ['talk.flac', 'audio/flac', 1],
  ['talk.ogg', 'audio/ogg', 2],
  ['talk.mp4', 'video/mp4', 2],
  ['talk.webm', 'video/webm', 2],
  ['talk.mov', 'video/quicktime', 2],
] as const;

/** A minimal ZIP archive with one file. */
const zip = (): Buffer => {
  const data = deflateRawSync(Buffer.from('not a film'));
  const header = Buffer.alloc(30 + 5);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(data.length, 18);
  header.writeUInt32LE(10, 22);
  header.writeUInt16LE(5, 26);
  header.write('a.txt', 30);
  return Buffer.concat([header, data]);
};

const hostile = [
  ['five bytes of text', Buffer.from('hello'), 'audio/mpeg', 'no audio or video'],
  ['a ZIP archive', zip(), 'video/mp4', 'no audio or video'],
  ['zeros', Buffer.alloc(3_000_000), 'audio/mpeg', 'no audio or video'],
  ['the beginning of a film', fixture('talk.mp4').subarray(0, 1_000), 'video/mp4', 'damaged or incomplete'],
  [
    'another kind of sound',
    fixture('talk.mp3'),
    'audio/wav',
    'is not a WAV file (audio/wav) but an MP3 file',
  ],
  ['a film as sound', fixture('talk.mp4'), 'audio/mp4', 'is a video and was announced as audio'],
  ['sound as a film', fixture('talk.m4a'), 'video/mp4', 'has sound but no picture'],
] as const;

describe('media files', () => {
  const app = useApp({ worker: true });

  const upload = async (item: Built, bytes: Buffer, mimeType: string, name: string): Promise<Built> => {
    const { body } = await app.demo.api.post(`/items/${item.id}/media/create`, {
      contentType: mimeType.split('/')[0],
      mimeType,
      fileSizeBytes: bytes.length,
      originalFilename: name,
    });
    expect((await web.put(body.uploadUrl, bytes, { 'Content-Type': mimeType })).status).toBe(200);
    return body.mediaAsset;
  };
  const asset = async ({ id }: Built): Promise<Built> =>
    (await app.demo.api.get(`/media/${id}`)).body.mediaAsset;
  const read = async ({ id }: Built): Promise<Built> => (await app.demo.api.get(`/items/${id}`)).body.item;

  it('of each kind are measured', async () => {
    const item = await buildItem(app.demo);
    const uploaded = [];
    for (const [name, mimeType] of files) uploaded.push(await upload(item, fixture(name), mimeType, name));
    await app.idle();
    for (const [i, [name, mimeType, durationSecs]] of files.entries()) {
      const isVideo = mimeType.startsWith('video/');
      const found = await asset(uploaded[i]);
      expect(found, name).toMatchObject({
        status: 'ready',
        errorMessage: null,
        durationSecs,
        videoWidth: isVideo ? 160 : null,
        videoHeight: isVideo ? 90 : null,
      });
      expect(found.bitrate, name).toBeGreaterThan(1_000);
    }
    expect(await read(item)).toMatchObject({ status: 'draft', durationSecs: 2 });
  });

  it('of variable bit rate are as long as their frames, without a header', async () => {
    const uploaded = await upload(
      await buildItem(app.demo),
      mp3Of([200, 32], [200, 320]),
      'audio/mpeg',
      'a.mp3',
    );
    await app.idle();
    expect(await asset(uploaded)).toMatchObject({ status: 'ready', durationSecs: 10 });
  });

  it.each(hostile)(
    'with wrong content are rejected in plain English: %s',
    async (_what, bytes, type, words) => {
      const item = await buildItem(app.demo);
      const refused = await upload(item, bytes, type, 'sermon.bin');
      await app.idle();
      const { status, errorMessage } = await asset(refused);
      expect(status).toBe('error');
      expect(errorMessage).toContain(words);
      expect(errorMessage).toContain('sermon');
      expect(await read(item)).toMatchObject({ status: 'actionRequired', errorMessage });
    },
  );

  it('block their item until they are valid, and processing waits for them', async () => {
    const item = await buildItem(app.demo, { autoPublish: true });
    const wrong = await upload(item, Buffer.from('hello'), 'audio/mpeg', 'talk.mp3');
    await app.idle();
    await app.demo.api.put(`/items/${item.id}/transcript`, vttOf(talks.bees), { 'Content-Type': 'text/vtt' });
    await app.idle();
    expect(await read(item)).toMatchObject({ status: 'actionRequired', indexedMediaAssetId: null });
    const { processing } = (await app.demo.api.get(`/items/${item.id}/processing`)).body;
    expect(processing.steps[0]).toMatchObject({ name: 'probe', status: 'actionRequired' });

    expect((await app.demo.api.delete(`/media/${wrong.id}`)).status).toBe(200);
    await upload(item, fixture('talk.mp3'), 'audio/mpeg', 'talk.mp3');
    expect((await app.demo.api.post(`/items/${item.id}/process`)).body.item.status).toBe('queued');
    await app.idle();
    expect(await read(item)).toMatchObject({ status: 'published', errorMessage: null, durationSecs: 2 });

    // A wrong file that is uploaded later does not unpublish it.
    await upload(item, Buffer.from('hello'), 'audio/mpeg', 'talk2.mp3');
    await app.idle();
    await app.demo.api.post(`/items/${item.id}/process`);
    await app.idle();
    expect(await read(item)).toMatchObject({ status: 'published', errorMessage: null });
    const again = (await app.demo.api.get(`/items/${item.id}/processing`)).body.processing;
    expect(again).toMatchObject({ status: 'actionRequired' });
    expect(again.errorMessage).toContain('talk2.mp3');
  });
});
