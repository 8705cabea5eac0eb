/** ETags of records, and If-Match on every documented PATCH and DELETE. */
import { beforeAll, describe, expect, it } from 'vitest';
import { checkEach } from '../support/check-each.js';
import type { Answer } from '../support/client.js';
import { createFakeClock } from '../support/clock.js';
import { buildEverything, buildItem, buildSpeaker } from '../support/factories.js';
import { operationsOf, type Json, type Operation } from '../support/operations.js';
import { ownBody, ownId, ownPath } from '../support/own-ids.js';
import { useApp } from '../support/start-app.js';

describe('record versions', () => {
  const clock = createFakeClock();
  const app = useApp({ clock });
  let patches: Operation[];
  let deletes: Operation[];
  beforeAll(async () => {
    await buildEverything(app, app.demo);
    await addTranscript();
    const document = (await app.demo.api.get('/openapi.json')).body;
    patches = operationsOf(document).filter(({ method }) => method === 'PATCH');
    deletes = operationsOf(document).filter(({ method }) => method === 'DELETE');
  });

  /** A record that can be read, as if its item had been processed. */
  const addTranscript = async (): Promise<void> => {
    const itemId = await ownId(app, app.demo, 'itemId');
    const segments = [{ text: 'The Lord is my shepherd.', startMs: 0, endMs: 4_100 }];
    await app.demo.api.put(`/items/${itemId}/transcript`, { segments });
    const passage = { ...segments[0]!, accountId: app.demo.account.id, itemId, ordinal: 0, speaker: null };
    await app.app.db.insertInto('chunk').values(passage).execute();
  };

  /** The change of the document's example, with ids of the account's own records. */
  const patch = async (operation: Operation, ifMatch?: string): Promise<Answer> => {
    const { path, body } = await ownCall(operation);
    return app.demo.api.patch(path, body, ifMatch === undefined ? {} : { 'If-Match': ifMatch });
  };
  const ownCall = async ({ path, declared }: Operation): Promise<{ path: string; body: Json }> => ({
    path: await ownPath(app, app.demo, path),
    body: await ownBody(app, app.demo, declared.requestBody.content['application/json'].example),
  });

  it('require every PATCH to match the version in If-Match', async () => {
    await checkEach(patches, 13, async (operation, note) => {
      const { path } = await ownCall(operation);
      const read = await app.demo.api.get(path.replace(/\/update$/, ''));
      const tag = read.headers.etag ?? '';
      const expectStatus = (what: string, { status, body }: Answer, expected: number): void => {
        if (status !== expected)
          note(`${operation.name} ${what}: ${status} ${JSON.stringify(body)}, not ${expected}`);
      };
      if (!/^"[\w-]+"$/.test(tag)) note(`${operation.name}: the ETag of its record is ${tag}`);
      const other = await patch(operation, '"another"');
      expectStatus('another version', other, 412);
      if (other.body.error?.type !== 'PreconditionFailedError') note(`${operation.name}: error type`);
      const changed = await patch(operation, `"another", ${tag}`);
      expectStatus('its version', changed, 200);
      const again = await app.demo.api.get(path.replace(/\/update$/, ''));
      if (again.headers.etag !== changed.headers.etag)
        note(`${operation.name}: the answer's ETag is not that of the record`);
      expectStatus('any version', await patch(operation, '*'), 200);
      expectStatus('no header', await patch(operation), 200);
    });
  });

  it('require every DELETE to match the version in If-Match', async () => {
    let tenants = 0;
    await checkEach(deletes, 14, async (operation, note) => {
      const tenant = await app.tenant(`deletes${++tenants}`);
      await buildEverything(app, tenant);
      const path = await ownPath(app, tenant, operation.path);
      const named = operation.declared.parameters.map(({ name }: Json) => name);
      if (!named.includes('If-Match') || !operation.declared.responses['412'])
        note(`${operation.name}: the document has no If-Match`);
      const stale = await tenant.api.delete(path, { 'If-Match': '"another"' });
      if (stale.status !== 412 || stale.body.error?.type !== 'PreconditionFailedError')
        note(`${operation.name} another version: ${stale.status} ${JSON.stringify(stale.body)}`);
      const { status, headers } = await tenant.api.get(path);
      // Tokens have no endpoint of their own, so `*` is the only precondition for them.
      const tag = status === 405 ? '*' : (headers.etag ?? '');
      const fresh = await tenant.api.delete(path, { 'If-Match': `"another", ${tag}` });
      // 409: the record is in use.
      if (![200, 409].includes(fresh.status))
        note(`${operation.name} its version: ${fresh.status} ${JSON.stringify(fresh.body)}`);
    });
  });

  it('allow deleting the version that was read, and no newer one', async () => {
    const { id } = await buildSpeaker(app.demo);
    const { headers } = await app.demo.api.get(`/speakers/${id}`);
    const ifMatch = { 'If-Match': headers.etag ?? '' };
    expect((await app.demo.api.patch(`/speakers/${id}`, { name: 'Ada' })).status).toBe(200);
    expect((await app.demo.api.delete(`/speakers/${id}`, ifMatch)).status).toBe(412);
    const { headers: now } = await app.demo.api.get(`/speakers/${id}`);
    expect((await app.demo.api.delete(`/speakers/${id}`, { 'If-Match': now.etag ?? '' })).status).toBe(200);
  });

  it('let one of two simultaneous changes win', async () => {
    const { id } = await buildSpeaker(app.demo);
    const { headers } = await app.demo.api.get(`/speakers/${id}`);
    const race = ['First', 'Second', 'Third'].map((name) =>
      app.demo.api.patch(`/speakers/${id}`, { name }, { 'If-Match': headers.etag ?? '' }),
    );
    const statuses = (await Promise.all(race)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 412, 412]);
  });

  it('change with the speakers of an item, even within a millisecond', async () => {
    const speaker = await buildSpeaker(app.demo);
    const { id } = await buildItem(app.demo);
    const read = await app.demo.api.get(`/items/${id}?_expand[]=speakers`);
    const headers = { 'If-Match': read.headers.etag ?? '' };
    const body = { speakers: [{ id: speaker.id }] };
    const first = await app.demo.api.patch(`/items/${id}`, body, headers);
    expect(first.status).toBe(200);
    expect(first.headers.etag).not.toBe(read.headers.etag);
    expect((await app.demo.api.patch(`/items/${id}`, { speakers: [] }, headers)).status).toBe(412);
    const { body: kept } = await app.demo.api.get(`/items/${id}?_expand[]=speakers`);
    expect(kept.item.speakers).toHaveLength(1);
  });

  it('are not returned for lists, and match when a proxy marked them as weak', async () => {
    expect((await app.demo.api.get('/speakers')).headers.etag).toBeUndefined();
    const { id } = await buildSpeaker(app.demo);
    const { headers } = await app.demo.api.get(`/speakers/${id}`);
    const weak = { 'If-Match': `W/${headers.etag ?? ''}` };
    expect((await app.demo.api.patch(`/speakers/${id}`, { name: 'x' }, weak)).status).toBe(200);
    expect((await app.demo.api.patch(`/speakers/${id}`, { name: 'y' }, weak)).status).toBe(412);
  });
});
