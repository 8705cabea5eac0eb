/** Large files are streamed: uploads and downloads use little memory. */
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, it } from 'vitest';
import { buildItem } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

const SIZE = 300_000_000;
const LIMIT = 100_000_000;
const TYPE = 'application/zip';
const PART = Buffer.alloc(1_000_000, 'a');

const app = useApp();

const parts = function* (): Generator<Buffer> {
  for (let sent = 0; sent < SIZE; sent += PART.length) yield PART;
};

/** How much more memory this process, which is client and server, may use than before. */
const peakDuring = async (work: () => Promise<void>): Promise<number> => {
  const before = process.memoryUsage().rss;
  let peak = before;
  const look = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
  await work();
  clearInterval(look);
  return peak - before;
};

it('uploads a file of 300 MB in pieces in little memory', async () => {
  const { id } = await buildItem(app.demo);
  const file = { contentType: 'video', mimeType: 'video/mp4', fileSizeBytes: SIZE };
  const { body } = await app.demo.api.post(`/items/${id}/media/create`, file);
  const received = await peakDuring(async () => {
    const call = request(body.resumable.url as string, {
      method: 'PATCH',
      headers: {
        'Tus-Resumable': '1.0.0',
        'Content-Type': 'application/offset+octet-stream',
        'Upload-Offset': '0',
        'Content-Length': String(SIZE),
      },
    });
    const answered = new Promise<number>((resolve) =>
      call.on('response', (answer) => resolve(answer.resume().statusCode ?? 0)),
    );
    await pipeline(Readable.from(parts()), call);
    expect(await answered).toBe(204);
  });
  expect(received).toBeLessThan(LIMIT);
});

it('uploads and downloads a file of 300 MB in little memory', async () => {
  const { id } = await buildItem(app.demo);
  const file = { title: 'All slides', contentType: 'file', fileMimeType: TYPE, fileSizeBytes: SIZE };
  const { body } = await app.demo.api.post(`/items/${id}/resources/create`, file);
  const received = await peakDuring(async () => {
    const headers = { 'Content-Type': TYPE, 'Content-Length': String(SIZE) };
    const call = request(body.uploadUrl, { method: 'PUT', headers });
    const answered = new Promise<number>((resolve) =>
      call.on('response', (answer) => resolve(answer.resume().statusCode ?? 0)),
    );
    await pipeline(Readable.from(parts()), call);
    expect(await answered).toBe(200);
  });
  expect(received).toBeLessThan(LIMIT);

  const { resource } = (await app.demo.api.get(`/items/${id}/resources/${body.resource.id}`)).body;
  let read = 0;
  const sent = await peakDuring(async () => {
    const { body: bytes } = await fetch(resource.url);
    for await (const part of (bytes ?? []) as AsyncIterable<Uint8Array>) read += part.length;
  });
  expect(read).toBe(SIZE);
  expect(sent).toBeLessThan(LIMIT);
});
