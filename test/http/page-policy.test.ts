/** The Content-Security-Policy of pages lists the hosts of a library's URLs, and no URL can add anything else. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createClient, type Client } from '../support/client.js';
import { buildItem, setItem, type Built } from '../support/factories.js';
import { publish } from '../support/feed-library.js';
import { useApp } from '../support/start-app.js';

describe('the Content-Security-Policy of pages', () => {
  const app = useApp({ env: { CLICKHOUSE_URL: 'http://127.0.0.1:9' } });
  let item: Built;
  let host: Client;
  beforeAll(async () => {
    item = await buildItem(app.demo);
    await publish(app, item);
    host = createClient(new URL(app.publicUrl).origin, { Host: 'demo.localhost' });
  });

  const policies = async (): Promise<string[]> => {
    const pages = await Promise.all(
      [`/items/${item.id}`, `/embed/items/${item.id}`].map((path) => host.get(path)),
    );
    return pages.map(({ headers }) => String(headers['content-security-policy']));
  };

  it.each([
    'https://a;frame-ancestors',
    "https://a;script-src'",
    'https://*',
    'https://a,b',
    "https://'unsafe-inline'",
  ])('is the same with a picture at %s', async (origin) => {
    const squareImgUrl = `${origin}/x.png`;
    await setItem(app, item, { squareImgUrl: null });
    const before = await policies();
    expect(before[0]).toMatch(/^frame-ancestors 'none'; default-src 'none'; /);
    expect(before[1]).toMatch(/^frame-ancestors \*; default-src 'none'; /);
    const body = { title: 'Odd', collectionId: item.collectionId, squareImgUrl };
    const refused = await app.demo.api.post('/series/create', body);
    expect(refused.body.error?.details.map(({ path }: Built) => path)).toEqual(['squareImgUrl']);
    // Inserted as a row, as an earlier version could have stored it.
    await setItem(app, item, { squareImgUrl });
    expect(await policies()).toEqual(before);
  });

  it('omits invalid sites stored in an embed token by an earlier version', async () => {
    const { body } = await app.demo.api.post('/embed-tokens/create', {
      name: 'Odd',
      allowedOrigins: ['https://site.example.org'],
    });
    const { id, token } = body.embedToken;
    const framedBy = async (allowedOrigins: string[]): Promise<string> => {
      await app.app.db
        .updateTable('embedToken')
        .set({ allowedOrigins: JSON.stringify(allowedOrigins) })
        .where('id', '=', id)
        .execute();
      const { headers } = await host.get(`/embed/items/${item.id}?token=${token}`);
      return String(headers['content-security-policy']).replace(/;.*/, '');
    };
    expect(await framedBy(['https://a;script-src', 'https://site.example.org:8443'])).toBe(
      'frame-ancestors https://site.example.org:8443',
    );
    expect(await framedBy(['https://a;script-src'])).toBe("frame-ancestors 'none'");
    expect(await framedBy(['http://[2001:db8::1]:80'])).toBe('frame-ancestors http://[2001:db8::1]:80');
  });
});
