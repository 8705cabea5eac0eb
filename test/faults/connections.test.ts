/** Connections that are too slow or too many, and unread request bodies. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildItem } from '../support/factories.js';
import { openSocket, statusesOf, type RawSocket } from '../support/raw-socket.js';
import { startApp, type TestApp } from '../support/start-app.js';

let app: TestApp;
const sockets: RawSocket[] = [];
const start = async (env: Record<string, string>): Promise<void> => void (app = await startApp({ env }));
const open = async (url: string, from?: string): Promise<RawSocket> => {
  const socket = await openSocket(url, from);
  sockets.push(socket);
  return socket;
};
const head = (line: string, headers: Record<string, string | number> = {}): string =>
  [
    `${line} HTTP/1.1`,
    'Host: demo.localhost',
    ...Object.entries(headers).map((pair) => pair.join(': ')),
    '',
    '',
  ].join('\r\n');
const json = { 'Content-Type': 'application/json' };
const token = (): string => app.demo.api.headers.Authorization!;
afterEach(async () => {
  for (const { socket } of sockets.splice(0)) socket.destroy();
  await app.stop();
});

const FILE_BYTES = 16 * 1024 * 1024;
/** A resource whose file is not uploaded yet. */
const buildFile = async (bytes: number): Promise<{ path: string; uploadUrl: string }> => {
  const { id } = await buildItem(app.demo);
  const { body } = await app.demo.api.post(`/items/${id}/resources/create`, {
    title: 'Notes',
    contentType: 'file',
    fileMimeType: 'application/pdf',
    fileSizeBytes: bytes,
  });
  return { path: `/items/${id}/resources/${body.resource.id}`, uploadUrl: body.uploadUrl };
};
/** Stores a file that is too large for the kernel's buffers. */
const storeFile = async (): Promise<string> => {
  const { path, uploadUrl } = await buildFile(FILE_BYTES);
  const answer = await fetch(uploadUrl, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/pdf' },
    body: Buffer.alloc(FILE_BYTES, 'x'),
  });
  expect(answer.status).toBe(200);
  return new URL((await app.demo.api.get(path)).body.resource.url).pathname.replace('/v2', '/api');
};
const statusFrom = async (url: string, from: string): Promise<number | undefined> => {
  const socket = await open(url, from);
  await socket.send(head('GET /healthz', { Connection: 'close' }));
  return statusesOf(await socket.closed)[0];
};

describe('a client that sends too slowly', () => {
  // Node checks request heads every second: the idle timeout must not fire first.
  beforeEach(() => start({ REQUEST_TIMEOUT_SECS: '1', STALL_TIMEOUT_SECS: '4' }));

  it('gets 408 for incomplete or missing headers', async () => {
    for (const sent of ['', 'GET /healthz HTTP/1.1\r\nHost: x\r\n']) {
      const socket = await open(app.publicUrl);
      await socket.send(sent);
      expect(statusesOf(await socket.closed)).toEqual([408]);
    }
  });

  it('gets 408 for an incomplete JSON body, and the connection closes', async () => {
    const socket = await open(app.publicUrl);
    await socket.send(`${head('POST /api/search', { ...json, 'Content-Length': 20 })}{"q":`);
    const received = await socket.closed;
    expect(statusesOf(received)).toEqual([408]);
    expect(received).toMatch(/\r\nConnection: close\r\n/i);
    expect(received).toContain('"RequestTimeoutError"');
  });

  it('holds up no other body, however large', async () => {
    const body = JSON.stringify({ more: 'x'.repeat(100_000) });
    const request = head('POST /api/events', { ...json, 'Content-Length': body.length });
    for (let i = 0; i < 12; i++) await (await open(app.publicUrl)).send(request + body.slice(0, 50_000));
    const socket = await open(app.publicUrl);
    await socket.send(request + body);
    await expect.poll(() => statusesOf(socket.received())).toEqual([422]);
  });

  it('is disconnected when an upload stalls, and can start the upload again', async () => {
    const { uploadUrl } = await buildFile(1_000);
    const { pathname } = new URL(uploadUrl);
    const upload = head(`PUT ${pathname}`, { 'Content-Type': 'application/pdf', 'Content-Length': 1_000 });
    const socket = await open(app.privateUrl);
    await socket.send(`${upload}only this`);
    await socket.closed;
    const again = await open(app.privateUrl);
    await again.send(upload + 'x'.repeat(1_000));
    await expect.poll(() => statusesOf(again.received())).toEqual([200]);
  });
});

