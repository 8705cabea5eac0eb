/** Stores a batch of the spool so that each of its events is counted once, whatever was stored before and however often it is tried. */
import type { ClickHouse } from './connect.js';
import type { StoredEvent } from './events.js';
import { insertBatch, knownEventIds, rememberEventIds } from './store.js';

/** Ids asked for in one query. */
const IDS_AT_ONCE = 10_000;

const keyOf = ({ accountId, id }: StoredEvent): string => `${accountId}/${id}`;

/**
 * Ids that clients chose are looked up before and remembered after the events, all before the batch is done: tried again in
 * between, the same rows come under the same token, and the engine counts them once.
 * @param token the same for the same events, and for no others
 */
export const storeBatch = async (
  clickHouse: ClickHouse,
  { events, token }: { events: readonly StoredEvent[]; token: string },
): Promise<void> => {
  const known = new Set<string>();
  const chosen = events.filter(({ idByClient }) => idByClient);
  for (let i = 0; i < chosen.length; i += IDS_AT_ONCE)
    for (const key of await knownEventIds(clickHouse, chosen.slice(i, i + IDS_AT_ONCE))) known.add(key);
  const fresh = events.filter((event) => {
    if (!event.idByClient) return true;
    const key = keyOf(event);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
  await insertBatch(clickHouse, fresh, token);
  await rememberEventIds(
    clickHouse,
    fresh.filter(({ idByClient }) => idByClient),
    token,
  );
};
