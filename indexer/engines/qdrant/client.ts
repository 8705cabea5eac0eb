/**
 * The calls of Qdrant's REST API that the index makes, with the types of Qdrant's own client. That takes three times as
 * much processor time for a call, as it goes through `fetch`.
 */
import type { Schemas } from '@qdrant/js-client-rest';
import type { Connection, SendOptions } from './connection.js';

const TIMEOUT_MS = 60_000;
/** Options of the requests that searches make, and of those that check whether the server responds. */
const SEARCH = { timeoutMs: 5_000, kind: 'search' } as const;
/** For counts of all words of an account, which are kept for later searches. */
const COUNTS_TIMEOUT_MS = 10_000;

/** Until a change can be read. */
const WAIT = '?wait=true';
/** Only what most replicas agree on; refused while one of them is gone. */
const AGREED = '?consistency=majority';

type Point = Schemas['Record'];
type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

export interface QdrantReadOptions {
  /** Whether most replicas must agree. The server refuses it while it cannot reach all of them. */
  agreed?: boolean;
}

export type QdrantClient = ReturnType<typeof createQdrantClient>;

/**
 * Each call resolves to the `result` of the response. @throws {QdrantRefusal} and what undici throws
 * @param deadline when searches end at the latest, as `performance.now()`
 */
export function createQdrantClient(connection: Connection, deadline = Infinity) {
  const result = async <T>(method: Method, path: string, body: object | undefined, options: SendOptions) =>
    (await connection.send<{ result: T }>(method, path, body, options)).result;
  const call = <T>(
    kind: 'read' | 'write' | 'once',
    method: Method,
    path: string,
    body?: object,
  ): Promise<T> => result(method, `/collections${path}`, body, { timeoutMs: TIMEOUT_MS, kind });
  /** A call that searches make. */
  const ask = <T>(
    method: Method,
    path: string,
    body?: object,
    { agreed = false }: QdrantReadOptions = {},
  ): Promise<T> =>
    result(method, `/collections${path}${agreed ? AGREED : ''}`, body, {
      ...SEARCH,
      mayRefuse: agreed,
      deadline,
    });
  const facet = async (name: string, body: Schemas['FacetRequest'], timeoutMs: number) => {
    const options = { timeoutMs, kind: 'read' } as const;
    return (await result<Schemas['FacetResponse']>('POST', `/collections/${name}/facet`, body, options)).hits;
  };

  return {
    exists: async (name: string) => (await ask<{ exists: boolean }>('GET', `/${name}/exists`)).exists,
    info: (name: string) => ask<Schemas['CollectionInfo']>('GET', `/${name}`),
    /** The replicas of a collection's shards, as the node that responds knows them. */
    replicas: (name: string) => ask<Schemas['CollectionClusterInfo']>('GET', `/${name}/cluster`),
    create: (name: string, body: Schemas['CreateCollection']) => call('once', 'PUT', `/${name}`, body),
    drop: (name: string) => call('write', 'DELETE', `/${name}`),
    createPayloadIndex: (name: string, body: Schemas['CreateFieldIndex']) =>
      call('write', 'PUT', `/${name}/index${WAIT}`, body),
    queryBatch: (name: string, searches: Schemas['QueryRequest'][], options?: QdrantReadOptions) =>
      ask<Schemas['QueryResponse'][]>('POST', `/${name}/points/query/batch`, { searches }, options),
    retrieve: (name: string, body: Schemas['PointRequest'], options?: QdrantReadOptions) =>
      ask<Point[]>('POST', `/${name}/points`, body, options),
    scroll: async (name: string, body: Schemas['ScrollRequest']) =>
      (await call<{ points: Point[] }>('read', 'POST', `/${name}/points/scroll`, body)).points,
    count: async (name: string, body: Schemas['CountRequest']) =>
      (await call<Schemas['CountResult']>('read', 'POST', `/${name}/points/count`, body)).count,
    facet: (name: string, body: Schemas['FacetRequest']) => facet(name, body, TIMEOUT_MS),
    /** The same for a search, which may end before: what is counted is kept for the next one. */
    counts: (name: string, body: Schemas['FacetRequest']) => facet(name, body, COUNTS_TIMEOUT_MS),
    upsert: (name: string, body: Schemas['PointsList']) =>
      call('write', 'PUT', `/${name}/points${WAIT}`, body),
    updateVectors: (name: string, body: Schemas['UpdateVectors']) =>
      call('write', 'PUT', `/${name}/points/vectors${WAIT}`, body),
    delete: (name: string, filter: Schemas['Filter']) =>
      call('write', 'POST', `/${name}/points/delete${WAIT}`, { filter }),
    setPayloads: (name: string, payloads: Schemas['SetPayload'][]) =>
      call('write', 'POST', `/${name}/points/batch${WAIT}`, {
        operations: payloads.map((one) => ({ set_payload: one })),
      }),
    /** The nodes of the cluster, as the node that responds knows them. */
    cluster: () => result<Schemas['ClusterStatus']>('GET', '/cluster', undefined, SEARCH),
    version: async () =>
      (await connection.send<Schemas['VersionInfo']>('GET', '/', undefined, SEARCH)).version,
  };
}
