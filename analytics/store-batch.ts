/** Stores a batch so that each event is counted once, whatever was stored before and however often it is retried. */
import type { ClickHouse } from './clickhouse/clickhouse.js';
import type { EncodedEvents, EventIdRow } from './events/encode.js';

type Lines = string | Uint8Array;

export interface EncodedBatch {
  /** Identifies the batch: letters, digits and `:._-`; always the same for the same events, and unique to them. */
  token: string;
  groups: readonly EncodedEvents<Lines>[];
}

/** Maximum number of ids per query. */
const MAX_LOOKUP_IDS = 10_000;

/**
 * Looks up the ids that clients chose before storing the events, and remembers them afterwards. A failed batch
 * must be stored again unchanged before the next one: its rows have the same tokens, so ClickHouse counts them
 * once.
 * @throws {AnalyticsUnavailableError} when ClickHouse is down
 */
export const storeBatch = async (clickHouse: ClickHouse, { token, groups }: EncodedBatch): Promise<void> => {
  const known = await knownIds(
    clickHouse,
    groups.flatMap(({ eventIds }) => (eventIds === null ? [] : linesOf(eventIds).map(parseId))),
  );
  const isNew = (line: string): boolean => {
    const key = keyOf(parseId(line));
    if (known.has(key)) return false;
    known.add(key);
    return true;
  };
  const rows = new Map<string, Uint8Array[]>();
  const newIds: Uint8Array[] = [];
  for (const { target, rows: lines, eventIds } of groups) {
    const chunks = rows.get(target) ?? [];
    rows.set(target, chunks);
    if (eventIds === null) {
      chunks.push(bytesOf(lines));
      continue;
    }
    const ids = linesOf(eventIds);
    const keep = ids.map(isNew);
    chunks.push(join(linesOf(lines).filter((_, i) => keep[i])));
    newIds.push(join(ids.filter((_, i) => keep[i])));
  }
  // Views of several tables fill the same one, so each insert needs its own token.
  let serial = 0;
  for (const [target, chunks] of rows) await clickHouse.insert(target, chunks, `${token}:${serial++}`);
  await clickHouse.insert('event_ids (accountId, id, receivedAt)', newIds, `${token}:ids`);
};

/** Returns the remembered ones among these ids. */
const knownIds = async (clickHouse: ClickHouse, ids: readonly EventIdRow[]): Promise<Set<string>> => {
  const known = new Set<string>();
  for (let i = 0; i < ids.length; i += MAX_LOOKUP_IDS) {
    const some = ids.slice(i, i + MAX_LOOKUP_IDS);
    const rows = await clickHouse.query<{ accountId: number; id: string }>(
      `SELECT DISTINCT accountId, id FROM event_ids
WHERE accountId IN {accounts:Array(UInt64)} AND id IN {ids:Array(UUID)}`,
      { accounts: [...new Set(some.map(([accountId]) => accountId))], ids: some.map(([, id]) => id) },
    );
    for (const { accountId, id } of rows) known.add(keyOf([accountId, id]));
  }
  return known;
};

const keyOf = ([accountId, id]: readonly [number, string, ...unknown[]]): string => `${accountId}/${id}`;

const parseId = (line: string): EventIdRow => JSON.parse(line) as EventIdRow;

const bytesOf = (lines: Lines): Uint8Array => (typeof lines === 'string' ? Buffer.from(lines) : lines);

/** Safe, because JSON escapes line feeds. */
const linesOf = (lines: Lines): string[] =>
  (typeof lines === 'string' ? lines : new TextDecoder().decode(lines)).split('\n').slice(0, -1);

const join = (lines: readonly string[]): Uint8Array => Buffer.from(lines.map((line) => `${line}\n`).join(''));
