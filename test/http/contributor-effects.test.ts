/** Whatever a contributor calls, while editors work: no public response changes, now or by a schedule. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Random } from '../../scripts/random.js';
import { startBulk } from '../support/bulk.js';
import { callOperation } from '../support/call-operation.js';
import type { Client } from '../support/client.js';
import { createClient } from '../support/client.js';
import { draftCalls, recordsBuilder, type Records } from '../support/draft-policy-calls.js';
import { buildSeries, publishTalk, setItem } from '../support/factories.js';
import { operationsOf, type Operation } from '../support/operations.js';
import { ownPath, storedIds } from '../support/own-ids.js';
import { runs } from '../support/random-runs.js';
import { randomOf, seed } from '../support/seed.js';
import { useApp } from '../support/start-app.js';

const ROUNDS = runs(60);
/** Of the contributor, in a round. */
const CALLS = 10;
const LATER = '2099-01-01T00:00:00.000Z';
/** They fetch addresses of other servers, or show what the caller uploads to nobody. */
const EXCEPT = ['POST /items/import/feed', 'POST /items/import/create'];

describe('a contributor', () => {
  const app = useApp({ worker: true, env: { ANALYTICS: 'false' } });
  const calls = draftCalls(() => app);
  let contributor: Client;
  let operations: Operation[];
  let paths: string[];
  const records: Records[] = [];

  beforeAll(async () => {
    const { demo } = app;
    const { id: seriesId, collectionId } = await buildSeries(demo, { title: 'Shepherds' });
    for (const title of ['Flocks', 'Folds', 'Gates'])
      await publishTalk(demo, title, [`The shepherd of ${title} knows the sheep.`], {
        ...{ collectionId, seriesId },
      });
    await app.idle();
    const build = await recordsBuilder(app);
    for (const values of [{}, { autoPublish: 1 as const }, { publishAt: LATER }, { unpublishAt: LATER }]) {
      records.push(await build());
      await setItem(app, { id: records.at(-1)!.item }, { status: 'ready', ...values });
    }
    contributor = await app.withScopes(demo, 'content:draft');
    operations = operationsOf((await contributor.get('/openapi.json')).body).filter(
      ({ name, scope, method }) => method !== 'GET' && scope === 'content:draft' && !EXCEPT.includes(name),
    );
    paths = await publicPaths();
  });

  const items = (): Promise<number[]> => storedIds(app, app.demo, 'item');

  /** GET of everything that the public host shows, of records that are not public too. */
  const publicPaths = async (): Promise<string[]> => {
    const document = (await app.demo.site.get('/openapi.json')).body;
    const found = ['/search?q=shepherd', '/search/suggest?q=she', '/sitemap-1.xml'];
    for (const { path, method, declared } of operationsOf(document)) {
      const needed = (declared.parameters ?? []).filter(({ required }: { required?: boolean }) => required);
      if (
        method !== 'GET' ||
        needed.some(({ name }: { name: string }) => !/^(item|series|collection)Id$/.test(name))
      )
        continue;
      if (!path.includes('{itemId}')) found.push(await ownPath(app, app.demo, path));
      else for (const id of await items()) found.push(path.replace('{itemId}', String(id)));
    }
    return found;
  };

  const shown = async (): Promise<Record<string, string>> => {
    const { headers } = app.demo.site;
    const hosts = [app.publicUrl, new URL(app.publicUrl).origin].map((url) => createClient(url, headers));
    const bodies: [string, string][] = [];
    for (const [at, host] of hosts.entries())
      for (const path of paths) {
        const { status, bytes } = await host.get(path);
        const text = bytes.toString().replaceAll(/"(requestId|searchId|tookMs)":[^,}]*/g, '');
        bodies.push([`${at} ${path}`, `${status} ${text}`]);
      }
    return Object.fromEntries(bodies);
  };

  /** What will change the public items by itself. */
  const schedules = async (): Promise<string[]> => {
    const rows = await app.app.db
      .selectFrom('item')
      .select(['id', 'publishAt', 'unpublishAt', 'autoPublish'])
      .where('accountId', '=', app.demo.account.id)
      .where('deletedDate', 'is', null)
      .execute();
    return rows
      .filter(({ publishAt, unpublishAt, autoPublish }) => publishAt ?? unpublishAt ?? autoPublish === 1)
      .map((row) => JSON.stringify(row));
  };

  const someItems = async (random: Random): Promise<number[]> =>
    (await items()).filter(() => random.chance(0.4));

  const edit = async (random: Random): Promise<void> => {
    const ids = await someItems(random);
    const action = random.pick([
      'delete',
      'delete',
      'restore',
      'publish',
      'publish',
      'unpublish',
      'schedule',
    ]);
    const more = action === 'schedule' && { unpublishAt: LATER };
    if (ids.length > 0) await startBulk(app.demo, { ids, action, ...more });
    await app.idle();
  };

  /** @returns what was called, and how it ended */
  const call = async (random: Random): Promise<string> => {
    const jobs = await storedIds(app, app.demo, 'accountJob');
    const named = (name: string, { status }: { status: number }): string => `${name} ${status}`;
    const kind = random.int(5);
    if (kind === 0) {
      const path = `/jobs/${random.pick(jobs)}/undo`;
      return named(path, await contributor.post(path));
    }
    if (kind === 1) {
      const action = random.pick([
        'delete',
        'restore',
        'publish',
        'reprocess',
        'schedule',
        'acceptSuggestions',
      ]);
      const more = action === 'schedule' && { publishAt: LATER };
      const body = { ids: await someItems(random), action, ...more };
      return named(`bulk ${JSON.stringify(body)}`, await contributor.post('/items/bulk', body));
    }
    if (kind === 2) {
      const trash = (await items()).map((id) => ({ kind: 'item', id }));
      return named('/trash/restore', await contributor.post('/trash/restore', { records: trash }));
    }
    if (kind === 3) {
      const name = random.pick(Object.keys(calls));
      const of = { ...random.pick(records), ...(random.chance(0.5) && { item: random.pick(await items()) }) };
      return named(`${name} ${of.item}`, await calls[name]!.send(contributor, of));
    }
    const operation = random.pick(operations);
    const ids = { itemId: random.pick(await items()), jobId: random.pick(jobs) };
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: 'itemId') =>
      String(ids[name] ?? 1 + random.int(9)),
    );
    return named(`${operation.method} ${path}`, await callOperation(contributor, operation, path));
  };

  it(`changes nothing public in ${ROUNDS} rounds of ${CALLS} calls`, async () => {
    const random = randomOf('contributor effects');
    for (let round = 0; round < ROUNDS; round++) {
      await edit(random);
      const [before, due] = [await shown(), await schedules()];
      const made: string[] = [];
      for (let i = 0; i < CALLS; i++) made.push(await call(random));
      await app.idle();
      const story = `seed ${seed}, round ${round}: ${made.join('; ')}`;
      expect(await shown(), story).toEqual(before);
      expect(due, story).toEqual(expect.arrayContaining(await schedules()));
    }
  }, 600_000);
});
