/** A bucket refuses signatures of another time. The SDK corrects its time by the refusal, which must not fail a request. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createS3BlobStore } from '../../src/platform/storage/s3-blob-store.js';

const HOUR_MS = 3_600_000;
const KEY = `1/${'a'.repeat(32)}/talk.mp3`;

/** Ms of the time with which a request was signed. */
const signedAt = (header: string): number =>
  Date.parse(header.replace(/^(....)(..)(..T..)(..)(..)Z$/, '$1-$2-$3:$4:$5Z'));

let server: Server;
const offsets: number[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    const now = Date.now() + HOUR_MS;
    const offset = Math.abs(signedAt(String(request.headers['x-amz-date'])) - now);
    offsets.push(offset);
    response.setHeader('Date', new Date(now).toUTCString());
    response.statusCode = offset > HOUR_MS / 4 ? 403 : 200;
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

it('finds a file although the clock is an hour slow', async () => {
  const { port } = server.address() as AddressInfo;
  const blobs = createS3BlobStore({
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'bucket',
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    prefix: '',
  });
  expect(await blobs.stat(KEY)).not.toBeNull();
  expect(offsets.length).toBe(2);
  blobs.close();
});
