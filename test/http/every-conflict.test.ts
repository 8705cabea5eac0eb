/** `_base` in the body of every documented PATCH: what somebody else has changed since is not overwritten. */
import { beforeAll, describe, expect, it } from 'vitest';
import { checkEach, type Note } from '../support/check-each.js';
import type { Answer } from '../support/client.js';
import { buildEverything, type Built } from '../support/factories.js';
import { operationsOf, type Json, type Operation } from '../support/operations.js';
import { ownBody, ownId, ownPath } from '../support/own-ids.js';
import { useApp } from '../support/start-app.js';

/** Changes of records that already have the values of the document's example. */
const CHANGES: Record<string, Json> = {
  '/people/{personId}': { role: 'analyst' },
  '/webhooks/{webhookId}': { enabled: false },
  '/variant-types/{variantTypeId}': { name: 'Other' },
  '/series/{seriesId}': { title: 'Other' },
  '/topics/{topicId}': { name: 'Other' },
  '/resource-types/{resourceTypeId}': { name: 'Other' },
};

describe('_base', () => {
  const app = useApp();
  let document: Json;
  let patches: Operation[];
  beforeAll(async () => {
    await buildEverything(app, app.demo);
    const itemId = await ownId(app, app.demo, 'itemId');
    const segments = [{ text: 'The Lord is my shepherd.', startMs: 0, endMs: 4_100 }];
    await app.demo.api.put(`/items/${itemId}/transcript`, { segments });
    document = (await app.demo.api.get('/openapi.json')).body;
    patches = operationsOf(document).filter(({ method }) => method === 'PATCH');
  });

  /** The values of the fields of the body that its caller sees. */
  const seenOf = async ({ path }: Operation, body: Json): Promise<Json> => {
    const concrete = (await ownPath(app, app.demo, path)).replace(/\/update$/, '');
    if (path.endsWith('/transcript')) {
      const { body: stored } = await app.demo.api.get(`${concrete}/segments`);
      return {
        segments: body.segments.map(({ index, ...fields }: Json) =>
          only(fields, stored.segments[index], { index }),
        ),
      };
    }
    const [record] = Object.values((await app.demo.api.get(concrete)).body) as [Built];
    if (!path.endsWith('/draft')) return only(body, await withLists(concrete, record, body));
    const item = concrete.replace(/\/draft$/, '');
    const [shown] = Object.values((await app.demo.api.get(item)).body) as [Built];
    return only(body, { ...(await withLists(item, shown, body)), ...record.changes });
  };
  const withLists = async (path: string, record: Built, body: Json): Promise<Built> => {
    if (!body.speakers) return record;
    return (Object.values((await app.demo.api.get(`${path}?_expand=speakers`)).body) as [Built])[0];
  };
  const only = (body: Json, record: Json, more: Json = {}): Json =>
    Object.keys(body).reduce((all, name) => ({ ...all, [name]: record[name] }), more);

  const send = async ({ path }: Operation, body: Json, headers = {}): Promise<Answer> =>
    app.demo.api.patch(await ownPath(app, app.demo, path), body, headers);
  const exampleOf = ({ path, declared }: Operation): Promise<Json> =>
    ownBody(app, app.demo, CHANGES[path] ?? declared.requestBody.content['application/json'].example);
  const pathsIn = ({ body }: Answer): string[] =>
    (body.error?.details ?? []).map(({ path }: { path: string }) => path);
  const expectStatus = (note: Note, name: string, { status, body }: Answer, expected: number): void => {
    if (status !== expected) note(`${name}: ${status} ${JSON.stringify(body)}, not ${expected}`);
  };

  it('keeps what somebody else has changed, in every PATCH', () =>
    checkEach(patches, 15, async (operation, note) => {
      const { name } = operation;
      const mine = await exampleOf(operation);
      const before = await seenOf(operation, mine);
      expectStatus(note, `${name} with what it has`, await send(operation, { ...mine, _base: before }), 200);
      const after = await seenOf(operation, mine);
      // Somebody who still sees the former values wants to keep them.
      const theirs = { ...before, _base: before };
      const refused = await send(operation, theirs);
      expectStatus(note, `${name} with what it had`, refused, 409);
      const [conflict] = refused.body.error?.conflicts ?? [];
      if (!conflict || !('base' in conflict && 'theirs' in conflict && 'yours' in conflict))
        note(`${name}: ${JSON.stringify(refused.body)}`);
      if (refused.body.error?.type !== 'ConflictError') note(`${name}: ${refused.body.error?.type}`);
      expectStatus(
        note,
        `${name} other version`,
        await send(operation, theirs, { 'If-Match': '"another"' }),
        412,
      );
      expectStatus(note, `${name} the same value`, await send(operation, { ...mine, _base: before }), 200);
      expect(await seenOf(operation, mine), name).toEqual(after);
    }));

  it('is declared by every PATCH, and refused where it names what is not sent, unknown or of a wrong type', () =>
    checkEach(patches, 15, async (operation, note) => {
      const { schema } = operation.declared.requestBody.content['application/json'];
      const { properties } = document.components.schemas[schema.$ref.split('/').at(-1)];
      if (!properties._base?.properties) note(`${operation.name} does not declare _base`);
      if (!operation.declared.responses['409']) note(`${operation.name} does not declare 409`);
      const body = await exampleOf(operation);
      const [field = ''] = Object.keys(body);
      const other = Object.keys(properties._base?.properties ?? {}).find((name) => !(name in body));
      const cases: [Json, string][] = [
        [{ nonsense: 1 }, '_base.nonsense'],
        [{ [field]: [[['strange']]] }, `_base.${field}`],
        ['text', '_base'],
        [null, '_base'],
        ...(other ? [[{ [other]: null }, `_base.${other}`] as [Json, string]] : []),
      ];
      for (const [base, path] of cases) {
        const answer = await send(operation, { ...body, _base: base });
        const named = pathsIn(answer).some((one) => one === path || one.startsWith(`${path}.`));
        if (answer.status !== 422 || !named)
          note(`${operation.name} ${JSON.stringify(base)}: ${answer.status} ${JSON.stringify(answer.body)}`);
      }
    }));
});
