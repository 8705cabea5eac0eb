/** Every list of both hosts, with every expansion, needs as many queries for fifty records as for one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/platform/http/endpoint/endpoint.js';
import { createFakeClock } from '../support/clock.js';
import { countQueries } from '../support/count-queries.js';
import { buildEverything } from '../support/factories.js';
import { ownId, ownPath } from '../support/own-ids.js';
import { useApp, type TestApp } from '../support/start-app.js';
import { addUpload, varyRows } from '../support/varied-rows.js';

const ROWS = 75;
/** Minimum number of lists. */
const LISTS = 15;

describe('database queries', () => {
  const app = useApp({ clock: createFakeClock() });
  let lists: Endpoint[];
  let counter: ReturnType<typeof countQueries>;

  beforeAll(async () => {
    await buildEverything(app, app.demo);
    await app.app.tokenUse.flush();
    // The trash asks for the files of each kind of record.
    lists = Object.values(app.app.endpoints).flatMap((endpoints) =>
      endpoints.filter(({ list }) => list && list.table !== 'trash'),
    );
    const specs = [...new Map(lists.flatMap(({ list }) => (list ? [[list.table, list]] : []))).values()];
    await varyRows(app.app.db, app.demo.account.id, specs, ROWS);
    // Gives the first record of each list everything that it can be expanded with.
    const id = await ownId(app, app.demo, 'mediaAssetId');
    await app.demo.api.patch(`/media/${id}`, { variantTypeId: await audioOf(app) });
    await app.app.db.updateTable('mediaAsset').set({ status: 'created' }).where('id', '=', id).execute();
    await addUpload(app.app.db, app.demo.account.id, id);
    counter = countQueries();
  });
  afterAll(() => {
    counter.restore();
  });

  it('for a page are as many for fifty records as for one', async () => {
    const counts: Record<string, number[]> = {};
    for (const { path, list } of lists) {
      const expand = (list?.expansions ?? []).map((name) => `_expand[]=${name}`).join('&');
      const concrete = await ownPath(app, app.demo, path);
      const each: number[] = (counts[path] = []);
      // The first request may fill caches.
      for (const limit of [1, 1, 50]) {
        const query = `_limit=${limit}&_orderBy[]=id,ASC&_withDeleted=true&${expand}`;
        const queries = await counter.of(async () => {
          const { status, body } = await app.demo.api.get(`${concrete}?${query}`);
          expect([path, status, Object.values<unknown[]>(body).find(Array.isArray)?.length]).toEqual([
            path,
            200,
            limit,
          ]);
        });
        each.push(queries);
      }
    }
    expect(Object.keys(counts).length).toBeGreaterThanOrEqual(LISTS);
    // A page takes at least a count and a select: fewer mean that the counter does not work.
    expect(Object.entries(counts).filter(([, each]) => each.some((count) => count < 2))).toEqual([]);
    expect(Object.entries(counts).filter(([, [, one, fifty]]) => one !== fifty)).toEqual([]);
  });
});

const audioOf = async (app: TestApp): Promise<number> => {
  const { body } = await app.demo.api.get(
    `/collections/${await ownId(app, app.demo, 'collectionId')}/variant-types?contentType=audio`,
  );
  return body.variantTypes[0].id;
};
