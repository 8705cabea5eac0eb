/** The plain page of the console: one page for all screens, with nothing that a foreign script could use. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsole, type Browser } from '../support/browser.js';
import { engineMissing } from '../support/database.js';
import { startApp, type TestApp } from '../support/start-app.js';

describe.skipIf(engineMissing)('the plain page', () => {
  let app: TestApp;
  let browser: Browser;
  beforeAll(async () => {
    app = await startApp();
    browser = (await startConsole(app)).browser();
  });
  afterAll(() => app.stop());

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
    const tags = [...String(body).matchAll(/<(?:script|style)\b[^>]*>/g)].map(([tag]) => tag);
    expect(tags).toEqual([`<style nonce="${nonce}">`, `<script type="module" nonce="${nonce}">`]);
    expect((await browser.get(path)).headers['content-security-policy']).not.toBe(policy);
  });

  it.each([
    ['/a/demo/v2', 404],
    ['/a/demo/v2/nowhere', 404],
    ['/sign-in/more', 404],
    ['/favicon.ico', 404],
    ['/a/', 404],
  ])('is not at %s', async (path, status) => {
    const answer = await browser.get(path);
    expect([answer.status, answer.body.error.type]).toEqual([status, 'NotFoundError']);
  });
});
