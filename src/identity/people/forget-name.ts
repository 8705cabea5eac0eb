/** Replaces the name of a deleted person wherever it is stored, a few rows at a time, so that nobody waits. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/dialect.js';
import type { Tables } from '../../platform/db/tables.js';
import { authoredBy, callerKey, renamedAuthor } from '../../platform/lib/caller.js';
import { rowsWhere } from '../../platform/db/rows.js';

export const DELETED_NAME = 'Deleted person';

/** Columns with the JSON of an `Author`. */
const AUTHORS: [table: keyof Tables, columns: readonly string[]][] = [
  ...(
    [
      ...(['item', 'collection', 'series', 'speaker', 'topic', 'itemDraft'] as const),
      ...(['searchSynonym', 'searchPin', 'searchCheck'] as const),
    ] as const
  ).map((table): [keyof Tables, readonly string[]] => [table, ['createdBy', 'updatedBy']]),
  ['searchRevision', ['author']],
  ['token', ['createdBy']],
  ['embedToken', ['createdBy', 'deletedBy']],
  ['webhook', ['createdBy', 'deletedBy']],
  ...(['variantType', 'resourceType', 'mediaAsset', 'chapter', 'scripture', 'resource'] as const).map(
    (table): [keyof Tables, readonly string[]] => [table, ['deletedBy']],
  ),
  ['personLink', ['createdBy']],
  ['previewLink', ['createdBy']],
  ['transcriptDraft', ['createdBy']],
  ['accountJob', ['createdBy']],
  ['itemRevision', ['author', 'draftAuthor']],
  ['auditEntry', ['draftAuthor']],
];

/** Columns with JSON that has authors, callers or actors somewhere in it. */
const DOCUMENTS: [table: keyof Tables, column: string][] = [
  ['webhookDelivery', 'payload'],
  ['accountJob', 'request'],
];

/** Rows per query. SQLite reads them in a few milliseconds. */
const ROWS = 500;
/** Documents are larger. */
const DOCUMENT_ROWS = 200;

/** @returns false if it stopped before the end */
export const forgetName = async (db: Db, personId: number, stopping?: AbortSignal): Promise<boolean> => {
  const { signal } = new AbortController();
  const walk = (table: keyof Tables, rows: number, change: (ids: IdRange) => Promise<void>) =>
    eachRange(db, table, rows, stopping ?? signal, change);
  await db
    .deleteFrom('idempotencyKey')
    .where('caller', '=', callerKey({ person: { id: personId } }))
    .execute();
  for (const [table, columns] of AUTHORS)
    for (const column of columns)
      if (!(await walk(table, ROWS, (range) => renameAuthor(db, table, column, personId, range))))
        return false;
  for (const [table, column] of DOCUMENTS)
    if (!(await walk(table, DOCUMENT_ROWS, (range) => renameInside(db, table, column, personId, range))))
      return false;
  return walk('auditEntry', ROWS, (range) => renameActor(db, personId, range));
};

/** Ids above `after`, up to `to`. */
interface IdRange {
  after: number;
  to: number;
}

const eachRange = async (
  db: Db,
  table: keyof Tables,
  rows: number,
  stopping: AbortSignal,
  change: (range: IdRange) => Promise<void>,
): Promise<boolean> => {
  const { rows: ends } = await sql<{ last: number | null }>`
    select max(id) as "last" from ${sql.table(table)}`.execute(db);
  const last = ends[0]?.last ?? 0;
  for (let after = 0; after < last; after += rows) {
    if (stopping.aborted) return false;
    await change({ after, to: after + rows });
  }
  return true;
};

const inRange = ({ after, to }: IdRange) => sql`id > ${after} and id <= ${to}`;

/** Reads first: a statement that writes locks the database, even if it changes nothing. */
const renameAuthor = async (
  db: Db,
  table: keyof Tables,
  column: string,
  personId: number,
  range: IdRange,
): Promise<void> => {
  const author = renamedAuthor(personId, DELETED_NAME);
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)}
    where ${inRange(range)} and ${sql.ref(column)} like ${authoredBy(personId)}
      and ${sql.ref(column)} <> ${author}`.execute(db);
  if (rows.length === 0) return;
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${author}
    where id in (${sql.join(rows.map(({ id }) => id))})`.execute(db);
};

const renameInside = async (
  db: Db,
  table: keyof Tables,
  column: string,
  personId: number,
  range: IdRange,
): Promise<void> => {
  const patterns = [`%${authoredBy(personId)}`, `%"person":{"id":${personId},%`, `%"personId":${personId},%`];
  const { rows } = await sql<{ id: number; json: string }>`
    select id, ${sql.ref(column)} as "json" from ${sql.table(table)}
    where ${inRange(range)} and (${sql.join(
      patterns.map((pattern) => sql`${sql.ref(column)} like ${pattern}`),
      sql` or `,
    )})`.execute(db);
  for (const { id, json } of rows)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${withoutName(json, personId)}
      where id = ${id} and ${sql.ref(column)} = ${json}`.execute(db);
};

const renameActor = async (db: Db, personId: number, { after, to }: IdRange): Promise<void> => {
  const entries = rowsWhere(db, 'auditEntry', { personId })
    .select('id')
    .where('id', '>', after)
    .where('id', '<=', to);
  const ids = (await entries.execute()).map(({ id }) => id);
  if (ids.length === 0) return;
  await db
    .updateTable('auditEntry')
    .set({ personName: DELETED_NAME, address: null })
    .where('id', 'in', ids)
    .execute();
};

/** The JSON, in which the person has no name as an author, a caller or an actor of the audit log. */
const withoutName = (json: string, personId: number): string => {
  const known: unknown = JSON.parse(json);
  return JSON.stringify(known, (key, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    const { id, type, personId: actor } = value as { id?: unknown; type?: unknown; personId?: unknown };
    if (actor === personId) return { ...value, personName: DELETED_NAME, address: null };
    const isPerson = id === personId && (type === 'person' || key === 'person');
    return isPerson ? { ...value, name: DELETED_NAME } : value;
  });
};
