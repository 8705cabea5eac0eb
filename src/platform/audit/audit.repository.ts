/** The audit log in SQL. */
import { sql } from 'kysely';
import { isPostgres, type Db } from '../db/dialect.js';
import type { Row } from '../db/tables.js';
import { isoTime, type Clock } from '../lib/clock.js';
import type { MaintenanceTask } from '../jobs/maintenance.js';

/** A change that succeeded. */
export interface AuditEvent extends Omit<
  Row<'auditEntry'>,
  'id' | 'entryDate' | 'changedFields' | 'draftAuthor' | 'jobId'
> {
  changedFields: readonly string[];
  /** JSON of the author of the pending changes that were applied. */
  draftAuthor?: string | null;
  /** The bulk job that made the change. */
  jobId?: number | null;
}

/** An event of a command. */
export const cliEvent = (
  accountId: number,
  operation: string,
  recordType: string,
  recordId: number,
  changedFields: readonly string[] = [],
): AuditEvent => ({
  accountId,
  actor: 'cli',
  tokenId: null,
  tokenName: null,
  personId: null,
  personName: null,
  operation,
  recordType,
  recordId,
  changedFields,
  address: null,
  requestId: null,
  responseStatus: null,
});

/** Adds the entries, within a transaction if `db` is one. */
export const insertAuditEntries = async (
  db: Db,
  clock: Clock,
  events: readonly AuditEvent[],
): Promise<void> => {
  const entryDate = isoTime(clock);
  if (events.length > 0)
    await db
      .insertInto('auditEntry')
      .values(
        events.map(({ changedFields, ...event }) => ({
          ...event,
          changedFields: JSON.stringify(changedFields),
          entryDate,
        })),
      )
      .execute();
};

/**
 * Adds an entry without waiting for the disk. It survives the end of the process, but a power failure may lose
 * the last entries. It is flushed with the next change, on PostgreSQL within a second at the latest.
 */
export const appendAuditEntry = async (db: Db, clock: Clock, event: AuditEvent): Promise<void> => {
  if (isPostgres(db)) {
    await db.transaction().execute(async (trx) => {
      await sql`set local synchronous_commit = off`.execute(trx);
      await insert(trx, clock, event);
    });
    return;
  }
  await db.connection().execute(async (connection) => {
    await sql`pragma synchronous = normal`.execute(connection);
    try {
      await insert(connection, clock, event);
    } finally {
      await sql`pragma synchronous = full`.execute(connection);
    }
  });
};

/** Plain SQL, because building the query would take longer than running it. */
const insert = (db: Db, clock: Clock, event: AuditEvent) =>
  sql`insert into "auditEntry" ("accountId", "actor", "tokenId", "tokenName", "personId", "personName", "operation",
      "recordType", "recordId", "changedFields", "draftAuthor", "address", "requestId", "responseStatus", "entryDate")
    values (${event.accountId}, ${event.actor}, ${event.tokenId}, ${event.tokenName}, ${event.personId},
      ${event.personName}, ${event.operation}, ${event.recordType}, ${event.recordId}, ${JSON.stringify(event.changedFields)}, ${event.draftAuthor ?? null}, ${event.address},
      ${event.requestId}, ${event.responseStatus}, ${isoTime(clock)})`.execute(db);

/**
 * Deletes the oldest entries if they were created before this time. Ids increase with time, so no index on the
 * time is needed.
 * @returns number of deleted entries, at most `limit`
 */
const deleteAuditEntries = async (db: Db, before: string, limit: number): Promise<number> => {
  const oldest = db.selectFrom('auditEntry').select(['id', 'entryDate']).orderBy('id').limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom('auditEntry')
    .where('id', 'in', (eb) =>
      eb.selectFrom(oldest.as('oldest')).select('oldest.id').where('oldest.entryDate', '<', before),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
};

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Small enough not to delay other writes. */
const BATCH = 1_000;

/** Deletes audit entries after their retention period. */
export const auditMaintenance = ({
  db,
  clock,
  retentionDays,
}: {
  db: Db;
  clock: Clock;
  retentionDays: number;
}): MaintenanceTask => ({
  name: 'audit log',
  everyMs: HOUR_MS,
  run: async () => {
    const before = isoTime(clock, -retentionDays * DAY_MS);
    while ((await deleteAuditEntries(db, before, BATCH)) === BATCH);
  },
});
