/** Adding talks in the console to a server that stores files in a bucket: the browser sends the parts there. */
import { createServer, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { en } from '../../strings/console/en.js';
import { s3Environment } from '../support/s3.js';
import { choose, isUploaded, LONG, longRecording, startAddTest, type AddTest } from './add-page.js';
import { browserPath } from './chromium.js';
import { button } from './console-pages.js';

const s3 = s3Environment();
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, PUT',
  'Access-Control-Allow-Headers': '*',
};

/** Of the parts that arrive, the number of the one whose connection breaks. */
const CUT = 2;

describe.skipIf(!browserPath || !s3)('adding talks to a bucket', () => {
  let test: AddTest;
  let bucket: Server;
  /** Numbers of the parts that the browser has sent. */
  const parts: number[] = [];
  beforeAll(async () => {
    if (!browserPath || !s3) return;
    // The bucket of the tests has no CORS rule. URLs are signed for the name in `Host`, which passes through.
    const target = new URL(s3.S3_ENDPOINT!);
    bucket = createServer((request, response) => {
      const { method, headers, url = '' } = request;
      if (method === 'OPTIONS') return response.writeHead(204, CORS).end();
      const partNumber = new URL(url, target).searchParams.get('partNumber');
      if (headers.origin !== undefined && partNumber !== null && parts.push(Number(partNumber)) === CUT)
        return request.socket.destroy();
      const { hostname, port } = target;
      const forwarded = send({ hostname, port, path: url, method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...CORS });
        answer.pipe(response);
      });
      forwarded.on('error', () => response.destroy());
      return request.pipe(forwarded);
    });
    await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
    const { port } = bucket.address() as AddressInfo;
    test = await startAddTest({ ...s3, S3_ENDPOINT: `http://127.0.0.1:${port}` });
  });
  afterAll(async () => {
    await test?.stop();
    bucket?.closeAllConnections();
    bucket?.close();
  });

  it('sends the parts to the bucket, and those again that were cut', async () => {
    const page = await test.open();
    await choose(page, longRecording(test.folder, '2024-04-07 In parts.wav'));
    await button(page, en.add.createOne).click();
    await isUploaded(page, 1);
    expect(parts).toEqual([1, 2, 2, 3]);
    const { mediaAssets } = await test.itemTitled('In parts');
    expect(mediaAssets).toMatchObject([{ fileSizeBytes: LONG.length }]);
    expect(mediaAssets[0].status).not.toBe('created');
    expect(test.problems).toEqual([]);
  });
});
