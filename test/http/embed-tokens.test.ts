/** Embed tokens: public names of sites, with the allowed origins. */
import { describe, expect, it } from 'vitest';
import type { Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

describe('embed tokens', () => {
  const app = useApp();

  const create = (body: object) => app.demo.api.post('/embed-tokens/create', { name: 'Site', ...body });

  it('can be created, listed and deleted', async () => {
    const { status, body } = await create({
      name: ' Church website ',
      allowedOrigins: ['HTTPS://WWW.Example.org/', 'https://www.example.org', 'http://localhost:3000'],
    });
    expect(status).toBe(201);
    const { embedToken } = body;
    expect(embedToken).toMatchObject({
      name: 'Church website',
      allowedOrigins: ['https://www.example.org', 'http://localhost:3000'],
      deletedDate: null,
    });
    expect(embedToken.token).toMatch(/^lce_[\w-]{22}$/);
    await create({ name: 'Another', allowedOrigins: ['*'] });
    const page = await app.demo.api.get('/embed-tokens?_q=church&_orderBy[]=name,DESC');
    expect(page.body).toMatchObject({ embedTokens: [embedToken], totalRecords: 1, hasMore: false });
    const second = await app.demo.api.get('/embed-tokens?_limit=1&_offset=1');
    expect(second.body.embedTokens.map(({ name }: Built) => name)).toEqual(['Another']);
    expect((await app.demo.api.delete(`/embed-tokens/${embedToken.id}`)).body).toEqual({ result: 'success' });
    expect((await app.demo.api.delete(`/embed-tokens/${embedToken.id}`)).status).toBe(404);
    expect((await app.demo.api.get('/embed-tokens')).body.totalRecords).toBe(1);
    const [deleted] = (await app.demo.api.get(`/embed-tokens?id=${embedToken.id}&_withDeleted=true`)).body
      .embedTokens;
    expect(deleted.deletedDate).not.toBeNull();
  });

  it.each([
    'www.example.org',
    'ftp://example.org',
    'https://example.org/path',
    'https://example.org?x=1',
    'https://user@example.org',
    'https://*.example.org',
    'https://example.org:99999',
    'https://a;frame-ancestors',
    'https://a,b.example.org',
    "https://'self'",
    'https://a_b.example.org',
    'javascript:alert(1)',
    '',
  ])('reject %j as an origin', async (origin) => {
    const { status, body } = await create({ allowedOrigins: ['https://fine.example.org', origin] });
    expect(status).toBe(422);
    expect(body.error.details.map(({ path }: Built) => path)).toEqual(['allowedOrigins.1']);
  });

  it('reject an empty list of origins, and * beside others', async () => {
    for (const allowedOrigins of [[], ['*', 'https://example.org'], 'https://example.org', undefined]) {
      const { status, body } = await create({ allowedOrigins });
      expect(status).toBe(422);
      expect(body.error.details.map(({ path }: Built) => path)).toEqual(['allowedOrigins']);
    }
  });

  it('belong to one account, and to admins', async () => {
    const { id } = (await create({ allowedOrigins: ['*'] })).body.embedToken;
    expect((await app.other.api.delete(`/embed-tokens/${id}`)).status).toBe(404);
    expect((await app.other.api.get('/embed-tokens')).body.totalRecords).toBe(0);
    const writer = await app.withScopes(app.demo, 'content:write');
    expect((await writer.get('/embed-tokens')).status).toBe(403);
  });
});
