/** Unknown paths of the public host: a page for browsers, JSON for other clients and below `/api`. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createClient, type Client } from '../support/client.js';
import { publishTalk } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

describe('unknown paths', () => {
  const app = useApp({ worker: true });
  let host: Client;
  beforeAll(() => {
    host = createClient(new URL(app.publicUrl).origin, { Host: 'demo.localhost' });
  });

  it('show an error page in the account’s language to browsers', async () => {
    await app.demo.api.patch('/account', { settings: { language: 'de' } });
    for (const path of ['/nope', '/items', '/a/b/c', '/nope.html?q=1']) {
      const { status, body, headers } = await host.get(path, BROWSER);
      expect([path, status, headers['content-type']]).toEqual([path, 404, 'text/html; charset=utf-8']);
      expect(body).toContain('<html lang="de">');
      expect(body).toContain('Diese Seite gibt es nicht.');
      // With the site's name and menu.
      expect(body).toMatch(/<a class="brand" href="\/">[^]*href="\/latest"/);
    }
  });

  it('return the page even if the URL was mistyped or copied with punctuation', async () => {
    const id = await publishTalk(app.demo, 'Drawing Near', ['We have a great high priest.']);
    await app.idle();
    for (const slug of ['Drawing-Near', 'drawing-near.', 'drawing-near)', 'DRAWING-NEAR%20', `${id}.`]) {
      const { status, body } = await host.get(`/items/${slug}`, BROWSER);
      expect([slug, status]).toEqual([slug, 200]);
      expect(body).toContain('<link rel="canonical" href="http://demo.localhost/items/drawing-near" />');
    }
    for (const [path, search] of [
      ['/items/drawing-neer', '/?q=drawing+neer'],
      ['/series/ex%C3%B6dus_2', '/?q=ex%C3%B6dus+2'],
      ['/items/%E0%A4', '/?q=E0+A4'],
      ['/items/---', '/'],
      ['/nope', '/'],
    ] as const) {
      const { status, body } = await host.get(path, BROWSER);
      expect([path, status]).toEqual([path, 404]);
      expect([path, body.includes(`<a class="button" href="${search}">`)]).toEqual([path, true]);
    }
  });

  it('return a JSON error below /api and to other clients', async () => {
    for (const [path, accept] of [
      ['/api/nope', BROWSER],
      ['/api', BROWSER],
      ['/nope', {}],
      ['/nope', { Accept: 'application/json' }],
      ['/nope', { Accept: '*/*' }],
    ] as const) {
      const { status, body } = await host.get(path, accept);
      expect([path, status, body.error?.type]).toEqual([path, 404, 'NotFoundError']);
    }
    const { status, body } = await createClient(new URL(app.publicUrl).origin, {
      Host: 'nobody.localhost',
    }).get('/nope', BROWSER);
    expect([status, String(body).includes('<html lang="en">')]).toEqual([404, true]);
  });
});
