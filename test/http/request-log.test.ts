/** The log has one line per request, served or rejected, without its query and address. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../support/client.js';
import { openSocket } from '../support/raw-socket.js';
import { startApp, type TestApp } from '../support/start-app.js';

interface Line {
  msg: string;
  requestId: string;
  ms: number;
}

describe('the request log', () => {
  const lines: Line[] = [];
  let app: TestApp;
  beforeAll(async () => {
    const logTo = { write: (line: string) => void lines.push(JSON.parse(line) as Line) };
    app = await startApp({
      logTo,
      env: {
        LOG_LEVEL: 'info',
        CLICKHOUSE_URL: 'http://127.0.0.1:9',
        PUBLIC_RATE_LIMIT: '1',
        MAX_CONNECTIONS_PER_ADDRESS: '3',
      },
    });
  });
  afterAll(() => app?.stop());

  const lineOf = async (requestId: string): Promise<Line> => {
    const found = () => lines.filter((line) => line.msg === 'request' && line.requestId === requestId);
    await expect.poll(found).toHaveLength(1);
    return found()[0]!;
  };
  const shown = async ({ headers }: { headers: Record<string, unknown> }) => {
    const { method, route, status, account, ms } = (await lineOf(String(headers['x-request-id']))) as never;
    expect(ms).toBeTypeOf('number');
    return [method, route, status, account];
  };

  it('has a line for each served request, on both hosts', async () => {
    const made = await app.demo.api.get('/items?_q=secret-words');
    expect(await shown(made)).toEqual(['GET', '/v2/items', 200, 'demo']);
    const search = await app.demo.site.get('/search?q=secret-words&mode=keyword');
    expect(await shown(search)).toEqual(['GET', '/api/search', 200, 'demo']);
    const page = await createClient(new URL(app.publicUrl).origin, { Host: 'demo.localhost' }).get('/latest');
    expect(await shown(page)).toEqual(['GET', '/latest', 200, 'demo']);
  });

  it('has a line for each rejected request', async () => {
    const nobody = createClient(app.privateUrl);
    const expected = [
      [await nobody.get('/items/7'), ['GET', '/v2/items/{itemId}', 401, null]],
      [await app.demo.api.get('/items/999999'), ['GET', '/v2/items/{itemId}', 404, 'demo']],
      [await app.demo.api.get('/secret-words'), ['GET', null, 404, null]],
      [await app.demo.api.patch('/items/create', {}), ['PATCH', null, 405, null]],
      [await app.demo.site.get('/search?q=secret-words'), ['GET', '/api/search', 429, 'demo']],
      [await app.demo.api.get('/stats/overview'), ['GET', '/v2/stats/overview', 503, 'demo']],
    ] as const;
    for (const [response, line] of expected) expect(await shown(response)).toEqual(line);
  });

  it('logs invalid request headers, which get 400', async () => {
    for (const [request, status, type] of [
      [
        `GET /v2/items?secret-words HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
        431,
        'HeadersTooLargeError',
      ],
      ['secret-words\r\n\r\n', 400, 'BadRequestError'],
    ] as const) {
      const client = await openSocket(app.privateUrl);
      await client.send(request);
      const [head = '', body = ''] = (await client.closed).split('\r\n\r\n');
      expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      const { result, error } = JSON.parse(body) as { result: string; error: Line & { type: string } };
      expect([result, error.type]).toEqual(['error', type]);
      expect(head).toContain(`X-Request-Id: ${error.requestId}`);
      expect(await lineOf(error.requestId)).toMatchObject({
        method: null,
        route: null,
        status,
        account: null,
      });
    }
  });

  it('has a line for each connection over the limit', async () => {
    const open = await Promise.all(Array.from({ length: 6 }, () => openSocket(app.publicUrl)));
    const refused = await Promise.race(open.map(({ closed }) => closed));
    const { error } = JSON.parse(refused.split('\r\n\r\n')[1] ?? '') as { error: Line };
    expect(await lineOf(error.requestId)).toMatchObject({ status: 503 });
    for (const { socket } of open) socket.destroy();
  });

  it('contains no queries and no addresses', () => {
    const requests = lines.filter(({ msg }) => msg === 'request');
    expect(requests.length).toBeGreaterThan(10);
    expect(JSON.stringify(requests)).not.toMatch(/secret-words|127\.0\.0\.1|999999/);
    for (const line of requests)
      expect(Object.keys(line).sort()).toEqual([
        'account',
        'level',
        'method',
        'ms',
        'msg',
        'requestId',
        'route',
        'status',
        'time',
      ]);
  });
});
