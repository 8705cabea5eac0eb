/** Which of several nodes of Qdrant is asked, when another one is, and when requests end. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createConnection,
  type Connection,
  type SendOptions,
} from '../../indexer/engines/qdrant/connection.js';

type Answer = (response: ServerResponse) => void;

const ok: Answer = (response) => void response.end('{"result":true}');
const silent: Answer = () => undefined;
const status =
  (code: number, error = 'reason'): Answer =>
  (response) => {
    response.statusCode = code;
    response.end(JSON.stringify({ status: { error } }));
  };

/** A node that answers as it is told, and counts what it is asked. */
const startNode = async () => {
  const node = { answer: ok, ready: ok, asked: 0 };
  const server: Server = createServer((request, response) => {
    if (request.url === '/readyz') return node.ready(response);
    node.asked++;
    node.answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return Object.assign(node, { port, stop, url: `http://127.0.0.1:${port}` });
};

describe('a connection to several nodes of Qdrant', () => {
  let nodes: Awaited<ReturnType<typeof startNode>>[];
  let connection: Connection;
  beforeEach(async () => {
    nodes = await Promise.all([startNode(), startNode(), startNode()]);
    connection = createConnection({ urls: nodes.map(({ url }) => url) });
  });
  afterEach(async () => {
    await connection.close();
    for (const { stop } of nodes) stop();
  });

  const send = (options: Partial<SendOptions> = {}) =>
    connection.send('POST', '/collections/a', {}, { timeoutMs: 5_000, kind: 'search', ...options });
  const asked = (): number[] => nodes.map((node) => node.asked);

  it('stays on the first node', async () => {
    for (let at = 0; at < 5; at++) expect(await send()).toEqual({ result: true });
    expect(asked()).toEqual([5, 0, 0]);
  });

  it.each<[string, (node: (typeof nodes)[number]) => void]>([
    ['refuses connections', (node) => node.stop()],
    ['has an error', (node) => (node.answer = status(500))],
    ['does not respond', (node) => (node.answer = node.ready = silent)],
  ])('repeats a request on the next node when one %s, and stays there', async (_, fail) => {
    fail(nodes[0]!);
    nodes[0]!.ready = status(503);
    for (let at = 0; at < 3; at++) expect(await send()).toEqual({ result: true });
    expect(asked().slice(1)).toEqual([3, 0]);
    expect(nodes[0]!.asked).toBeLessThanOrEqual(1);
  });

  it('returns to an earlier node when it is ready again', async () => {
    nodes[0]!.answer = status(500);
    nodes[0]!.ready = status(503);
    await send();
    nodes[0]!.answer = ok;
    await sleep(1_100);
    await send();
    await send();
    expect(asked()).toEqual([1, 3, 0]);
    nodes[0]!.ready = ok;
    await expect
      .poll(async () => {
        await send();
        return nodes[0]!.asked;
      })
      .toBeGreaterThan(1);
  });

  it('returns to any node that is ready when the last one fails', async () => {
    nodes[0]!.ready = status(503);
    for (const node of nodes) node.answer = status(500);
    await expect(send()).rejects.toThrow('reason');
    await expect(send()).rejects.toThrow('reason');
    nodes[1]!.answer = ok;
    await expect.poll(() => send().catch(() => null)).toEqual({ result: true });
  });

  it('repeats reads on a single node, and writes only on another one', async () => {
    const alone = createConnection({ urls: [nodes[0]!.url] });
    nodes[0]!.answer = status(500);
    const ask = (kind: SendOptions['kind']) =>
      alone.send('POST', '/a', {}, { timeoutMs: 5_000, kind }).catch((error: unknown) => error);
    await ask('search');
    expect(nodes[0]!.asked).toBe(2);
    await ask('write');
    expect(nodes[0]!.asked).toBe(3);
    await alone.close();
    await send({ kind: 'once' }).catch(() => undefined);
    expect(asked()).toEqual([4, 0, 0]);
  });

  it('repeats nothing that the server refuses', async () => {
    nodes[0]!.answer = status(404, 'no such collection');
    await expect(send()).rejects.toThrow('no such collection');
    nodes[0]!.answer = status(500, 'not enough replicas');
    await expect(send({ mayRefuse: true })).rejects.toThrow('not enough replicas');
    nodes[0]!.answer = ok;
    await send();
    expect(asked()).toEqual([3, 0, 0]);
  });

  it('repeats requests in progress elsewhere when a node falls silent, writes too', async () => {
    nodes[0]!.answer = nodes[0]!.ready = silent;
    const requests = (['search', 'write', 'read', 'search'] as const).map((kind) =>
      send({ kind, timeoutMs: 60_000 }),
    );
    expect(await Promise.all(requests)).toEqual(Array(4).fill({ result: true }));
    expect(asked()).toEqual([4, 4, 0]);
  });

  it('waits for a slow write while its node is ready', async () => {
    nodes[0]!.answer = (response) => void setTimeout(() => ok(response), 2_500);
    expect(await send({ kind: 'write', timeoutMs: 60_000 })).toEqual({ result: true });
    expect(asked()).toEqual([1, 0, 0]);
  });

  it('ends at the deadline, waiting for a connection included', async () => {
    for (const node of nodes) node.answer = silent;
    const deadline = performance.now() + 300;
    const requests = Array.from({ length: 60 }, () =>
      send({ deadline }).catch((error: unknown) => (error as Error).message),
    );
    for (const result of await Promise.all(requests))
      expect(result).toMatch(/^no response within 0\.[0-3] s$/);
  });
});
