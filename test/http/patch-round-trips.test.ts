/** Sending a body from GET back by PATCH, for every record that can be updated, with any expansions. */
import { beforeAll, describe, expect, it } from 'vitest';
import { checkEach } from '../support/check-each.js';
import type { Answer } from '../support/client.js';
import {
  buildEverything,
  buildItem,
  buildMedia,
  buildResource,
  buildSpeaker,
  type Built,
} from '../support/factories.js';
import { operationsOf, type Json, type Operation } from '../support/operations.js';
import { ownPath } from '../support/own-ids.js';
import { useApp } from '../support/start-app.js';

/** Minimum number of update operations. */
const UPDATES = 11;

/**
 * Changes without an update: with every write, when people sign in, set up a factor or accept an invitation, and
 * while a file arrives.
 */
const IGNORED = [
  ...['usage', 'lastSignInAt', 'hasSecondFactor', 'invitationExpiresAt'],
  ...['uploadedBytes', 'uploadExpiresAt'],
];

describe('a body returned by GET', () => {
  const app = useApp();
  let document: Json;
  let updates: Operation[];
  beforeAll(async () => {
    await buildEverything(app, app.demo);
    // The media asset is inserted as a row: adds what its endpoint would have set.
    await app.app.db.updateTable('item').set({ durationSecs: 3_600 }).execute();
    document = (await app.demo.api.get('/openapi.json')).body;
    // An edit of a transcript contains segments instead of a record's fields.
    updates = operationsOf(document).filter(
      ({ method, path }) => method === 'PATCH' && !path.endsWith('/transcript'),
    );
  });

  /** The record as GET returns it with all expansions, and its name. */
  const read = async ({ path }: Operation): Promise<[name: string, record: Built]> => {
    const pathOfGet = path.replace(/\/update$/, '');
    const parameters: Json[] = document.paths[pathOfGet].get.parameters ?? [];
    const query = parameters.flatMap(({ name, schema }) =>
      name === '_expand[]'
        ? schema.items.enum.map((one: string) => `_expand[]=${one}`)
        : name === 'translation'
          ? ['translation=kjv']
          : [],
    );
    const { status, body } = await app.demo.api.get(
      `${await ownPath(app, app.demo, pathOfGet)}?${query.join('&')}`,
    );
    expect(status, path).toBe(200);
    return Object.entries(body)[0] as [string, Built];
  };
  const patch = async ({ path }: Operation, body: object, headers = {}): Promise<Answer> =>
    app.demo.api.patch(await ownPath(app, app.demo, path), body, headers);
  /** Fields that the update does not have. */
  const readOnlyOf = ({ declared }: Operation, record: Built): string[] => {
    const { schema } = declared.requestBody.content['application/json'];
    const { properties } = document.components.schemas[schema.$ref.split('/').at(-1)];
    return Object.keys(record).filter((name) => !Object.hasOwn(properties, name));
  };

  it('changes nothing when sent back', () =>
    checkEach(updates, UPDATES, async (operation, note) => {
      const [name, record] = await read(operation);
      const { status, body } = await patch(operation, record);
      if (status !== 200) return note(`${operation.name}: ${status} ${JSON.stringify(body)}`);
      expect(body[name], operation.name).toBeTypeOf('object');
      expect((await read(operation))[1], operation.name).toEqual(record);
    }));

  it('is rejected if a read-only field was changed', () =>
    checkEach(updates, UPDATES, async (operation, note) => {
      const [, record] = await read(operation);
      for (const field of readOnlyOf(operation, record)) {
        const value: unknown = record[field];
        const other = typeof value === 'number' ? value + 1 : value === 'other' ? 'another' : 'other';
        const { status, body } = await patch(operation, { [field]: other });
        const named = body.error?.details?.map(({ path }: { path: string }) => path).join();
        const expected = IGNORED.includes(field) ? '200 undefined' : `422 ${field}`;
        if (`${status} ${named}` !== expected)
          note(`${operation.name} ${field}: ${status} ${named}, not ${expected}`);
      }
      expect((await read(operation))[1], operation.name).toEqual(record);
    }));

  it('is rejected with changed read-only fields and all other problems', async () => {
    const item = await buildItem(app.demo);
    const { status, body } = await app.demo.api.patch(`/items/${item.id}`, {
      ...item,
      title: ' ',
      id: 0,
      status: 'published',
      nonsense: 1,
    });
    expect(status).toBe(422);
    expect(body.error.details.map(({ path }: { path: string }) => path).sort()).toEqual([
      'id',
      'nonsense',
      'status',
      'title',
    ]);
    expect((await app.demo.api.get(`/items/${item.id}`)).body.item).toEqual(item);
  });

  it('may be written differently: times with an offset, speakers in another order', async () => {
    const [a, b] = [await buildSpeaker(app.demo), await buildSpeaker(app.demo)];
    const built = await buildItem(app.demo, { speakers: [a, b] });
    const { item } = (await app.demo.api.get(`/items/${built.id}?_expand=speakers,collection`)).body;
    expect(item.speakers.map(({ id }: Built) => id)).toEqual([a.id, b.id]);
    const { status, body } = await app.demo.api.patch(`/items/${item.id}`, {
      ...item,
      title: 'Another',
      entryDate: item.entryDate.replace('Z', '+00:00'),
      speakers: item.speakers.toReversed(),
    });
    expect([status, body.item?.title]).toEqual([200, 'Another']);
    const after = (await app.demo.api.get(`/items/${item.id}?_expand=speakers,collection`)).body.item;
    expect(after.speakers.map(({ id }: Built) => id)).toEqual([b.id, a.id]);
    expect(after.collection).toEqual(item.collection);
  });

  it('may contain URLs with an older signature or another host, and no other URLs', async () => {
    const item = await buildItem(app.demo);
    const resource = await buildResource(app.demo, item, {
      contentType: 'file',
      fileMimeType: 'text/plain',
      fileSizeBytes: 4,
    });
    const path = `/items/${item.id}/resources/${resource.id}`;
    await app.app.db
      .updateTable('resource')
      .set({ url: '/files/1/abc/a.txt' })
      .where('id', '=', resource.id)
      .execute();
    const { url } = (await app.demo.api.get(path)).body.resource;
    expect(url).toMatch(/\/v2\/files\/[^/]+\.[^/]+\/1\/abc\/a\.txt$/);
    const older = url.replace(/\/files\/[^/]+\//, `/files/abc123.${'x'.repeat(43)}/`);
    const send = async (value: unknown) =>
      (await app.demo.api.patch(`${path}/update`, { url: value })).status;
    for (const same of [url, older, older.replace(/\/\/[^/]+/, '//library.example.org')])
      expect(await send(same), same).toBe(200);
    for (const other of [
      `${url}x`,
      `${url}?x=1`,
      url.replace('abc', 'abd'),
      'https://example.org/',
      'x',
      null,
    ])
      expect(await send(other), String(other)).toBe(422);
  });

  it('must contain unchanged expansions', async () => {
    const built = await buildItem(app.demo);
    const path = `/items/${built.id}`;
    const { item } = (await app.demo.api.get(`${path}?_expand=collection,mediaAssets`)).body;
    expect(item.mediaAssets).toEqual([]);
    const detailsOf = async (body: object) =>
      (await app.demo.api.patch(path, body)).body.error?.details.map((detail: Built) => detail.path);
    expect(await detailsOf({ ...item, collection: { ...item.collection, name: 'Another' } })).toEqual([
      'collection',
    ]);
    expect(await detailsOf({ mediaAssets: [{ id: 1 }] })).toEqual(['mediaAssets']);
    expect(await detailsOf({ collection: { id: item.collectionId }, series: null })).toBeUndefined();
    expect(await detailsOf({ transcriptUrl: 'https://example.org/t.json' })).toEqual(['transcriptUrl']);
  });

  it('may contain the scripture text in any translation', async () => {
    const item = await buildItem(app.demo);
    const made = await app.demo.api.post(`/items/${item.id}/scriptures/create`, {
      book: 'JHN',
      chapter: 11,
      verseStart: 35,
    });
    const path = `/scriptures/${made.body.scripture.id}`;
    for (const query of ['', '?translation=kjv', '?translation=asv'])
      expect(
        (await app.demo.api.patch(path, (await app.demo.api.get(path + query)).body.scripture)).status,
      ).toBe(200);
    const refused = await app.demo.api.patch(path, { text: 'Jesus laughed.', hidden: true });
    expect(refused.body.error.details.map((detail: Built) => detail.path)).toEqual(['text', 'hidden']);
  });

  it('is required', () =>
    checkEach(updates, UPDATES, async (operation, note) => {
      const path = await ownPath(app, app.demo, operation.path);
      const { status, body } = await app.demo.api.patch(path, undefined);
      if (status !== 400) note(`${operation.name}: ${status} ${JSON.stringify(body)}`);
      const empty = await app.demo.api.patch(path, {});
      if (empty.status !== 200) note(`${operation.name} {}: ${empty.status} ${JSON.stringify(empty.body)}`);
    }));

  it('is accepted for a file, a video and a link alike', async () => {
    const item = await buildItem(app.demo);
    const file = { contentType: 'file', fileMimeType: 'text/plain', fileSizeBytes: 4 };
    const video = { externalPlatform: 'vimeo', externalPlatformId: '76979871' };
    const media = { contentType: 'audio', mimeType: 'audio/mpeg', fileSizeBytes: 4 };
    const answers = [
      ...(await Promise.all(
        [{}, file, { contentType: 'video', ...video }].map(async (body) => {
          const resource = await buildResource(app.demo, item, body);
          return app.demo.api.patch(`/items/${item.id}/resources/${resource.id}/update`, resource);
        }),
      )),
      ...(await Promise.all(
        [media, video].map(async (body) => {
          const asset = await buildMedia(app.demo, item, body);
          return app.demo.api.patch(`/media/${asset.id}`, asset);
        }),
      )),
    ];
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
      answers.map(() => [200, undefined]),
    );
  });

  it('of an older version gets 412 with If-Match, and of a deleted record 404', async () => {
    const speaker = await buildSpeaker(app.demo);
    const path = `/speakers/${speaker.id}`;
    const { headers } = await app.demo.api.get(path);
    await app.demo.api.patch(path, { bio: 'Changed meanwhile' });
    const stale = { 'If-Match': String(headers.etag) };
    expect((await app.demo.api.patch(path, { ...speaker, id: 0 }, stale)).status).toBe(412);
    await app.demo.api.delete(path);
    expect((await app.demo.api.patch(path, speaker)).status).toBe(404);
    expect((await app.demo.api.patch(path, { ...speaker, name: 7 })).status).toBe(422);
  });
});
