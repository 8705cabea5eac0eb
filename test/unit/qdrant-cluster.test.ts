/** The cluster of Qdrant for tests treats lost, silent and stale nodes as the server does. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  LOCAL_SHARD_NOT_FOUND,
  qdrantPython,
  startQdrantCluster,
  type QdrantCluster,
} from '../support/qdrant-front/start.js';

const python = qdrantPython() ?? '';

interface Answer {
  status: number;
  result?: unknown;
  error?: string;
}

describe.skipIf(!python)('the Qdrant test cluster', () => {
  let cluster: QdrantCluster;
  const ask = async (node: number, method: string, path: string, body?: unknown): Promise<Answer> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${cluster.urls[node]}${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    const { result, status } = (await response.json()) as { result: unknown; status: { error?: string } };
    return { status: response.status, result, ...(status.error && { error: status.error }) };
  };
  const create = (node: number, name = 'one') =>
    ask(node, 'PUT', `/collections/${name}`, { vectors: { vector: { size: 2, distance: 'Cosine' } } });
  const put = (node: number, at: number) =>
    ask(node, 'PUT', '/collections/one/points?wait=true', {
      points: [{ id: 1, vector: { vector: [1, 0] }, payload: { at } }],
    });
  const read = async (node: number, consistency?: string) => {
    const parameter = consistency ? `?consistency=${consistency}` : '';
    const { status, result, error } = await ask(node, 'POST', `/collections/one/points${parameter}`, {
      ids: [1],
      with_payload: true,
    });
    return status === 200 ? (result as { payload: { at: number } }[])[0]?.payload.at : error;
  };
  const states = async (node: number) => {
    const { result } = await ask(node, 'GET', '/collections/one/cluster');
    const { peer_id, local_shards, remote_shards } = result as {
      peer_id: number;
      local_shards: { state: string }[];
      remote_shards: { peer_id: number; state: string }[];
    };
    const all = [...local_shards.map(({ state }) => ({ peer_id, state })), ...remote_shards];
    return all.sort((a, b) => a.peer_id - b.peer_id).map(({ state }) => state);
  };
  const readiness = async (node: number) => (await fetch(`${cluster.urls[node]}/readyz`)).status;

  beforeEach(async () => {
    cluster = await startQdrantCluster(python);
    await create(0);
    await put(0, 1);
  });
  afterEach(async () => {
    expect(cluster.unknown).toEqual([]);
    await cluster.stop();
  });

  it('has every write on every node', async () => {
    expect(await Promise.all([0, 1, 2].map((node) => read(node)))).toEqual([1, 1, 1]);
    expect(await states(1)).toEqual(['Active', 'Active', 'Active']);
    expect((await ask(2, 'GET', '/cluster')).result).toMatchObject({ status: 'enabled' });
    expect(await read(1, 'all')).toBe(1);
  });

  it('goes on without a killed node, which recovers what it missed before it is ready', async () => {
    const node = cluster.node(2);
    await node.refuse();
    await expect(read(2)).rejects.toThrow();
    expect(await put(0, 2)).toMatchObject({ status: 200, result: { status: 'completed' } });
    expect(await states(0)).toEqual(['Active', 'Active', 'Dead']);
    expect(await read(1, 'majority')).toContain('does not have enough active replicas');
    expect(await read(1, 'quorum')).toBe(2);
    await node.rejoin();
    expect(await states(2)).toEqual(['Active', 'Active', 'Recovery']);
    expect(await readiness(2)).toBe(503);
    expect(await read(2)).toBe(2);
    await node.heal();
    expect(await states(2)).toEqual(['Active', 'Active', 'Active']);
    expect(await readiness(2)).toBe(200);
    expect(await read(2, 'majority')).toBe(2);
  });

  it('has stale reads on a frozen node only, and none of a majority', async () => {
    const node = cluster.node(1);
    await node.freeze();
    await put(0, 2);
    expect(await read(1)).toBe(1);
    expect(await read(1, 'majority')).toBe(2);
    expect(await states(1)).toEqual(['Active', 'Active', 'Active']);
    expect(await states(0)).toEqual(['Active', 'Dead', 'Active']);
    expect((await create(0, 'two')).status).toBe(200);
    expect((await ask(1, 'GET', '/collections/two')).status).toBe(404);
    await node.heal();
    expect(await read(1)).toBe(2);
    expect((await ask(1, 'GET', '/collections/two')).status).toBe(200);
  });

  it('does late what a stopped node was asked', async () => {
    const node = cluster.node(0);
    await node.hang();
    let hasResponded = false;
    const late = put(0, 2).finally(() => (hasResponded = true));
    expect(await put(1, 3)).toMatchObject({ status: 200 });
    expect(hasResponded).toBe(false);
    expect(await states(1)).toEqual(['Dead', 'Active', 'Active']);
    await node.heal();
    expect(await late).toMatchObject({ status: 200 });
    expect(await Promise.all([0, 1, 2].map((at) => read(at)))).toEqual([2, 2, 2]);
  });

  it('lags, is slow and fails as it is told', async () => {
    const node = cluster.node(1);
    await node.lag(1);
    await put(0, 2);
    expect(await read(1)).toBe(1);
    await put(0, 3);
    expect(await read(1)).toBe(2);
    expect(await read(0, 'majority')).toBe(3);
    await node.fail(500, LOCAL_SHARD_NOT_FOUND, { count: 1 });
    expect(await read(1)).toBe(LOCAL_SHARD_NOT_FOUND);
    expect(await read(1)).toBe(2);
    await node.heal();
    expect(await read(1)).toBe(3);
  });

  it('begins a fault after the calls that it waits for', async () => {
    const node = cluster.node(0);
    const fault = await node.refuse({
      after: { method: 'PUT', path: '/points', collection: 'on', count: 2, unanswered: true },
    });
    expect(await put(0, 2)).toMatchObject({ status: 200 });
    await expect(put(0, 3)).rejects.toThrow();
    await fault.begun;
    expect(await read(1)).toBe(3);
    await node.heal();
    expect(await read(0)).toBe(3);
  });

  it('refuses what needs agreement where most nodes are gone', async () => {
    await cluster.node(1).refuse();
    await cluster.node(2).refuse();
    expect(await create(0, 'two')).toMatchObject({
      status: 500,
      error: expect.stringContaining('Waiting for consensus operation commit failed') as string,
    });
    expect(await put(0, 2)).toMatchObject({
      status: 500,
      error: expect.stringContaining('Consistency of this update is not guaranteed') as string,
    });
    expect(await put(0, 3)).toMatchObject({ status: 200 });
    await cluster.node(1).heal();
    expect(await read(1)).toBe(3);
  });
});