describe('a client that reads too slowly', () => {
  beforeEach(() => start({ STALL_TIMEOUT_SECS: '1', MAX_CONNECTIONS_PER_ADDRESS: '2' }));

  it('is disconnected when it reads nothing', async () => {
    const path = await storeFile();
    const stalled = [await open(app.publicUrl, '127.0.0.9'), await open(app.publicUrl, '127.0.0.9')];
    for (const { socket, send } of stalled) {
      socket.pause();
      await send(head(`GET ${path}`));
    }
    expect(await statusFrom(app.publicUrl, '127.0.0.9')).toBe(503);
    await expect.poll(() => statusFrom(app.publicUrl, '127.0.0.9')).toBe(200);
    for (const { socket, closed } of stalled) {
      socket.resume();
      expect((await closed).length).toBeLessThan(FILE_BYTES);
    }
  });

  it('gets the whole of a download that it reads slowly', async () => {
    const path = await storeFile();
    const { socket, send } = await open(app.publicUrl);
    await send(head(`GET ${path}`));
    // Longer than the limit in total, with shorter pauses.
    const slowly = setInterval(() => {
      socket.pause();
      setTimeout(() => socket.resume(), 300);
    }, 320);
    await expect.poll(() => socket.bytesRead, { interval: 100 }).toBeGreaterThan(FILE_BYTES);
    clearInterval(slowly);
  });
});

describe('too many connections', () => {
  const refusal = /^HTTP\/1\.1 503 [^]*\r\nRetry-After: 5\r\n[^]*Connection: close\r\n[^]*"UnavailableError"/;

  it('close idle ones, and get 503 when all are in use', async () => {
    await start({ MAX_CONNECTIONS: '3', STALL_TIMEOUT_SECS: '600' });
    const path = await storeFile();
    const idle = await open(app.publicUrl);
    await idle.send(head('GET /healthz'));
    await expect.poll(() => statusesOf(idle.received())).toEqual([200]);
    for (let i = 0; i < 3; i++) {
      const reading = await open(app.publicUrl);
      reading.socket.once('data', () => reading.socket.pause());
      await reading.send(head(`GET ${path}`));
      await expect.poll(() => reading.socket.bytesRead).toBeGreaterThan(0);
    }
    await idle.closed;
    expect(await (await open(app.publicUrl)).closed).toMatch(refusal);
  });

  it('close the oldest one without complete headers, from the address with the most', async () => {
    await start({ MAX_CONNECTIONS: '4' });
    const unfinished = async (from: string): Promise<RawSocket> => {
      const socket = await open(app.publicUrl, from);
      await socket.send('GET /healthz HTTP/1.1\r\nHost: x\r\n');
      return socket;
    };
    const slow = await unfinished('127.0.0.3');
    const many: RawSocket[] = [];
    for (let i = 0; i < 3; i++) many.push(await unfinished('127.0.0.2'));
    expect(await statusFrom(app.publicUrl, '127.0.0.4')).toBe(200);
    expect(await many[0]!.closed).toBe('');
    for (const { socket, send, closed } of [slow, many[1]!, many[2]!]) {
      expect(socket.closed).toBe(false);
      await send('Connection: close\r\n\r\n');
      expect(statusesOf(await closed)).toEqual([200]);
    }
  });

  it('from one address are refused, and other addresses are not affected', async () => {
    await start({ MAX_CONNECTIONS_PER_ADDRESS: '2' });
    await open(app.publicUrl, '127.0.0.2');
    await open(app.publicUrl, '127.0.0.2');
    expect(await (await open(app.publicUrl, '127.0.0.2')).closed).toMatch(refusal);
    expect(await statusFrom(app.publicUrl, '127.0.0.3')).toBe(200);
  });

  it('from a trusted proxy are accepted', async () => {
    await start({ MAX_CONNECTIONS_PER_ADDRESS: '2', TRUSTED_PROXIES: '127.0.0.2' });
    for (let i = 0; i < 3; i++) await open(app.publicUrl, '127.0.0.2');
    expect(await statusFrom(app.publicUrl, '127.0.0.2')).toBe(200);
  });
});

