/** The sample configurations of Caddy and nginx, run by these programs in front of the app. */
import { once } from 'node:events';
import { request as plainRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:http2';
import { request, type RequestOptions } from 'node:https';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.js';
import { buildPerson, signedIn, consoleOf, type Browser } from '../support/browser.js';
import type { Client } from '../support/client.js';
import { readEventsOf } from '../support/event-reader.js';
import { buildItem, publishTalk } from '../support/factories.js';
import { resumableUploads, TUS } from '../support/resumable.js';
import { createCertificate, HOSTS, kinds, startProxy, type Ports } from '../support/reverse-proxies.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { web } from '../support/web.js';
import { use } from '../support/use.js';

const certificate = createCertificate();
const MEBIBYTE = 1024 ** 2;
const FILE = randomBytes(30 * MEBIBYTE);
const PIECE = 5 * MEBIBYTE;
/** Loopback addresses of clients. The proxy itself connects from 127.0.0.1. */
const CLIENT = '127.0.0.2';
const STRANGER = '127.0.0.3';

interface Received {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

describe.skipIf(!certificate)('reverse proxies', () => {
  let app: TestApp;
  let ports: Ports;
  let browser: Browser;
  beforeAll(async () => {
    const [https, http] = [await freePort(), await freePort()];
    app = await startApp({
      worker: true,
      env: {
        TRUSTED_PROXIES: '127.0.0.1,::1',
        SEARCH_DOMAIN: 'search.example.org',
        API_BASE_URL: `https://${HOSTS.api}:${https}`,
        PUBLIC_BASE_URL: `https://{account}.search.example.org:${https}`,
        CONSOLE_BASE_URL: `https://${HOSTS.console}:${https}`,
      },
    });
    const portOf = (url: string): string => new URL(url).port;
    ports = {
      https,
      http,
      api: portOf(app.privateUrl),
      search: portOf(app.publicUrl),
      console: portOf(app.consoleUrl),
    };
    const { email } = await buildPerson(app, [[app.demo, 'editor']]);
    browser = await signedIn(consoleOf(app), email);
    await publishTalk(app.demo, 'Bees', ['The bees wake in the spring.']);
    await app.idle();
  });
  afterAll(async () => {
    await app.stop();
    certificate?.remove();
  });

  for (const [name, { program, configure }] of Object.entries(kinds)) {
    if (!program) console.log(`${name} is not installed: its sample configuration is not tested.`);
    describe.skipIf(!program)(name, () => {
      const proxy = use(() => startProxy({ program: program ?? '', configure }, ports, certificate!), 'stop');

      const open = (host: string, path: string, { headers = {}, ...options }: RequestOptions = {}) =>
        request({
          host: '127.0.0.1',
          port: ports.https,
          servername: host,
          localAddress: CLIENT,
          ca: readFileSync(certificate!.certificate),
          path,
          agent: false,
          ...options,
          headers: { Host: `${host}:${ports.https}`, ...(headers as Record<string, string>) },
        });
      const finish = async (call: ReturnType<typeof open>): Promise<Received> => {
        const [response] = (await once(call, 'response')) as [IncomingMessage];
        return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) };
      };
      const send = (
        host: string,
        path: string,
        options?: RequestOptions,
        body?: Uint8Array,
      ): Promise<Received> => {
        const call = open(host, path, options);
        call.end(body);
        return finish(call);
      };

      const postJson: Client['post'] = async (path, json) => {
        const headers = { ...app.demo.api.headers, 'Content-Type': 'application/json' };
        const body = Buffer.from(JSON.stringify(json));
        const { text, ...answer } = await send(HOSTS.api, `/v2${path}`, { method: 'POST', headers }, body);
        return { ...answer, body: JSON.parse(text) as never, bytes: Buffer.from(text) };
      };

      it('serves a search over HTTP/2, and redirects http', async () => {
        const session = connect(`https://127.0.0.1:${ports.https}`, {
          servername: HOSTS.search,
          ca: readFileSync(certificate!.certificate),
        });
        const stream = session.request({
          ':authority': `${HOSTS.search}:${ports.https}`,
          ':path': '/api/search?q=bees',
        });
        const { results } = JSON.parse(await text(stream)) as { results: { item: { title: string } }[] };
        session.close();
        expect(results.map(({ item }) => item.title)).toEqual(['Bees']);
        const { text: account } = await send(HOSTS.api, '/v2/account', { headers: app.demo.api.headers });
        expect(account).toContain(`"searchBaseUrl":"https://${HOSTS.search}:${ports.https}/api"`);
        const call = plainRequest({
          host: '127.0.0.1',
          port: ports.http,
          headers: { Host: HOSTS.console },
        }).end();
        const [response] = (await once(call, 'response')) as [IncomingMessage];
        response.resume();
        expect(response.statusCode).toBe(308);
        expect(response.headers.location).toMatch(/^https:\/\/console\.example\.org/);
      });

      it('passes the address of the client on, and nothing that the client claims', async () => {
        const { secret } = await app.app.tokens.create(app.demo.account.id, {
          name: 'network',
          scopes: ['content:read'],
          expiresAt: null,
          allowedNetworks: [`${CLIENT}/32`],
        });
        const statusFrom = async (localAddress: string, claimed: string): Promise<number> => {
          const headers = { Authorization: `Bearer ${secret}`, 'X-Forwarded-For': claimed };
          return (await send(HOSTS.api, '/v2/items', { localAddress, headers })).status;
        };
        expect(await statusFrom(CLIENT, STRANGER)).toBe(200);
        expect(await statusFrom(STRANGER, CLIENT)).toBe(403);
        expect(await statusFrom(STRANGER, `${CLIENT}, 127.0.0.1`)).toBe(403);
        const forged = { 'X-Forwarded-Host': 'other.search.example.org', 'X-Forwarded-Proto': 'http' };
        expect((await send(HOSTS.search, '/api/search?q=bees', { headers: forged })).text).toContain(
          '"Bees"',
        );
        expect((await send(HOSTS.search, '/api/sitemap.xml', { headers: forged })).text).toContain(
          `https://${HOSTS.search}:${ports.https}/`,
        );
      });

      it('streams an upload in pieces to the app, and serves ranges of the file', async () => {
        const item = await buildItem(app.demo);
        const uploads = resumableUploads(app);
        const { asset, url } = await uploads.plan(
          item.id,
          { post: postJson },
          { fileSizeBytes: FILE.length },
        );
        expect(url).toMatch(`https://${HOSTS.api}:${ports.https}/v2/resumable/`);
        const { pathname } = new URL(url);
        for (let offset = 0; offset < FILE.length; offset += PIECE) {
          const headers = {
            ...TUS,
            'Content-Type': 'application/offset+octet-stream',
            'Content-Length': String(PIECE),
            'Upload-Offset': String(offset),
          };
          const call = open(HOSTS.api, pathname, { method: 'PATCH', headers });
          const half = offset + PIECE / 2;
          call.write(FILE.subarray(offset, half));
          // The rest is sent once the app has most of this: the proxy does not wait for the whole.
          await expect.poll(() => uploads.pieces()[0] ?? 0).toBeGreaterThan(offset + PIECE / 4);
          expect(proxy.bufferedBytes()).toBe(0);
          call.end(FILE.subarray(half, offset + PIECE));
          expect((await finish(call)).status).toBe(204);
        }
        const { url: file, status } = await uploads.read(asset);
        expect(status).toBe('uploaded');
        const { pathname: path, search } = new URL(file);
        const whole = await send(HOSTS.api, path + search, { method: 'HEAD' });
        expect([whole.status, whole.headers['content-length']]).toEqual([200, String(FILE.length)]);
        const call = open(HOSTS.api, path + search, { headers: { Range: 'bytes=1000000-1000099' } }).end();
        const [response] = (await once(call, 'response')) as [IncomingMessage];
        const bytes = Buffer.concat(await response.toArray());
        expect([response.statusCode, response.headers['content-range']]).toEqual([
          206,
          `bytes 1000000-1000099/${FILE.length}`,
        ]);
        expect(bytes.equals(FILE.subarray(1_000_000, 1_000_100))).toBe(true);
      });

      it('delivers the events of a stream at once', async () => {
        const item = await buildItem(app.demo);
        const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
        const headers = { ...browser.headers, Cookie: cookie, 'Accept-Encoding': 'gzip' };
        const reader = await readEventsOf(open(HOSTS.console, '/a/demo/v2/events', { headers }).end());
        expect(reader.status).toBe(200);
        await expect.poll(() => reader.events.map(({ event }) => event)).toContain('ready');
        await app.demo.api.patch(`/items/${item.id}`, { title: 'Wasps' });
        await expect
          .poll(() => reader.events.findLast(({ event }) => event === 'change')?.data.recordId)
          .toBe(item.id);
        reader.close();
        await reader.ended;
      });

      it('leaves compression and validators to the app', async () => {
        for (const encoding of ['gzip', 'identity']) {
          const headers = { 'Accept-Encoding': encoding };
          const through = await send(HOSTS.search, '/', { headers });
          const straight = await web.get(`http://127.0.0.1:${ports.search}/`, {
            Host: `${HOSTS.search}:${ports.https}`,
            'X-Forwarded-Proto': 'https',
            ...headers,
          });
          expect(through.headers['content-encoding']).toBe(encoding === 'gzip' ? 'gzip' : undefined);
          for (const name of ['etag', 'vary', 'cache-control', 'content-security-policy'])
            expect(through.headers[name], name).toBe(straight.headers[name]);
          const again = await send(HOSTS.search, '/', {
            headers: { ...headers, 'If-None-Match': through.headers.etag },
          });
          expect(again.status).toBe(304);
        }
      });
    });
  }
});
