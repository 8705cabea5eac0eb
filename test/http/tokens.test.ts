/** Tokens: secrets shown once, scopes, and expiry. */
import { describe, expect, it } from 'vitest';
import type { Scope } from '../../src/platform/lib/permissions.js';
import { sha256 } from '../../src/platform/lib/ids.js';
import { createClient, type Client } from '../support/client.js';
import { createFakeClock } from '../support/clock.js';
import type { Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

describe('tokens', () => {
  const clock = createFakeClock();
  const app = useApp({ clock });

  const create = async (body: object): Promise<{ token: Built; secret: string }> => {
    const answer = await app.demo.api.post('/tokens/create', { name: 'A token', scopes: ['admin'], ...body });
    expect(answer.status).toBe(201);
    return answer.body;
  };
  const clientOf = (secret: string, scheme = 'Bearer'): Client =>
    createClient(app.privateUrl, { Authorization: `${scheme} ${secret}` });

  it('shows the secret once and stores only its hash', async () => {
    const { token, secret } = await create({ name: ' Website ', scopes: ['content:read', 'content:read'] });
    expect(secret).toMatch(/^lct_[\w-]{43}$/);
    expect(token).toEqual({
      id: token.id,
      name: 'Website',
      scopes: ['content:read'],
      expiresAt: null,
      revokedAt: null,
      allowedNetworks: null,
      lastUsedAt: null,
      previousSecretUntil: null,
      createdBy: { type: 'token', id: expect.any(Number), name: 'test' },
      entryDate: clock.now().toISOString(),
    });
    const { body } = await app.demo.api.get(`/tokens?id=${token.id}`);
    expect(body.tokens).toEqual([token]);
    const rows = await app.app.db.selectFrom('token').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify(rows)).not.toContain(secret.slice(4));
    expect(rows.find(({ id }) => id === token.id)?.secretHash).toBe(sha256(secret));
    expect((await clientOf(secret).get('/collections')).status).toBe(200);
    expect((await clientOf(secret, 'bearer').get('/collections')).status).toBe(200);
    expect((await clientOf(sha256(secret)).get('/collections')).status).toBe(401);
    expect((await clientOf(secret, 'Basic').get('/collections')).status).toBe(401);
    expect((await clientOf(secret.toLowerCase()).get('/collections')).status).toBe(401);
  });

  it.each<[Scope, { read: number; write: number; admin: number }]>([
    ['content:read', { read: 200, write: 403, admin: 403 }],
    ['content:write', { read: 200, write: 201, admin: 403 }],
    ['logging:write', { read: 403, write: 403, admin: 403 }],
    ['stats:read', { read: 403, write: 403, admin: 403 }],
    ['admin', { read: 200, write: 201, admin: 200 }],
  ])('lets %s do what it names and no more', async (scope, { read, write, admin }) => {
    const { token, secret } = await create({ scopes: [scope] });
    const client = clientOf(secret);
    expect((await client.get('/speakers')).status).toBe(read);
    expect((await client.get('/account')).status).toBe(read);
    expect((await client.post('/speakers/create', { name: 'x' })).status).toBe(write);
    expect((await client.get('/tokens')).status).toBe(admin);
    expect((await client.patch('/account', {})).status).toBe(admin);
    const denied = await client.delete(`/tokens/${token.id}`);
    expect(denied.status).toBe(admin);
    if (admin === 403) expect(denied.body.error).toMatchObject({ type: 'PermissionError' });
  });

  it('rejects a revoked token at the next request', async () => {
    const { token, secret } = await create({});
    const client = clientOf(secret);
    expect((await client.get('/tokens')).status).toBe(200);
    expect((await client.delete(`/tokens/${token.id}`)).body).toEqual({ result: 'success' });
    const refused = await client.get('/tokens');
    expect(refused.status).toBe(401);
    expect(refused.headers['www-authenticate']).toBe('Bearer');
    expect(refused.body.error.type).toBe('AuthenticationError');
    expect((await app.demo.api.delete(`/tokens/${token.id}`)).status).toBe(404);
    expect((await app.demo.api.get(`/tokens?id=${token.id}`)).body.totalRecords).toBe(0);
    const [shown] = (await app.demo.api.get(`/tokens?id=${token.id}&_withDeleted=true`)).body.tokens;
    expect(shown.revokedAt).toBe(clock.now().toISOString());
  });

  it('rejects a token after its expiry', async () => {
    const { token, secret } = await create({ expiresAt: '2026-03-01T14:00:00+01:00' });
    expect(token.expiresAt).toBe('2026-03-01T13:00:00.000Z');
    clock.pass(3_599_999);
    expect((await clientOf(secret).get('/tokens')).status).toBe(200);
    clock.pass(1);
    expect((await clientOf(secret).get('/tokens')).status).toBe(401);
    const late = await app.demo.api.post('/tokens/create', {
      name: 'late',
      scopes: ['admin'],
      expiresAt: clock.now().toISOString(),
    });
    expect(late.status).toBe(422);
    expect(late.body.error.details).toEqual([{ path: 'expiresAt', message: 'must be in the future' }]);
  });

  it('reports every problem in a body', async () => {
    const { status, body } = await app.demo.api.post('/tokens/create', {
      name: ' ',
      scopes: ['content:all'],
      expiresAt: '2026-02-30T00:00:00Z',
      secret: 'mine',
    });
    expect(status).toBe(422);
    expect(body.error.details.map(({ path }: Built) => path).sort()).toEqual([
      'expiresAt',
      'name',
      'scopes.0',
      'secret',
    ]);
    expect((await app.demo.api.post('/tokens/create', { name: 'x', scopes: [] })).status).toBe(422);
  });

  it('separates accounts', async () => {
    const { token } = await create({ name: 'Mine' });
    expect((await app.other.api.delete(`/tokens/${token.id}`)).status).toBe(404);
    expect((await app.other.api.get('/tokens?name=Mine')).body.totalRecords).toBe(0);
    expect((await app.demo.api.get('/tokens?name=Mine')).body.totalRecords).toBe(1);
  });

  it('accepts the old secret during the overlap after a rotation, and no longer', async () => {
    const { token, secret } = await create({});
    const rotate = (body: object) => app.demo.api.post(`/tokens/${token.id}/rotate`, body);
    const rotated = (await rotate({ overlapHours: 2 })).body;
    expect(rotated.secret).not.toBe(secret);
    const until = new Date(clock.now().getTime() + 2 * 3_600_000).toISOString();
    expect(rotated.token).toMatchObject({ id: token.id, previousSecretUntil: until });
    const status = async (of: string) => (await clientOf(of).get('/tokens')).status;
    expect([await status(secret), await status(rotated.secret)]).toEqual([200, 200]);
    clock.pass(2 * 3_600_000 - 1);
    expect(await status(secret)).toBe(200);
    clock.pass(1);
    expect([await status(secret), await status(rotated.secret)]).toEqual([401, 200]);
    const again = (await rotate({})).body;
    const last = (await rotate({ overlapHours: 0 })).body;
    expect([await status(rotated.secret), await status(again.secret)]).toEqual([401, 401]);
    expect(await status(last.secret)).toBe(200);
    expect((await rotate({ overlapHours: 169 })).status).toBe(422);
    const overlapping = (await rotate({})).body;
    expect((await app.demo.api.delete(`/tokens/${token.id}`)).status).toBe(200);
    expect([await status(last.secret), await status(overlapping.secret)]).toEqual([401, 401]);
    expect((await rotate({})).status).toBe(404);
    expect((await app.other.api.post(`/tokens/${token.id}/rotate`, {})).status).toBe(404);
  });

  it('records the last use of a token to the minute, with one write a minute', async () => {
    const { token, secret } = await create({ scopes: ['content:read'] });
    const stored = async () =>
      (await app.demo.api.get(`/tokens?id=${token.id}`)).body.tokens[0].lastUsedAt as string | null;
    const use = () => clientOf(secret).get('/speakers');
    const minute = `${clock.now().toISOString().slice(0, 16)}:00.000Z`;
    await use();
    await expect.poll(stored).toBe(minute);
    await app.app.db.updateTable('token').set({ lastUsedAt: null }).where('id', '=', token.id).execute();
    await use();
    await app.app.tokenUse.flush();
    expect(await stored()).toBeNull();
    clock.pass(60_000);
    await use();
    await app.app.tokenUse.flush();
    expect(await stored()).toBe(new Date(Date.parse(minute) + 60_000).toISOString());
  });
});
