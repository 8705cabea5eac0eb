/** The log of slow requests: where the time went, and nothing of what was asked. */
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildItem, type Built } from '../support/factories.js';
import { startApp, type TestApp } from '../support/start-app.js';

interface LogLine {
  level: number;
  msg: string;
  route: string | null;
  [part: string]: unknown;
}

const WARN = 40;
const SLOW_MS = 150;

describe('the log of slow requests', () => {
  let lines: LogLine[] = [];
  let raw = '';
  const start = (slowMs: number): Promise<TestApp> =>
    startApp({
      env: { SLOW_MS: String(slowMs), LOG_LEVEL: 'info' },
      logTo: {
        write: (line: string) => {
          raw += line;
          lines.push(JSON.parse(line) as LogLine);
        },
      },
    });
  const slow = (): LogLine[] => lines.filter(({ msg }) => msg === 'slow request');
  const ended = (count: number) =>
    expect.poll(() => lines.filter(({ msg }) => msg === 'request').length).toBeGreaterThanOrEqual(count);

  describe('of every request', () => {
    let app: TestApp;
    let item: Built;
    beforeAll(async () => {
      // Nearly all take longer than a millisecond, the first of each kind certainly.
      app = await start(1);
      item = await buildItem(app.demo);
      lines = [];
      raw = '';
    });
    afterAll(() => app.stop());

    it('has route, statements and the parts of a search, but no query', async () => {
      await app.demo.site.get('/search?q=secret+shepherds', { 'User-Agent': 'Browser 99' });
      await app.demo.api.patch(`/items/${item.id}`, { title: 'Of hidden things' });
      await ended(2);
      const [search, change] = slow();
      expect(search).toMatchObject({
        level: WARN,
        method: 'GET',
        route: '/api/search',
        status: 200,
        account: 'demo',
        requestId: expect.any(String),
      });
      for (const part of ['ms', 'statements', 'sqlMs', 'searchMs', 'embedMs', 'rankMs', 'confirmMs'])
        expect(search?.[part], part).toEqual(expect.any(Number));
      expect(search?.ms).toBeGreaterThanOrEqual(search?.searchMs as number);
      expect(change).toMatchObject({ method: 'PATCH', route: '/v2/items/{itemId}' });
      expect(change?.statements).toBeGreaterThan(3);
      expect(change?.sqlMs).toBeGreaterThan(0);
      expect(change).not.toHaveProperty('searchMs');
      expect(raw).not.toMatch(/shepherds|hidden|Browser|127\.0\.0\.1|lct_/);
    });

    it('counts the statements of each request alone', async () => {
      const statementsOf = async (calls: number): Promise<number[]> => {
        lines = [];
        await Promise.all(
          Array.from({ length: calls }, (_, n) =>
            app.demo.api.patch(`/items/${item.id}`, { title: `Title ${n}` }),
          ),
        );
        await ended(calls);
        return slow().map(({ statements }) => statements as number);
      };
      const [alone = 0] = await statementsOf(1);
      const beside = await statementsOf(8);
      expect(beside.length).toBeGreaterThan(0);
      // One more may record the use of the token.
      for (const statements of beside) expect(Math.abs(statements - alone)).toBeLessThanOrEqual(2);
    });
  });

  it('does not blame a request for a body that arrives slowly', async () => {
    const app = await start(SLOW_MS);
    try {
      await app.demo.api.get('/items');
      lines = [];
      const { secret } = await app.app.tokens.create(app.demo.account.id, {
        name: 'slow',
        scopes: ['admin'],
        expiresAt: null,
      });
      const body = JSON.stringify({ name: 'Slow' });
      const status = new Promise((resolve, reject) => {
        const sending = request(
          `${app.privateUrl}/speakers/create`,
          {
            method: 'POST',
            headers: {
              Authorization: `Bearer ${secret}`,
              'Content-Type': 'application/json',
              'Content-Length': body.length,
            },
          },
          (response) => resolve(response.resume().statusCode),
        ).once('error', reject);
        sending.write(body.slice(0, 5));
        void sleep(4 * SLOW_MS).then(() => sending.end(body.slice(5)));
      });
      expect(await status).toBe(201);
      await ended(1);
      const [line] = lines.filter(({ msg }) => msg === 'request');
      expect(line?.ms).toBeGreaterThan(3 * SLOW_MS);
      expect(slow().filter(({ ms }) => (ms as number) > 3 * SLOW_MS)).toEqual([]);
    } finally {
      await app.stop();
    }
  });
});
