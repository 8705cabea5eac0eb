/**
 * The server's two collections as searches read them.
 *
 * Qdrant has no transaction over several points. An item's chunks carry a revision, and the item's own point, which
 * changes atomically, names the current one: hits of any other are dropped here. See writes.ts.
 *
 * Nodes of a cluster may lag behind each other. Revisions are therefore read as most replicas agree on them, and a search
 * whose chunks and revisions disagree is repeated, at last as most replicas agree on its chunks too.
 */
import { setTimeout as sleep, setImmediate } from 'node:timers/promises';
import type { Schemas } from '@qdrant/js-client-rest';
import type { AccountKey } from '../account-cache.js';
import { createQdrantClient, type QdrantClient, type QdrantReadOptions } from './client.js';
import { QdrantRefusal, type Connection } from './connection.js';
import { itemPointId, type PointRef } from './ids.js';
import { createFrequencies, type Frequencies } from './frequencies.js';
import type { Names } from './schema.js';

type Search = Schemas['QueryRequest'];
type Hits = Schemas['ScoredPoint'][];
/** The payload of an item's own point, as far as it was asked for. */
export type ItemPayload = Record<string, unknown>;

export interface Store {
  client: QdrantClient;
  names: Names;
  /** Points without payload, best first. What several searches ask at once is one request. */
  query: Record<'chunks' | 'items', (search: Search, options?: QdrantReadOptions) => Promise<Hits>>;
  /** By the id of an item's point, without unknown items; those of other searches may be among them. */
  revisions: (itemPointIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** The same of any fields of the payload. */
  heads: (itemPointIds: readonly string[], fields: string[]) => Promise<ReadonlyMap<string, ItemPayload>>;
  frequencies: (key: AccountKey) => Promise<Frequencies>;
  /** Whether reads may reach several nodes. */
  isSpread: () => Promise<boolean>;
}

/** A search is repeated when items change while it runs, up to this many attempts. */
const MAX_ATTEMPTS = 12;
/** After this many, the chunks are those that most replicas agree on. */
const OWN_ATTEMPTS = 3;
/** The same where nothing was found. */
const EMPTY_ATTEMPTS = 3;
const RETRY_MS = 10;
/** How long it is remembered whether the server is part of a cluster. */
const CLUSTER_MS = 60_000;
/** How long most replicas are not asked once the server has refused it, as one of them is gone. */
const REFUSED_MS = 2_000;

/** @returns the store for a caller that stops waiting at a deadline, as `performance.now()` */
export function createStore(connection: Connection, names: Names): (deadline?: number) => Store {
  const client = createQdrantClient(connection);
  const until = (deadline: number): QdrantClient => createQdrantClient(connection, deadline);
  const frequencies = createFrequencies(client, names);
  const isSpread = createSpread(connection, client);
  const preferAgreed = createPreference();

  const heads = async (
    of: QdrantClient,
    ids: readonly string[],
    fields: string[],
  ): Promise<Map<string, ItemPayload>> => {
    const read = async (some: readonly string[], options?: QdrantReadOptions) => {
      const found = await of.retrieve(names.items, { ids: [...some], with_payload: fields }, options);
      return found.map(({ id, payload }) => [String(id), payload as ItemPayload] as const);
    };
    if (!(await isSpread())) return new Map(await read(ids));
    const known = new Map(await preferAgreed((options) => read(ids, options)));
    // Most replicas may not agree, while an item changes or one of them lags behind.
    const unknown = ids.filter((id) => !known.has(id));
    return unknown.length === 0 ? known : new Map([...known, ...(await read(unknown))]);
  };

  const query = (kind: 'chunks' | 'items') => {
    const batch = inOneRequest(async (asked: { search: Search; deadline: number }[]) => {
      const searches = asked.map(({ search }) => ({ ...search, with_payload: false }));
      const found = await until(latest(asked)).queryBatch(names[kind], searches);
      return found.map(({ points }) => points);
    });
    return async (search: Search, deadline: number, { agreed = false }: QdrantReadOptions = {}) => {
      if (!agreed) return withDeadline(deadline, batch({ search, deadline }));
      const searches = [{ ...search, with_payload: false }];
      const found = await preferAgreed((options) =>
        until(deadline).queryBatch(names[kind], searches, options),
      );
      // The server repeats points whose order differs between its nodes.
      return [...new Map(found[0]!.points.map((point) => [point.id, point])).values()];
    };
  };
  const queries = { chunks: query('chunks'), items: query('items') };

  const revisions = inOneRequest(async (asked: { ids: readonly string[]; deadline: number }[]) => {
    const ids = [...new Set(asked.flatMap((one) => one.ids))];
    const found = await heads(until(latest(asked)), ids, ['revision']);
    const known = new Map(Array.from(found, ([id, { revision }]) => [id, revision as number]));
    return asked.map(() => known);
  });

  return (deadline = Infinity) => ({
    client: until(deadline),
    names,
    query: {
      chunks: (search, options) => queries.chunks(search, deadline, options),
      items: (search, options) => queries.items(search, deadline, options),
    },
    revisions: (ids) => withDeadline(deadline, revisions({ ids, deadline })),
    heads: (ids, fields) => heads(until(deadline), ids, fields),
    frequencies: (key) => withDeadline(deadline, frequencies(key)),
    isSpread,
  });
}

/** The deadline of a request that callers share. */
const latest = (asked: readonly { deadline: number }[]): number =>
  Math.max(...asked.map(({ deadline }) => deadline));

/** What is found by the deadline, of work that goes on for others. @throws {Error} at the deadline */
export function withDeadline<T>(deadline: number, work: Promise<T>): Promise<T> {
  if (deadline === Infinity) return work;
  // A race with a timer that is aborted would cost an error with its stack each time.
  return new Promise((resolve, reject) => {
    const late = (): void => reject(new Error('no response in time'));
    const timer = setTimeout(late, Math.max(0, deadline - performance.now()));
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Whether there are several nodes, as of the last minute. */
function createSpread(connection: Connection, client: QdrantClient): () => Promise<boolean> {
  if (connection.hasAlternatives) return () => Promise.resolve(true);
  let known: boolean | Promise<boolean> = false;
  let askedAt = -Infinity;
  const ask = async (): Promise<boolean> => {
    const cluster = await client.cluster();
    return cluster.status === 'enabled' && Object.keys(cluster.peers).length > 1;
  };
  return async () => {
    if (performance.now() < askedAt + CLUSTER_MS) return known;
    const isFirst = askedAt === -Infinity;
    askedAt = performance.now();
    const earlier = await known;
    const asked = ask()
      .catch(() => earlier)
      .then((isSpread) => (known = isSpread));
    if (isFirst) known = asked;
    return known;
  };
}

/** Asks most replicas, or one where the server refuses that. */
function createPreference(): <T>(ask: (options?: QdrantReadOptions) => Promise<T>) => Promise<T> {
  let refusedUntil = -Infinity;
  return async (ask) => {
    if (performance.now() < refusedUntil) return ask();
    try {
      return await ask({ agreed: true });
    } catch (error) {
      if (!(error instanceof QdrantRefusal)) throw error;
      refusedUntil = performance.now() + REFUSED_MS;
      return ask();
    }
  };
}

/**
 * Drops chunks that are not of their item's current revision. A query and the reading of revisions are two moments: where
 * an item was replaced in between, so that chunks are out of date or none of its chunks is left, both are repeated; so they
 * are where nothing was found, as a query may see the old chunks gone before it sees the new. Where a replica lags behind
 * for longer, an item keeps the chunks that were found of it.
 * @param read reads more of what was found, meanwhile; null where some of it is gone
 */
export async function currentOnly<T extends Pick<PointRef, 'itemId' | 'revision'>>(
  store: Store,
  accountId: number,
  query: (options: QdrantReadOptions) => Promise<T[]>,
  read: (found: T[]) => Promise<T[] | null> = (found) => Promise.resolve(found),
): Promise<T[]> {
  for (let attempt = 1; ; attempt++) {
    const agreed = attempt > OWN_ATTEMPTS && (await store.isSpread());
    const found = await query({ agreed });
    const [revisions, whole] = await Promise.all([revisionsOf(store, accountId, found), read(found)]);
    const current = (whole ?? found).filter((hit) => hit.revision === revisions.get(hit.itemId));
    if (attempt === MAX_ATTEMPTS) return agreed ? withLagging(whole ?? found, revisions, current) : current;
    const left = new Set(current.map(({ itemId }) => itemId));
    const changed = found.some(({ itemId, revision }) => {
      const known = revisions.get(itemId);
      return known !== undefined && (revision < known || !left.has(itemId));
    });
    if (whole && !changed && (found.length > 0 || attempt >= EMPTY_ATTEMPTS)) return current;
    await sleep(RETRY_MS);
  }
}

/** The current hits, and of known items that have none the newest ones. */
function withLagging<T extends Pick<PointRef, 'itemId' | 'revision'>>(
  found: readonly T[],
  revisions: ReadonlyMap<number, number>,
  current: readonly T[],
): T[] {
  const shown = new Map(current.map(({ itemId, revision }) => [itemId, revision]));
  const lagging = found.filter(({ itemId }) => !shown.has(itemId) && revisions.has(itemId));
  for (const { itemId, revision } of lagging) shown.set(itemId, Math.max(revision, shown.get(itemId) ?? 0));
  return found.filter(({ itemId, revision }) => revision === shown.get(itemId));
}

/** Revisions by item, of those that are known. */
export async function revisionsOf(
  store: Store,
  accountId: number,
  of: readonly { itemId: number }[],
): Promise<Map<number, number>> {
  const itemIds = [...new Set(of.map(({ itemId }) => itemId))];
  if (itemIds.length === 0) return new Map();
  const ids = itemIds.map((itemId) => itemPointId(accountId, itemId));
  const revisions = await store.revisions(ids);
  return new Map(
    itemIds.flatMap((itemId, at) => {
      const revision = revisions.get(ids[at]!);
      return revision === undefined ? [] : [[itemId, revision] as const];
    }),
  );
}

/** Maximum number of calls that share one request. */
const MAX_ASKED = 64;

/** @param send answers in the order of what is asked */
function inOneRequest<Asked, Answer>(
  send: (asked: Asked[]) => Promise<Answer[]>,
): (asked: Asked) => Promise<Answer> {
  let waiting: { asked: Asked[]; answers: Promise<Answer[]> } | null = null;

  const begin = () => {
    const asked: Asked[] = [];
    const answers = setImmediate().then(() => {
      if (waiting?.asked === asked) waiting = null;
      return send(asked);
    });
    return { asked, answers };
  };

  return async (one) => {
    if (!waiting || waiting.asked.length === MAX_ASKED) waiting = begin();
    const { asked, answers } = waiting;
    const at = asked.push(one) - 1;
    return (await answers)[at]!;
  };
}
