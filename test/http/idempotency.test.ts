/** Idempotency-Key on creates: executed once, even for simultaneous requests and after a crash. */
import { describe, expect, it } from 'vitest';
import { keyMaintenance } from '../../src/platform/idempotency/idempotency.service.js';
import { checkEach } from '../support/check-each.js';
import type { Answer } from '../support/client.js';
import { createFakeClock } from '../support/clock.js';
import { buildEverything, type Built } from '../support/factories.js';
import { operationsOf } from '../support/operations.js';
import { ownBody, ownPath } from '../support/own-ids.js';
import { useApp } from '../support/start-app.js';

const HOUR_MS = 3_600_000;

describe('Idempotency-Key', () => {
  const clock = createFakeClock();
  const app = useApp({ clock });

  let keys = 0;
  const newKey = (): string => `key ${++keys}`;
  const create = (key: string, body: object, path = '/speakers/create'): Promise<Answer> =>
    app.demo.api.post(path, body, { 'Idempotency-Key': key });
  const named = async (name: string): Promise<number> =>
    (await app.demo.api.get(`/speakers?name=${name}`)).body.totalRecords;

  it('returns the same response and creates nothing', async () => {
    const key = newKey();
    const first = await create(key, { name: 'Anna', bio: 'x' });
    expect(first.status).toBe(201);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    const { id } = first.body.speaker;
    await app.demo.api.patch(`/speakers/${id}`, { name: 'Anne' });
    const again = await create(key, { bio: 'x', name: ' Anna' });
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.headers['content-type']).toBe(first.headers['content-type']);
    expect([await named('Anna'), await named('Anne')]).toEqual([0, 1]);
    expect((await create(newKey(), { name: 'Anna' })).body.speaker.id).not.toBe(id);
  });

  it('rejects another body or another request under the same key, within the account', async () => {
    const key = newKey();
    await create(key, { name: 'Berta' });
    for (const answer of [
      await create(key, { name: 'Bert' }),
      await create(key, { name: 'Berta' }, '/topics/create'),
    ]) {
      expect(answer.status).toBe(409);
      expect(answer.body.error).toMatchObject({ type: 'ConflictError' });
      expect(answer.body.error.message).toContain('another');
    }
    const elsewhere = await app.other.api.post(
      '/topics/create',
      { name: 'Berta' },
      { 'Idempotency-Key': key },
    );
    expect(elsewhere.status).toBe(201);
  });

  it('creates one record for twenty simultaneous requests', async () => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(key, { name: 'Carla' })));
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ body }) => body.speaker.id)).size).toBe(1);
    for (const { status, body } of answers)
      if (status !== 201) {
        expect([status, body.error.type]).toEqual([409, 'ConflictError']);
        expect(body.error.message).toContain('still in progress');
      }
    expect(await named('Carla')).toBe(1);
    expect((await create(key, { name: 'Carla' })).body).toEqual(made[0]?.body);
  });

  it('frees the key of a rejected request', async () => {
    const key = newKey();
    expect((await create(key, { name: '' })).status).toBe(422);
    expect((await create(key, { title: 'Dora', collectionId: 999 }, '/series/create')).status).toBe(422);
    expect((await create(key, { name: 'Dora' })).status).toBe(201);
    expect((await create(key, { name: 'Dora' })).status).toBe(201);
    expect(await named('Dora')).toBe(1);
  });

  it('frees a key a minute after its process died', async () => {
    const key = newKey();
    const first = await create(key, { name: 'Edda' });
    // The row as a process leaves it that is killed during the request.
    await app.app.db
      .updateTable('idempotencyKey')
      .set({ status: 'running', responseStatus: null, responseBody: null })
      .where('key', '=', key)
      .execute();
    clock.pass(59_999);
    expect((await create(key, { name: 'Edda' })).status).toBe(409);
    clock.pass(1);
    const race = await Promise.all([1, 2, 3].map(() => create(key, { name: 'Edda' })));
    expect(race.map(({ status }) => status)).toContain(201);
    expect(await named('Edda')).toBe(2);
    expect(first.status).toBe(201);
  });

  it('keeps a response for a day', async () => {
    const key = newKey();
    const { body } = await create(key, { name: 'Frida' });
    clock.pass(24 * HOUR_MS - 1);
    expect((await create(key, { name: 'Frida' })).body).toEqual(body);
    clock.pass(1);
    const later = await create(key, { name: 'Fritz' });
    expect([later.status, later.headers['idempotency-replayed']]).toEqual([201, undefined]);
    clock.pass(24 * HOUR_MS);
    await create(newKey(), { name: 'Friederike' });
    clock.pass(1);
    await keyMaintenance({ db: app.app.db, clock }).run();
    const left = await app.app.db.selectFrom('idempotencyKey').selectAll().execute();
    expect(left).toHaveLength(1);
  });

  it.each(['', 'x'.repeat(256), 'café', 'tab\there'])('rejects %j as a key', async (key) => {
    const { status, body } = await create(key, { name: 'Gerda' });
    expect(status).toBe(400);
    expect(body.error.details[0].path).toBe('Idempotency-Key');
    expect(await named('Gerda')).toBe(0);
  });

  it('encrypts a stored secret, and returns it only to the caller that created it', async () => {
    const [key, body] = [newKey(), { name: 'Sealed', scopes: ['content:read'] }];
    const first = await create(key, body, '/tokens/create');
    expect((await create(key, body, '/tokens/create')).body).toEqual(first.body);
    const other = await app.withScopes(app.demo, 'admin');
    const ofOther = await other.post('/tokens/create', body, { 'Idempotency-Key': key });
    expect(ofOther.status).toBe(201);
    expect(ofOther.body.secret).not.toBe(first.body.secret);
    const rows = JSON.stringify(await app.app.db.selectFrom('idempotencyKey').selectAll().execute());
    expect(rows).toContain('speaker');
    expect(rows).not.toContain('Sealed');
    expect(rows).not.toContain(first.body.secret.slice(4));
  });

  it('works with every documented create', async () => {
    await buildEverything(app, app.demo);
    const document = (await app.demo.api.get('/openapi.json')).body;
    const creates = operationsOf(document).filter(({ name }) => name.endsWith('/create'));
    await checkEach(creates, 16, async ({ name, path, declared }, note) => {
      const header = declared.parameters?.find((p: Built) => p.name === 'Idempotency-Key');
      if (header?.in !== 'header') note(`${name} does not declare Idempotency-Key`);
      const body = await ownBody(app, app.demo, declared.requestBody.content['application/json'].example);
      const concrete = await ownPath(app, app.demo, path);
      const key = newKey();
      const first = await create(key, body, concrete);
      const again = await create(key, body, concrete);
      if (first.status !== 201) note(`${name}: ${first.status} ${JSON.stringify(first.body)}`);
      else if (JSON.stringify(again.body) !== JSON.stringify(first.body)) note(`${name} differs`);
      if (again.headers['idempotency-replayed'] !== 'true') note(`${name} is not replayed`);
    });
  });
});
