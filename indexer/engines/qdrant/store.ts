/**
 * The server's two collections as searches read them.
 *
 * Qdrant has no transaction over several points. An item's chunks carry a revision, and the item's own point, which
 * changes atomically, names the current one: hits of any other are dropped here. See writes.ts.
 */
import { setTimeout, setImmediate } from 'node:timers/promises';
import type { Schemas } from '@qdrant/js-client-rest';
import type { QdrantClient } from './client.js';
import { itemPointId, type PointRef } from './ids.js';
import { createFrequencies, type Frequencies } from './frequencies.js';
import type { Names } from './schema.js';

export interface Store {
  client: QdrantClient;
  names: Names;
  /** Points without payload, best first. What several searches ask at once is one request. */
  query: Record<'chunks' | 'items', (search: Schemas['QueryRequest']) => Promise<Schemas['ScoredPoint'][]>>;
  /** Revisions by the id of an item's point, without unknown ones; those of other searches may be among them. */
  revisions: (itemPointIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  frequencies: (accountId: number) => Promise<Frequencies>;
}

/** A search is repeated when items change while it runs, up to this many attempts. */
const MAX_ATTEMPTS = 12;
/** The same where nothing was found. */
const EMPTY_ATTEMPTS = 3;
const RETRY_MS = 10;

export function createStore(client: QdrantClient, names: Names): Store {
  const query = (kind: 'chunks' | 'items') =>
    inOneRequest(async (asked: Schemas['QueryRequest'][]) => {
      const searches = asked.map((search) => ({ ...search, with_payload: false }));
      return (await client.queryBatch(names[kind], searches)).map(({ points }) => points);
    });
  const revisions = inOneRequest(async (asked: (readonly string[])[]) => {
    const ids = [...new Set(asked.flat())];
    const found = await client.retrieve(names.items, { ids, with_payload: ['revision'] });
    const known = new Map(found.map(({ id, payload }) => [String(id), payload!.revision as number]));
    return asked.map(() => known);
  });
  return {
    client,
    names,
    query: { chunks: query('chunks'), items: query('items') },
    revisions,
    frequencies: createFrequencies(client, names),
  };
}

/**
 * Drops chunks that are not of their item's current revision. A query and the reading of revisions are two moments: where
 * an item was replaced in between, so that chunks are out of date or none of its chunks is left, both are repeated; so they
 * are where nothing was found, as a query may see the old chunks gone before it sees the new.
 * @param read reads more of what was found, meanwhile; null where some of it is gone
 */
export async function currentOnly<T extends Pick<PointRef, 'itemId' | 'revision'>>(
  store: Store,
  accountId: number,
  query: () => Promise<T[]>,
  read: (found: T[]) => Promise<T[] | null> = (found) => Promise.resolve(found),
): Promise<T[]> {
  for (let attempt = 1; ; attempt++) {
    const found = await query();
    const [revisions, whole] = await Promise.all([revisionsOf(store, accountId, found), read(found)]);
    const current = (whole ?? found).filter((hit) => hit.revision === revisions.get(hit.itemId));
    if (attempt === MAX_ATTEMPTS) return current;
    const left = new Set(current.map(({ itemId }) => itemId));
    const changed = found.some(({ itemId, revision }) => {
      const known = revisions.get(itemId);
      return known !== undefined && (revision < known || !left.has(itemId));
    });
    if (whole && !changed && (found.length > 0 || attempt >= EMPTY_ATTEMPTS)) return current;
    await setTimeout(RETRY_MS);
  }
}

/** By item, of those that are known. */
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

/** Of one request. */
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
