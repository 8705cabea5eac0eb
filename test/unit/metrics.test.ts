/** The parts of the metrics: values that are gathered, and the bound of routes. */
import { Registry } from 'prom-client';
import { expect, it, vi } from 'vitest';
import { loadConfig } from '../../src/config/config.js';
import { createLog } from '../../src/platform/lib/log.js';
import { createCollectedGauges } from '../../src/platform/metrics/gathered-values.js';
import { createRequestMetrics } from '../../src/platform/metrics/request-metrics.js';

it('need a token where other machines may read them', () => {
  const METRICS_PORT = '9464';
  const METRICS_TOKEN = 'sixteen-letters!';
  expect(loadConfig({}).metrics).toBeNull();
  expect(loadConfig({ METRICS_PORT }).metrics).toEqual({ host: '127.0.0.1', port: 9464, token: null });
  for (const METRICS_HOST of ['127.0.0.2', '::1', 'localhost'])
    expect(loadConfig({ METRICS_PORT, METRICS_HOST }).metrics?.host).toBe(METRICS_HOST);
  for (const METRICS_HOST of ['0.0.0.0', '::', '10.0.0.5', 'metrics.example.org']) {
    expect(() => loadConfig({ METRICS_PORT, METRICS_HOST }), METRICS_HOST).toThrow('set METRICS_TOKEN');
    expect(loadConfig({ METRICS_PORT, METRICS_HOST, METRICS_TOKEN }).metrics?.token).toBe(METRICS_TOKEN);
  }
  for (const wrong of ['short', 'sixteen letters!!'])
    expect(() => loadConfig({ METRICS_PORT, METRICS_TOKEN: wrong })).toThrow('METRICS_TOKEN must have');
});

it('stay below 200 kB, whatever is called', async () => {
  const registry = new Registry();
  const observerOf = createRequestMetrics(registry);
  for (const host of ['private', 'public', 'console'] as const) {
    const observer = observerOf(host);
    for (let n = 0; n < 1_000; n++)
      for (const status of [200, 404, 500]) {
        observer.started();
        observer.ended({ method: 'PATCH', route: `/a/{shortName}/v2/items/{itemId}/of/${n}`, status, ms: 1 });
      }
  }
  const text = await registry.metrics();
  expect(text.length).toBeLessThan(200_000);
  expect(text).toContain('{host="public",method="other",route="other",status="5xx"} 1000');
});

it('leave out a value that fails or hangs, and are read meanwhile', async () => {
  const registry = new Registry();
  let state: 'up' | 'failing' | 'hanging' = 'up';
  let hung: (() => void) | undefined;
  const gathered = createCollectedGauges(
    registry,
    [
      {
        name: 'store',
        everyMs: 10,
        gauges: [
          { name: 'a_bytes', help: 'A' },
          { name: 'b', help: 'B', labels: ['of'] },
        ],
        gather: async () => {
          if (state === 'failing') throw new Error('is down');
          if (state === 'hanging') await new Promise<void>((resolve) => (hung = resolve));
          return { a_bytes: 7, b: [[{ of: 'x' }, 1]] };
        },
      },
    ],
    createLog('silent'),
  );
  const values = async (): Promise<string[]> =>
    (await registry.metrics()).split('\n').filter((line) => line && !line.startsWith('#'));
  const all = ['a_bytes 7', 'b{of="x"} 1'];
  expect(await values()).toEqual([]);
  gathered.start();
  await vi.waitFor(async () => expect(await values()).toEqual(all));
  state = 'failing';
  await vi.waitFor(async () => expect(await values()).toEqual([]));
  state = 'up';
  await vi.waitFor(async () => expect(await values()).toEqual(all));
  state = 'hanging';
  await vi.waitFor(async () => expect(await values()).toEqual([]));
  state = 'up';
  hung?.();
  await vi.waitFor(async () => expect(await values()).toEqual(all));
  gathered.stop();
});
