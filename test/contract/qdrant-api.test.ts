/** Qdrant's API as Lectern relies on it: defaults, limits and errors are the same on the test server and a real one. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const url = inject('qdrantUrl');

interface Answer {
  status: number;
  result?: unknown;
  error?: string;
}

describe.skipIf(!url)('the API of Qdrant', () => {
  const name = `lectern_api_${process.pid}_${Date.now()}`;
  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    type = 'application/json',
  ): Promise<Answer> => {
    const headers = { 'content-type': type };
    const response = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
    const { result, status } = (await response.json()) as { result?: unknown; status: { error?: string } };
    return { status: response.status, result, ...(status.error && { error: status.error }) };
  };
  const of = (method: string, path: string, body?: unknown) =>
    ask(method, `/collections/${name}${path}`, body);
  const result = async (path: string, body: object) => (await of('POST', path, body)).result;
  const put = (points: object[]) => of('PUT', '/points?wait=true', { points });
  const vectors = { vector: { size: 2, distance: 'Cosine' } };
  const points = Array.from({ length: 12 }, (_, at) => ({
    id: at + 1,
    vector: { vector: [1, at] },
    payload: { at },
  }));
  const is = (at: number) => ({ must: [{ key: 'at', match: { value: at } }] });

  beforeAll(async () => {
    expect(await of('PUT', '', { vectors, sparse_vectors: { words: {} } })).toMatchObject({
      status: 200,
      result: true,
    });
    expect(await put(points)).toMatchObject({ status: 200, result: { status: 'completed' } });
    const index = { field_name: 'at', field_schema: { type: 'integer', lookup: true, range: false } };
    expect(await of('PUT', '/index?wait=true', index)).toMatchObject({ result: { status: 'completed' } });
    expect((await of('PUT', '/index?wait=true', index)).status).toBe(200);
  });
  afterAll(async () => {
    expect((await of('DELETE', '')).result).toBe(true);
    expect((await of('DELETE', '')).result).toBe(false);
  });

  it('names its version', async () => {
    expect(await (await fetch(`${url}/`)).json()).toMatchObject({
      title: expect.stringContaining('qdrant') as string,
      version: expect.stringMatching(/^1\.\d+\.\d+/) as string,
    });
    for (const path of ['readyz', 'livez', 'healthz'])
      expect((await fetch(`${url}/${path}`)).status).toBe(200);
  });

  it('retrieves points in the order of the request, each once, without payload or vectors', async () => {
    expect(await result('/points', { ids: [2, 1, 99, 2] })).toEqual([{ id: 2 }, { id: 1 }]);
    expect(await result('/points', { ids: [1], with_payload: true })).toEqual([
      { id: 1, payload: { at: 0 } },
    ]);
    expect(await result('/points', { ids: [1], with_payload: ['other'], with_vector: ['vector'] })).toEqual([
      { id: 1, payload: {}, vector: { vector: [1, 0] } },
    ]);
    expect(await result('/points', { ids: [] })).toEqual([]);
  });

  it('scrolls through ten points by id, with payload', async () => {
    const scrolled = await result('/points/scroll', {});
    expect(scrolled).toMatchObject({ points: { length: 10 }, next_page_offset: 11 });
    expect(scrolled).toHaveProperty('points.0', { id: 1, payload: { at: 0 } });
    expect(await result('/points/scroll', { limit: 12 })).toMatchObject({ next_page_offset: null });
  });

  it('finds, counts and facets ten values', async () => {
    const search = { query: [1, 0], using: 'vector' };
    const [found] = (await result('/points/query/batch', { searches: [search] })) as [{ points: object[] }];
    expect(found.points).toHaveLength(10);
    expect(found.points[0]).toEqual({
      id: 1,
      version: expect.any(Number) as number,
      score: expect.closeTo(1) as number,
    });
    expect(await result('/points/query/batch', { searches: [] })).toEqual([]);
    expect(await result('/points/count', {})).toEqual({ count: 12 });
    expect(await result('/facet', { key: 'at' })).toMatchObject({ hits: { length: 10 } });
    expect(await result('/facet', { key: 'at', limit: 99, exact: true })).toMatchObject({
      hits: points.map(({ payload }) => ({ value: payload.at, count: 1 })),
    });
  });

  it('describes the collection and its replica', async () => {
    expect((await of('GET', '')).result).toMatchObject({
      points_count: 12,
      config: { params: { vectors, replication_factor: expect.any(Number) as number } },
      payload_schema: { at: { data_type: 'integer' } },
    });
    const { local_shards, remote_shards } = (await of('GET', '/cluster')).result as Record<string, object[]>;
    expect([...local_shards!, ...remote_shards!][0]).toMatchObject({
      shard_id: expect.any(Number) as number,
      state: 'Active',
    });
    expect((await of('GET', '/exists')).result).toEqual({ exists: true });
    expect((await ask('GET', '/collections/none/exists')).result).toEqual({ exists: false });
  });

  it('completes changes that match nothing', async () => {
    const completed = { status: 200, result: { status: 'completed' } };
    expect(await of('POST', '/points/delete?wait=true', { filter: is(99) })).toMatchObject(completed);
    const operations = [{ set_payload: { payload: { other: 1 }, filter: is(99) } }];
    expect(await of('POST', '/points/batch?wait=true', { operations })).toMatchObject({
      status: 200,
      result: [{ status: 'completed' }],
    });
    expect((await of('POST', '/points/batch?wait=true', { operations: [] })).result).toEqual([]);
  });

  it('acknowledges an unawaited change, even one that fails', async () => {
    const acknowledged = { status: 200, result: { status: 'acknowledged' } };
    const missing = { points: [{ id: 404, vector: { vector: [1, 0] } }] };
    expect(await of('PUT', '/points/vectors', missing)).toMatchObject(acknowledged);
    expect(await of('PUT', '/points', { points: [{ ...points[11], id: 13 }] })).toMatchObject(acknowledged);
    await expect.poll(() => result('/points', { ids: [13] })).toEqual([{ id: 13 }]);
    await of('POST', '/points/delete?wait=true', { filter: is(11) });
    await put([points[11]!]);
  });

  const vector = { vector: [1, 0] };
  it.each([
    [404, 'GET', '/collections/none', undefined, "Not found: Collection `none` doesn't exist!"],
    [404, 'POST', '/collections/none/points', { ids: [1] }, "Not found: Collection `none` doesn't exist!"],
    [409, 'PUT', '', { vectors }, 'already exists'],
    [422, 'PUT', '/collections/a%3Cb', { vectors }, 'collection'],
    [400, 'PUT', '/points?wait=true', { points: [] }, 'Bad request: Empty update request'],
    [
      400,
      'PUT',
      '/points?wait=true',
      { points: [{ id: 1, vector: { vector: [1] } }] },
      'Wrong input: Vector dimension error: expected dim: 2, got 1',
    ],
    [
      400,
      'PUT',
      '/points?wait=true',
      { points: [{ id: 1, vector: { other: [1, 0] } }] },
      'Wrong input: Not existing vector name error: other',
    ],
    [422, 'PUT', '/points?wait=true', sparse([1, 1], [1, 1]), 'must be unique'],
    [
      404,
      'PUT',
      '/points/vectors?wait=true',
      { points: [{ id: 404, vector }] },
      'No point with id 404 found',
    ],
    [422, 'PUT', '/points/vectors?wait=true', { points: [] }, 'must specify points to update'],
    [400, 'POST', '/points', {}, 'missing field `ids`'],
    [400, 'POST', '/points', { ids: ['x'] }, 'Format error in JSON body'],
    [422, 'POST', '/points/scroll', { limit: 0 }, 'value 0 invalid, must be 1 or larger'],
    [422, 'POST', '/facet', { key: 'at', limit: 0 }, 'value 0 invalid, must be 1 or larger'],
    [
      422,
      'POST',
      '/points/query/batch',
      { searches: [{ query: [1, 0], using: 'vector', limit: 0 }] },
      'must be 1',
    ],
    [400, 'POST', '/facet', { key: 'other' }, 'No appropriate index for faceting: `other`'],
    [
      400,
      'POST',
      '/points/query/batch',
      { searches: [{ query: [1, 0], using: 'other' }] },
      'Not existing vector',
    ],
    [400, 'POST', '/points?consistency=most', { ids: [1] }, 'consistency'],
    [400, 'POST', '/points?consistency=0', { ids: [1] }, 'consistency'],
    [400, 'PUT', '/points?wait=maybe', { points }, 'query'],
    [400, 'PUT', '/points?ordering=loose', { points }, 'query'],
    [400, 'PUT', '/points?wait=true', ' '.repeat(2 ** 25), 'is larger than allowed (limit: 33554432 bytes)'],
  ])('refuses with %d: %s %s', async (status, method, path, body, error) => {
    const refused = await ask(
      method,
      path.startsWith('/collections') ? path : `/collections/${name}${path}`,
      body,
    );
    expect(refused).toMatchObject({ status, error: expect.stringContaining(error) as string });
  });

  it('refuses a body of another type', async () => {
    expect((await ask('POST', `/collections/${name}/points`, { ids: [1] }, 'text/plain')).status).toBe(400);
  });

  it('takes each consistency and ordering that it knows', async () => {
    for (const consistency of ['majority', 'quorum', 'all', '1', '3'])
      expect((await of('POST', `/points?consistency=${consistency}&timeout=5`, { ids: [1] })).status).toBe(
        200,
      );
    for (const ordering of ['weak', 'medium', 'strong'])
      expect((await of('PUT', `/points?wait=true&ordering=${ordering}&timeout=5`, { points })).status).toBe(
        200,
      );
  });
});

function sparse(indices: number[], values: number[]) {
  return { points: [{ id: 1, vector: { words: { indices, values } } }] };
}
