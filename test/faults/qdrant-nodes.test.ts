/**
 * The app on three nodes of Qdrant, one of which fails: searches go on by meaning, changes arrive, and nothing needs a
 * person.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildItem } from '../support/factories.js';
import {
  LOCAL_SHARD_NOT_FOUND,
  qdrantPython,
  startQdrantCluster,
  type QdrantCluster,
  type QdrantNode,
} from '../support/qdrant-front/start.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { talks, vttOf } from '../support/talks.js';

const python = qdrantPython();
const NODES = 3;
const BEES = 'waiting for the hive in winter';

const faults: [string, number, (node: QdrantNode) => Promise<unknown>][] = [
  ['the node in use is killed', 0, (node) => node.refuse()],
  ['the node in use is silent', 0, (node) => node.hang()],
  ['the node in use has lost its shard', 0, (node) => node.fail(500, LOCAL_SHARD_NOT_FOUND)],
  ['the node in use is frozen', 0, (node) => node.freeze()],
  ['the node in use is behind by three writes', 0, (node) => node.lag(3)],
  ['another node is killed', 1, (node) => node.refuse()],
  ['another node is silent', 1, (node) => node.hang()],
  ['another node is frozen', 2, (node) => node.freeze()],
];

describe.skipIf(!python)('three nodes of Qdrant', () => {
  let cluster: QdrantCluster;
  let app: TestApp;
  beforeAll(async () => {
    cluster = await startQdrantCluster(python!, NODES);
    app = await startApp({ worker: true, env: { QDRANT_URL: cluster.urls.join(', ') } });
  });
  afterAll(async () => {
    expect(cluster.unknown).toEqual([]);
    await app.stop();
    await cluster.stop();
  });

  const publish = async (title: string): Promise<number> => {
    const { id } = await buildItem(app.demo, { title, autoPublish: true });
    await app.demo.api.put(`/items/${id}/transcript`, vttOf(talks.bees), { 'Content-Type': 'text/vtt' });
    return id;
  };
  let searches = 0;
  /** With another limit each time, so that no response comes from the cache. */
  const search = async (query: string) =>
    (await app.demo.site.get(`/search?q=${encodeURIComponent(query)}&limit=${20 + (searches++ % 30)}`)).body;
  const found = async (query: string): Promise<number[]> =>
    (await search(query)).results.map(({ item }: any) => item.id);

  /** Visitors who search all the time. @returns the modes of their searches, and what they saw that they may not see */
  const visiting = (hidden: () => readonly number[], stays: readonly number[]) => {
    const stop = new AbortController();
    const modes = new Set<string>();
    const wrong = new Set<string>();
    const run = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        const before = hidden();
        const { mode, results } = await search(BEES);
        modes.add(mode);
        const shown = results.map(({ item }: any) => item.id) as number[];
        for (const id of before) if (shown.includes(id)) wrong.add(`hidden item ${id} was shown`);
        for (const id of stays) if (!shown.includes(id)) wrong.add(`item ${id} was missing`);
        await sleep(20);
      }
    };
    const running = run();
    return async () => {
      stop.abort();
      await running;
      return { modes: [...modes], wrong: [...wrong] };
    };
  };

  it('reports its version and its nodes, and what is missing of them', async () => {
    const readiness = async () =>
      (await (await fetch(`${app.privateUrl.replace('/v2', '')}/readyz`)).json()) as any;
    await expect
      .poll(async () => (await readiness()).stores.index.message)
      .toMatch(/^Qdrant \d+\.\d+\.\d+, nodes: 3$/);
    expect((await readiness()).stores.index.warnings).toBeUndefined();
    await cluster.node(2).refuse();
    await publish('One more');
    await app.idle();
    const warned = await readiness();
    expect(warned.status).toBe('degraded');
    expect(warned.stores.index.status).toBe('up');
    expect(warned.stores.index.warnings.join('\n')).toContain(`${cluster.urls[2]} is not ready`);
    expect(warned.stores.index.warnings.join('\n')).toMatch(/Shard 0 of \S+ on node \d+ is Dead/);
    await cluster.node(2).heal();
    await expect.poll(async () => (await readiness()).stores.index.warnings).toBeUndefined();
  });

  it.each(faults)('%s', async (name, at, begin) => {
    const stays = await publish(`Stays while ${name}`);
    const unpublished = await publish('Unpublished');
    const deleted = await publish('Deleted');
    const renamed = await publish('Renamed');
    await app.idle();
    await expect
      .poll(() => found(BEES))
      .toEqual(expect.arrayContaining([stays, unpublished, deleted, renamed]));

    await begin(cluster.node(at));
    let hidden: number[] = [];
    const stop = visiting(() => hidden, [stays, renamed]);
    await app.demo.api.post(`/items/${unpublished}/unpublish`);
    await app.demo.api.delete(`/items/${deleted}`);
    hidden = [unpublished, deleted];
    await app.demo.api.patch(`/items/${renamed}`, { title: 'Quillfeather' });
    const added = await publish('Added');
    await app.idle();
    expect(await stop()).toEqual({ modes: ['hybrid'], wrong: [] });

    for (let node = 0; node < NODES; node++) await cluster.node(node).heal();
    await app.idle();
    await expect.poll(() => found('Quillfeather')).toEqual([renamed]);
    await expect.poll(() => found(BEES)).toEqual(expect.arrayContaining([stays, renamed, added]));
    expect(await found(BEES)).not.toContain(unpublished);
    const jobs = await app.app.db
      .selectFrom('job')
      .select(['kind', 'lastError'])
      .where('status', '=', 'dead')
      .execute();
    expect(jobs).toEqual([]);
    expect(await app.app.reconcile({ repair: false })).toMatchObject({ differing: 0 });
    for (const id of [stays, unpublished, renamed, added]) await app.demo.api.delete(`/items/${id}`);
    await app.idle();
  });

  it('builds the index anew while a node is killed', async () => {
    await publish('Indexed anew');
    await app.idle();
    await cluster.node(0).refuse({ after: { method: 'PUT', path: '/points', collection: 'chunks' } });
    const stop = visiting(() => [], []);
    const { items } = await app.app.reindex();
    expect((await stop()).modes).toEqual(['hybrid']);
    await cluster.node(0).heal();
    expect(items).toBeGreaterThan(0);
    expect(await app.app.reconcile({ repair: false })).toEqual({ checked: items, differing: 0 });
  });
});
