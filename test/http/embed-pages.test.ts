/** Player pages for iframes: who may frame them, what they may load, and that their plays count. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createClient, type Client } from '../support/client.js';
import { buildItem, type Built } from '../support/factories.js';
import { publish } from '../support/feed-library.js';
import { putMedia } from '../support/public-rows.js';
import { useApp } from '../support/start-app.js';

const HOST = 'http://demo.localhost';
const BROWSER = 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('pages for iframes', () => {
  const app = useApp({ env: { CLICKHOUSE_URL: 'http://127.0.0.1:9' } });
  let item: Built;
  let host: Client;
  let other: Client;
  beforeAll(async () => {
    item = await buildItem(app.demo);
    await putMedia(app.app.db, { id: item.id, accountId: app.demo.account.id }, { url: '/files/1/k/a.mp3' });
    await publish(app, item);
    const origin = new URL(app.publicUrl).origin;
    host = createClient(origin, { Host: 'demo.localhost' });
    other = createClient(origin, { Host: 'other.localhost' });
  });

  it('show a player on the sites that may frame them', async () => {
    const { id } = item;
    const open = await host.get(`/embed/items/${id}?t=754&autoplay=1`);
    expect(open.headers['content-security-policy']).toMatch(/^frame-ancestors \*;/);
    expect(open.headers).not.toHaveProperty('x-frame-options');
    expect(open.headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    expect(open.headers['x-robots-tag']).toContain('noindex');
    expect(open.body).toMatch(/<lectern-player\s+item="\d+"\s+embed="page"\s+compact/);
    expect(open.body).toMatch(/start="754"\s+autoplay/);
    const { body } = await app.demo.api.post('/embed-tokens/create', {
      name: 'A site',
      allowedOrigins: ['https://site.example.org', 'https://www.site.example.org'],
    });
    const { token } = body.embedToken;
    const limited = await host.get(`/embed/items/${id}?controls=0&token=${token}`);
    expect(limited.headers['content-security-policy']).toMatch(
      /^frame-ancestors https:\/\/site\.example\.org https:\/\/www\.site\.example\.org;/,
    );
    expect(limited.body).toContain('embed="media"');
    expect(limited.body).toContain(`embed-token="${token}"`);
    for (const unknown of ['lce_nothing', '', '"><script>'])
      expect((await host.get(`/embed/items/${id}?token=${encodeURIComponent(unknown)}`)).status).toBe(404);
    expect((await other.get(`/embed/items/${id}?token=${token}`)).status).toBe(404);
    await app.demo.api.delete(`/embed-tokens/${body.embedToken.id}`);
    expect((await host.get(`/embed/items/${id}?token=${token}`)).status).toBe(404);

    const video = await buildItem(app.demo, { collectionId: item.collectionId });
    const asset = { contentType: 'video', externalPlatform: 'youtube', externalPlatformId: 'aqz-KE-bpKQ' };
    await putMedia(app.app.db, { id: video.id, accountId: app.demo.account.id }, asset);
    await publish(app, video);
    const policyOf = async (path: string) =>
      String((await host.get(path)).headers['content-security-policy']);
    expect(await policyOf(`/embed/items/${video.id}`)).toContain(
      'frame-src https://www.youtube-nocookie.com',
    );
    expect(await policyOf(`/items/${video.id}`)).not.toContain('youtube');
    expect(await policyOf(`/embed/items/${id}`)).not.toContain('youtube');
  });

  it('show visitors of other sites only a message in their language', async () => {
    const { body } = await app.demo.api.post('/embed-tokens/create', {
      name: 'One site',
      allowedOrigins: ['https://site.example.org'],
    });
    const path = `/embed/items/${item.id}?token=${body.embedToken.token}`;
    const framedBy = (referer?: string) =>
      host.get(path, { 'Sec-Fetch-Dest': 'iframe', ...(referer && { Referer: referer }) });
    const refused = await framedBy('https://evil.example.org/page');
    expect(refused.status).toBe(403);
    expect(refused.body).toContain('This player cannot be shown on this site.');
    // Browsers that do not report the framing page rely on the policy.
    const asked = await framedBy();
    expect(asked.headers['content-security-policy']).toMatch(
      /^frame-ancestors https:\/\/site\.example\.org;/,
    );
    const allowed = [
      await framedBy('https://site.example.org/x'),
      await framedBy(`${HOST}/items/${item.id}`),
    ];
    expect(allowed.map(({ status }) => status)).toEqual([200, 200]);
    expect((await host.get(path, { Referer: 'https://evil.example.org/' })).status).toBe(200);
    const unknown = await host.get(`/embed/items/${item.id}?token=x`, {
      'Accept-Language': 'de-AT, en;q=0.5',
    });
    expect(unknown.status).toBe(404);
    expect(unknown.body).toContain('<html lang="de">');
    expect(unknown.body).toContain('Dieser Vortrag ist nicht verfügbar.');
    for (const { headers, body: page } of [refused, unknown]) {
      expect(headers['content-security-policy']).toBe(
        "frame-ancestors *; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
      );
      expect(headers).not.toHaveProperty('x-frame-options');
      expect(page).not.toMatch(/<a |<script|lce_|lectern-player item/);
    }
    const elsewhere = await host.get('/items/nope', { 'Accept-Language': 'de' });
    expect(elsewhere.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(elsewhere.headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(elsewhere.body).toContain('<html lang="en">');
  });

  it('count events from this host, and from players that a token allows elsewhere', async () => {
    const { id } = item;
    const { body } = await app.demo.api.post('/embed-tokens/create', {
      name: 'Another site',
      allowedOrigins: ['https://site.example.org'],
    });
    const { token: embedToken } = body.embedToken;
    const send = (origin: string, fields: object) =>
      app.demo.site.post(
        '/events',
        { events: [{ type: 'pageView', url: `${HOST}/items/x`, itemId: id, ...fields }] },
        { Origin: origin, 'User-Agent': BROWSER },
      );
    expect((await send(HOST, {})).status).toBe(200);
    expect((await send(HOST, { embedToken })).status).toBe(200);
    expect((await send('http://evil.localhost', {})).status).toBe(422);
    expect((await send('http://evil.localhost', { embedToken })).status).toBe(422);
  });
});
