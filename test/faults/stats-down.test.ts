/** Reports while ClickHouse is down return an error, and everything else works. */
import { expect, it } from 'vitest';
import { startApp } from '../support/start-app.js';

it('returns Retry-After', async () => {
  const app = await startApp({ env: { CLICKHOUSE_URL: 'http://127.0.0.1:9' } });
  try {
    for (const path of ['overview', 'top-items', 'export?report=events']) {
      const { status, headers, body } = await app.demo.api.get(`/stats/${path}`);
      expect({ status, type: body.error.type }).toEqual({ status: 503, type: 'UnavailableError' });
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await app.demo.api.get('/items')).status).toBe(200);
  } finally {
    await app.stop();
  }
});
