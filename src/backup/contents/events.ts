/** Events, as parts of a backup. */
import {
  AnalyticsUnavailableError,
  loadParts,
  type ClickHouse,
  type LoadedAccounts,
} from '../../../analytics/index.js';
import type { EventSource } from '../../engagement/exports/event-files.js';
import type { PartReader, PartWriter, Progressing } from '../format/backup-writer.js';

const NAME = /^events\/(\w+)\/(\d{6})-[0-9a-f]{16}\.parquet$/;

/**
 * @returns number of rows by table, and what the backup lacks
 * @throws {AnalyticsUnavailableError} when events that were acknowledged before cannot be stored, so that it would lack them
 */
export const addEvents = async (
  source: EventSource,
  writer: PartWriter,
  { signal, onStep }: Progressing = {},
): Promise<{ counts: Record<string, number>; notes: string[] }> => {
  const { parts, waiting, deadLetters, hasOthers } = await source.list();
  if (waiting)
    throw new AnalyticsUnavailableError(
      `${waiting.events} events that were accepted since ${new Date(waiting.since).toISOString()} are not stored yet, so the backup would lack them. Check that ClickHouse works, and try again`,
    );
  const counts: Record<string, number> = {};
  let total = 0;
  for (const part of parts) {
    signal?.throwIfAborted();
    const { table, month, rows, fingerprint } = part;
    await writer.add(`events/${table}/${month}-${fingerprint}.parquet`, () => source.read(part));
    counts[table] = (counts[table] ?? 0) + rows;
    onStep?.('events', (total += rows));
  }
  const notes = [
    ...(deadLetters > 0
      ? [`${deadLetters} events that ClickHouse refused are not in the backup: they are in SPOOL_DIR.`]
      : []),
    ...(hasOthers ? ['Events that wait in the SPOOL_DIR of other servers are not in the backup.'] : []),
  ];
  return { counts, notes };
};

/**
 * @param clickHouse a new store with the current schema
 * @param madeAt when the backup was made, ISO 8601
 */
export const loadEvents = (
  reader: PartReader,
  clickHouse: ClickHouse,
  { madeAt, accounts, signal }: { madeAt: string; accounts?: LoadedAccounts; signal?: AbortSignal },
): Promise<void> =>
  loadParts(
    clickHouse,
    reader.names('events/').flatMap((name) => {
      const [, table, month] = NAME.exec(name) ?? [];
      return table && month ? [{ table, month: Number(month), read: () => reader.read(name) }] : [];
    }),
    { accounts, signal, summarisedFrom: Number(madeAt.slice(0, 7).replace('-', '')) },
  );
