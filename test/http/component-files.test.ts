/** The scripts of the web components: names, caching and sizes. */
import { beforeAll, describe, expect, it } from 'vitest';
import { join, resolve } from 'node:path';
import { budgetReport } from '../../web/budget.js';
import { createClient, type Client } from '../support/client.js';
import { useApp } from '../support/start-app.js';

const ROOT = resolve(import.meta.dirname, '../..');

// Equal on all engines: one is enough.
describe('the scripts of the web components', () => {
  const app = useApp();
  let host: Client;
  beforeAll(() => {
    host = createClient(new URL(app.publicUrl).origin);
  });

  it('are cached under their names for five minutes, and import files that never change', async () => {
    for (const name of ['/components.js', '/player.js']) {
      const { status, headers, body } = await host.get(name, { Origin: 'https://church.example.org' });
      expect([name, status]).toEqual([name, 200]);
      expect(headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=300',
        'access-control-allow-origin': '*',
      });
      const imported = [...String(body).matchAll(/'\.(\/assets\/[\w-]+\.js)'/g)].map(
        ([, path]) => path ?? '',
      );
      expect(imported.length).toBeGreaterThan(0);
      for (const path of imported) {
        const asset = await host.get(path, { 'Accept-Encoding': 'br' });
        expect([path, asset.status]).toEqual([path, 200]);
        expect(asset.headers).toMatchObject({
          'cache-control': 'public, max-age=31536000, immutable',
          'access-control-allow-origin': '*',
          // Compression would not make small scripts smaller.
          ...(asset.headers['content-length'] ? {} : { 'content-encoding': 'br' }),
        });
        const { etag = '' } = asset.headers;
        expect((await host.get(path, { 'If-None-Match': etag })).status).toBe(304);
      }
    }
  });

  it('give no access to other files', async () => {
    for (const path of [
      '/assets/nothing.js',
      '/assets/..%2fcomponents.js',
      '/assets/x.txt',
      '/assets',
      '/assets/',
    ])
      expect([path, (await host.get(path)).status]).toEqual([path, 404]);
    expect((await host.post('/components.js')).status).toBe(405);
  });

  it('are within their size budgets', () => {
    const { lines, isOver } = budgetReport(join(ROOT, 'dist/web'));
    expect(isOver ? lines : []).toEqual([]);
  });
});
