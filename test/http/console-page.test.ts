/** The page of the console: one page for all screens, with nothing that a foreign script could use; its assets. */
import { beforeAll, describe, expect, it } from 'vitest';
import { consoleOf, type Browser } from '../support/browser.js';
import { useApp } from '../support/start-app.js';

describe('the console’s page', () => {
  const app = useApp();
  let browser: Browser;
  beforeAll(() => {
    browser = consoleOf(app).browser();
  });

  it.each(['/', '/sign-in', '/a/demo', '/a/demo/items/7', '/a/nobody/v2x'])('is at %s', async (path) => {
    const { status, headers, body } = await browser.get(path);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['cache-control']).toBe('no-store');
    const policy = String(headers['content-security-policy']);
    const [, nonce = ''] = /script-src 'nonce-([\w-]{24})'(?:;|$)/.exec(policy) ?? [];
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain(`style-src 'nonce-${nonce}'`);
    expect(policy).not.toContain('unsafe');
    const tags = [...String(body).matchAll(/<(?:script|style|link rel="stylesheet")[^>]*>/g)].map(
      ([tag]) => tag,
    );
    expect(tags.length).toBeGreaterThan(1);
    for (const tag of tags) expect(tag).toContain(`nonce="${nonce}"`);
    expect((await browser.get(path)).headers['content-security-policy']).not.toBe(policy);
  });

  it.each([
    ['/a/demo/v2', 404],
    ['/a/demo/v2/nowhere', 404],
    ['/sign-in/more', 404],
    ['/favicon.ico', 404],
    ['/a/', 404],
    ['/assets/', 404],
    ['/assets/nothing.js', 404],
    ['/assets/../manifest.json', 404],
    ['/assets/..%2fmanifest.json', 404],
  ])('is not at %s', async (path, status) => {
    const answer = await browser.get(path);
    expect([answer.status, answer.body.error.type]).toEqual([status, 'NotFoundError']);
  });

  it('serves its assets, which browsers keep for good', async () => {
    const { body } = await browser.get('/sign-in');
    const files = [...String(body).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!);
    expect(new Set(files.map((path) => path.replace(/^.*\./, '')))).toEqual(new Set(['css', 'js']));
    expect(String(body)).toContain('<link rel="modulepreload"');
    for (const path of files) {
      const { status, headers } = await browser.get(path);
      expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
      expect(headers['content-type']).toMatch(/^text\/(?:css|javascript); charset=utf-8$/);
    }
  });
});
