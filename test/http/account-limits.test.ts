/**
 * Concurrency limits of one account for writes, large bodies, images and reports, which do not affect other accounts.
 */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { imageWork } from '../../src/platform/images/read-image.js';
import { newBlobKey } from '../../src/platform/storage/blob-key.js';
import type { Answer, Client } from '../support/client.js';
import { buildItem } from '../support/factories.js';
import { picture } from '../support/images.js';
import { openSocket, type RawSocket } from '../support/raw-socket.js';
import { startApp, useApp, type Tenant, type TestApp } from '../support/start-app.js';

const expectRefused = ({ status, headers, body }: Answer, message: RegExp): void => {
  expect([status, body.error?.type]).toEqual([503, 'UnavailableError']);
  expect(body.error.message).toMatch(message);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
};
/** Resolves with the first promise that settles. */
const first = (answers: readonly Promise<Answer>[]): Promise<Answer> => Promise.race(answers);

describe('an account', () => {
  const logged: { msg: string; requestId: string }[] = [];
  const logTo = { write: (line: string) => void logged.push(JSON.parse(line) as (typeof logged)[number]) };
  const app = useApp({ logTo, env: { LOG_LEVEL: 'warn' } });

  it('gets a response to each of its writes, however many tokens send them', async () => {
    const clients: Client[] = [];
    for (let i = 0; i < 6; i++) clients.push(await app.withScopes(app.demo, 'content:write'));
    const calls = Array.from({ length: 240 }, (_, i) =>
      clients[i % clients.length]!.post('/topics/create', { name: `Topic ${i}` }),
    );
    const others = await Promise.all(
      Array.from({ length: 4 }, (_, i) => app.other.api.post('/topics/create', { name: `Other ${i}` })),
    );
    expect(others.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const answers = await Promise.all(calls);
    const refused = answers.filter(({ status }) => status !== 201);
    for (const answer of refused) expectRefused(answer, /writes of this account/);
    // One short line each, without a stack, because callers can cause them at will.
    const ids = new Set(refused.map(({ headers }) => headers['x-request-id']));
    const lines = logged.filter(({ requestId }) => ids.has(requestId));
    expect(lines).toHaveLength(refused.length);
    for (const line of lines)
      expect(line).toMatchObject({
        msg: 'request refused',
        path: '/v2/topics/create',
        reason: expect.stringContaining('writes of this account') as string,
      });
    const { body } = await app.demo.api.get('/topics');
    expect(body.totalRecords).toBe(answers.length - refused.length);
    expect(body.totalRecords).toBeGreaterThanOrEqual(100);
  });

  describe('with large bodies that stall', () => {
    const sockets: RawSocket[] = [];
    const BYTES = 100_000;
    const begin = async (path: string, { api }: Tenant): Promise<RawSocket> => {
      const socket = await openSocket(app.privateUrl, '127.0.0.7');
      sockets.push(socket);
      const lines = [
        `PUT /v2${path} HTTP/1.1`,
        'Host: localhost',
        `Authorization: ${api.headers.Authorization}`,
        'Content-Type: text/plain',
        `Content-Length: ${BYTES}`,
      ];
      await socket.send(`${lines.join('\r\n')}\r\n\r\n`);
      return socket;
    };
    beforeEach(() => () => {
      for (const { socket } of sockets.splice(0)) socket.destroy();
    });

    it('keeps serving small writes and other accounts, and refuses more than a hundred', async () => {
      const transcriptOf = async (tenant: Tenant) => `/items/${(await buildItem(tenant)).id}/transcript`;
      const [path, otherPath] = [await transcriptOf(app.demo), await transcriptOf(app.other)];
      const text = 'Grace and peace to you. '.repeat(BYTES / 24 + 1).slice(0, BYTES);
      const put = ({ api }: Tenant, to: string) => api.put(to, text, { 'Content-Type': 'text/plain' });
      const begun = await Promise.all(Array.from({ length: 101 }, () => begin(path, app.demo)));
      await expect
        .poll(() => begun.filter(({ received }) => received().startsWith('HTTP/1.1 503')).length)
        .toBe(1);
      expectRefused(await put(app.demo, path), /writes of this account/);
      expect((await put(app.other, otherPath)).status).toBe(200);
      const small = await app.demo.api.put(path, 'Grace.', { 'Content-Type': 'text/plain' });
      expect(small.status).toBe(200);
      for (const { socket } of begun) socket.destroy();
      await expect.poll(async () => (await put(app.demo, path)).status).toBe(200);
    });
  });

  it('waits for its own images, and other accounts do not', async () => {
    const url = async ({ account }: Tenant, name: string): Promise<string> => {
      const key = newBlobKey(account.id, name);
      const bytes = await picture('jpeg', 300, 200);
      const info = { contentType: 'image/jpeg', sizeBytes: bytes.length };
      await app.app.blobs.write(key, Readable.from([bytes]), info);
      return `/files/${key}?width=160`;
    };
    const urls = await Promise.all(Array.from({ length: 101 }, (_, i) => url(app.demo, `${i}.jpg`)));
    let release!: () => void;
    const held = imageWork.run(app.demo.account.id, () => new Promise<void>((done) => (release = done)));
    const answers = urls.map((one) => app.demo.site.get(one));
    expectRefused(await first(answers), /images of this account/);
    expect((await app.other.site.get(await url(app.other, 'a.jpg'))).status).toBe(200);
    release();
    await held;
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
  });
});

describe('a request that waits for its turn', () => {
  const app = useApp({ env: { STALL_TIMEOUT_SECS: '1' } });

  it('is served, however long it takes', async () => {
    const path = `/items/${(await buildItem(app.demo)).id}/transcript`;
    const head = [
      `PUT /v2${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: ${app.demo.api.headers.Authorization}`,
      'Content-Type: text/plain',
      'Content-Length: 100000',
      'Connection: close',
    ];
    const open = async (body: string): Promise<RawSocket> => {
      const socket = await openSocket(app.privateUrl);
      await socket.send(`${head.join('\r\n')}\r\n\r\n${body}`);
      return socket;
    };
    const openSlow = async (): Promise<RawSocket> => {
      const socket = await openSocket(app.privateUrl);
      await socket.send(`${[...head, 'Expect: 100-continue'].join('\r\n')}\r\n\r\n`);
      // The server has started to process it.
      await expect.poll(socket.received).toContain('100 Continue');
      return socket;
    };
    const slow = [await openSlow(), await openSlow(), await openSlow()];
    const waiting = await open('Grace and peace. '.repeat(6_000).slice(0, 100_000));
    const trickle = setInterval(() => slow.forEach(({ send }) => void send('a')), 200);
    // Longer than the idle timeout of a connection: earlier requests, not the client, delay this one.
    await setTimeout(2_500);
    expect(waiting.received()).toBe('');
    expect(waiting.socket.closed).toBe(false);
    clearInterval(trickle);
    for (const { socket } of slow) socket.destroy();
    expect(await waiting.closed).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('reports', () => {
  let app: TestApp;
  let silent: Server;
  const sockets = new Set<Socket>();
  beforeAll(async () => {
    // A ClickHouse that accepts connections and never responds.
    silent = createServer((socket) => void sockets.add(socket));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    app = await startApp({ env: { CLICKHOUSE_URL: `http://127.0.0.1:${port}` } });
  });
  afterAll(() => app?.stop());

  it('of one account run one after another, up to a hundred waiting', async () => {
    const reports = Array.from({ length: 103 }, () => app.demo.api.get('/stats/overview'));
    const others = app.other.api.get('/stats/overview');
    const file = app.other.api.get('/stats/export?report=overview&format=csv');
    expectRefused(await first(reports), /reports of this account/);
    silent.close();
    for (const socket of sockets) socket.destroy();
    const answers = await Promise.all(reports);
    expect(answers.filter(({ body }) => /reports of this account/.test(body.error.message))).toHaveLength(1);
    for (const { body } of [await others, await file])
      expect(body.error.message).not.toMatch(/reports of this account/);
  });
});