describe('pipelined requests', () => {
  beforeEach(() => start({}));
  const create = (name: string): string => {
    const body = JSON.stringify({ name });
    const headers = { ...json, Authorization: token(), 'Content-Length': body.length };
    return head('POST /v2/collections/create', headers) + body;
  };

  it('are served in order', async () => {
    const socket = await open(app.privateUrl);
    const list = head('GET /v2/collections', { Authorization: token() });
    await socket.send(create('First') + list + create('Second') + list);
    await expect.poll(() => statusesOf(socket.received())).toEqual([201, 200, 201, 200]);
    const totals = [...socket.received().matchAll(/"totalRecords":(\d+)/g)].map(([, total]) => total);
    expect(totals).toEqual(['1', '2']);
  });

  it('close the connection when there are too many', async () => {
    for (const sent of [6, 99]) {
      const socket = await open(app.publicUrl);
      await socket.send(head('GET /api/openapi.json').repeat(sent));
      expect(statusesOf(await socket.closed).length).toBeLessThan(6);
    }
    const few = await open(app.publicUrl);
    await few.send(head('GET /healthz').repeat(5));
    await expect.poll(() => statusesOf(few.received()).length).toBe(5);
  });
});

describe('an unread request body', () => {
  beforeEach(() => start({}));
  const next = (): string => {
    const body = JSON.stringify({ name: 'Sent behind' });
    return (
      head('POST /v2/collections/create', {
        ...json,
        Authorization: token(),
        'Content-Length': body.length,
      }) + body
    );
  };

  it.each([
    ['is too large', 413, 'POST /v2/speakers/create', true],
    ['has no token', 401, 'POST /v2/speakers/create', false],
    ['has no endpoint', 404, 'POST /v2/nowhere', true],
    ['has an endpoint that takes none', 405, 'PUT /v2/speakers', true],
  ])(
    '%s: %i, the connection closes, and nothing after it is served',
    async (_what, status, line, authorized) => {
      const socket = await open(app.privateUrl);
      const length = 3 * 1024 * 1024;
      await socket.send(
        head(line, { ...json, ...(authorized && { Authorization: token() }), 'Content-Length': length }),
      );
      await socket.send('x'.repeat(length));
      await socket.send(next());
      const received = await socket.closed;
      expect(statusesOf(received)).toEqual([status]);
      expect(received).toMatch(/\r\nConnection: close\r\n/i);
      expect((await app.demo.api.get('/collections')).body.totalRecords).toBe(0);
    },
  );

  it('does not hold the connection when it arrives late', async () => {
    const socket = await open(app.privateUrl);
    await socket.send(head('POST /v2/speakers/create', { ...json, 'Content-Length': 100 }));
    const received = await socket.closed;
    expect(statusesOf(received)).toEqual([401]);
  });

  it('keeps the connection open when it has arrived completely', async () => {
    const socket = await open(app.privateUrl);
    await socket.send(`${head('POST /v2/speakers/create', { ...json, 'Content-Length': 2 })}{}`);
    await expect.poll(() => statusesOf(socket.received())).toEqual([401]);
    await socket.send(next());
    await expect.poll(() => statusesOf(socket.received())).toEqual([401, 201]);
  });

  it('is not logged as an error when it is interrupted', async () => {
    const errors: unknown[] = [];
    app.app.log.error = (...what: unknown[]) => errors.push(what);
    for (const encoding of ['identity', 'gzip']) {
      const socket = await open(app.privateUrl);
      await socket.send(
        head('POST /v2/speakers/create', {
          ...json,
          Authorization: token(),
          'Content-Length': 1_000,
          'Content-Encoding': encoding,
        }) + '{"name":',
      );
      socket.socket.destroy();
      await socket.closed;
    }
    await expect.poll(async () => (await app.demo.api.get('/speakers')).status).toBe(200);
    expect(errors).toEqual([]);
  });
});

describe('a malformed request line or Host header', () => {
  beforeEach(() => start({}));

  it.each([
    ['GET http://[', 'demo.localhost', 400],
    ['GET /api/config', 'demo.localhost..', 400],
    ['GET /api/config', '.demo.localhost', 400],
    ['GET /api/config', 'demo.localhost, other.localhost', 400],
    ['GET /api/config', 'demo.localhost/x', 400],
    ['GET /api/config', 'demo.localhost.', 200],
    ['GET /api/config', 'DEMO.localhost.:80', 200],
    ['GET /api/config', 'nobody.localhost.', 404],
    ['GET http://demo.localhost/api/config', 'demo.localhost', 200],
  ])('%s of %s gets %i', async (line, host, status) => {
    await app.app.accounts.makeDefault(app.other.account);
    const socket = await open(app.publicUrl);
    await socket.send(`${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    const received = await socket.closed;
    expect(statusesOf(received)).toEqual([status]);
    if (status === 200) expect(received).toContain('"shortName":"demo"');
    if (status === 400) expect(received).toContain('"BadRequestError"');
  });
});
