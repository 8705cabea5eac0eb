/** Streamed responses: truncated on failure, compressed or not, and stopped when the client disconnects. */
import { systemClock } from '../../src/platform/lib/clock.js';
import { storedLinks } from '../../src/platform/lib/links.js';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import Koa from 'koa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compression } from '../../src/platform/http/server/rendered-responses.js';
import { endpoint } from '../../src/platform/http/endpoint/endpoint.js';
import { mount } from '../../src/platform/http/server/mount.js';
import { createRoutes } from '../../src/platform/http/server/routes.js';

let server: Server;
let body: Readable;
let url: string;

beforeAll(async () => {
  const streamed = endpoint({
    method: 'GET',
    path: '/file',
    operationId: 'getFile',
    summary: 'A file',
    tag: 'Test',
    scope: 'public',
    response: ['text/csv'],
    example: { response: ['a'] },
    handle: () => Promise.resolve({ contentType: 'text/csv', body }),
  });
  const app = new Koa();
  app.silent = true;
  app.use(compression);
  const identity = { accountOfHost: () => Promise.resolve({ id: 1 }) };
  app.use(
    mount(createRoutes([streamed], '/v2'), {
      prefix: '/v2',
      identity: identity as never,
      idempotency: {} as never,
      linksOf: () => storedLinks,
      countryOf: () => undefined,
      bodyTimeoutMs: 1_000,
      clock: systemClock,
    }),
  );
  const handle = app.callback();
  server = createServer((message, response) => void handle(message, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/file`;
});
afterAll(() => server.close());

const LINE = 'x'.repeat(2_000);

it.each(['identity', 'gzip'])('is truncated where it fails (%s)', async (encoding) => {
  body = Readable.from(
    (async function* () {
      for (let i = 0; i < 200; i++) yield LINE + String(Math.random());
      await new Promise((resolve) => setImmediate(resolve));
      throw new Error('the engine has gone');
    })(),
  );
  const read = fetch(url, { headers: { 'Accept-Encoding': encoding } }).then((answer) => answer.text());
  await expect(read).rejects.toThrow();
});

it('stops when the client disconnects', async () => {
  const endless = new PassThrough();
  body = endless;
  endless.write(LINE);
  const stop = new AbortController();
  const answer = await fetch(url, { headers: { 'Accept-Encoding': 'identity' }, signal: stop.signal });
  expect(answer.status).toBe(200);
  const closed = once(endless, 'close');
  stop.abort();
  await closed;
});

it('is complete if nothing fails', async () => {
  body = Readable.from([LINE, LINE]);
  expect(await (await fetch(url)).text()).toBe(LINE + LINE);
});
