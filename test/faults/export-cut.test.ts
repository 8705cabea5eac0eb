/** An export that ClickHouse does not finish is visibly truncated. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectClickHouse, migrateClickHouse, type ClickHouse } from '../../analytics/index.js';
import { frontCanRun, startClickHouseFront } from '../support/clickhouse-front/start.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { startTcpProxy } from '../support/tcp-proxy.js';
import { use } from '../support/use.js';

/** Far more bytes than the buffers in between hold. */
const ROWS = 80_000;

describe.skipIf(!frontCanRun())('an export', () => {
  let app: TestApp;
  let direct: ClickHouse;
  let secret: string;

  const front = use(() => startClickHouseFront(), 'remove');
  const proxy = use(() => startTcpProxy(front.port), 'close');
  beforeAll(async () => {
    const url = new URL(front.url);
    url.port = String(proxy.port);
    app = await startApp({ env: { CLICKHOUSE_URL: url.href } });
    direct = await connectClickHouse({ url: front.url });
    await migrateClickHouse(direct);
    const { account } = app.demo;
    ({ secret } = await app.app.tokens.create(account.id, {
      name: 'exports',
      scopes: ['stats:read'],
      expiresAt: null,
    }));
    await direct.command(
      `INSERT INTO page_views (accountId, id, at, receivedAt, visitor, origin, url)
SELECT {account:UInt64}, generateUUIDv4(), now64(3), now64(3), number, 'embed', concat('https://a.example/', toString(number))
FROM numbers(${ROWS})`,
      { account: account.id },
    );
  });
  afterAll(async () => {
    proxy?.set({});
    await app?.stop();
    await direct?.close();
  });

  const begin = (encoding: string): Promise<Response> =>
    fetch(`${app.privateUrl}/stats/export?report=events&type=pageView&format=jsonl&range=month`, {
      headers: { Authorization: `Bearer ${secret}`, 'Accept-Encoding': encoding },
    });

  it.each(['identity', 'gzip'])(
    'is truncated when the connection to ClickHouse breaks (%s)',
    async (encoding) => {
      proxy.set({ cutAnswersAfter: 2_000_000 });
      const answer = await begin(encoding);
      expect(answer.status).toBe(200);
      await expect(answer.text()).rejects.toThrow();
      expect(proxy.cuts()).toBeGreaterThan(0);
      proxy.set({});
      const whole = await (await begin(encoding)).text();
      expect(whole.trimEnd().split('\n')).toHaveLength(ROWS);
    },
  );

  it('is truncated when ClickHouse dies', async () => {
    const answer = await begin('identity');
    const reader = answer.body!.getReader();
    expect((await reader.read()).done).toBe(false);
    await front.kill();
    const rest = async (): Promise<void> => {
      while (!(await reader.read()).done);
    };
    await expect(rest()).rejects.toThrow();
    expect((await begin('identity')).status).toBe(503);
    await front.start();
    const again = await begin('identity');
    expect(again.status).toBe(200);
    // The app waits for responses that no client reads.
    await again.body?.cancel();
  });
});
