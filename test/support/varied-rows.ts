/** Copies of a record with equal values, nulls and unusual letters, for tests of lists. */
import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/dialect.js';
import { insertRow } from '../../src/platform/db/rows.js';
import type { ListField, ListSpec } from '../../src/platform/db/list-query.js';
import { roles } from '../../src/platform/lib/permissions.js';
import type { Tables } from '../../src/platform/db/tables.js';
import { computesIds, givenId, inOrder, isView, NAMED } from './multiply.js';

type Value = string | number | null;

const WORDS = [
  'alpha',
  'Alpha beta',
  'ALPHA',
  '50% off',
  '50_ off_now',
  'back\\slash',
  'ärzte',
  'ÄRZTE',
  'ΟΔΥΣΣΕΥΣ ΣΑΣ',
  'zebra',
  'one, two',
  'two\nlines',
  'İstanbul',
  '',
];
/** The first two become whole URLs in responses. */
const ADDRESSES = ['/files/1/a', '/accounts/1/b', 'https://example.org/c', 'http://localhost/d'];
const NUMBERS = [1, 2, 2, 0, 7, 60, 2_147_483_647];
const TIMES = ['2024-02-29T23:59:59.999Z', '2025-01-01T00:00:00.000Z', '2026-03-01T12:00:00.000Z'];
/** Columns with a unique index, by table. */
const UNIQUE = ['urlSlug', 'token', 'secretHash', 'eventId', 'caller', 'queryKey'];
const UNIQUELY_NAMED: (keyof Tables)[] = ['topic', 'resourceType'];

/**
 * Fills the table of each list with copies up to `rows` records of the account, most of them with its first parent,
 * and links items to speakers and topics.
 */
export const varyRows = async (
  db: Db,
  accountId: number,
  specs: readonly ListSpec[],
  rows: number,
): Promise<void> => {
  const ids = new Map<string, number[]>();
  for (const spec of inOrder(specs).filter(({ table }) => !isView(table)))
    if (spec.table === 'accountPerson') await varyPeople(db, accountId, rows);
    else ids.set(spec.table, await fill(db, accountId, spec, rows, ids));
  await sql`update "item" set "indexedMediaAssetId" = (select min("id") from "mediaAsset" where "accountId" = ${accountId})
    where "accountId" = ${accountId} and "id" % 3 = 0`.execute(db);
  await varyUploads(db, accountId);
  const items = ids.get('item')?.slice(1) ?? [];
  for (const member of ['speaker', 'topic'] as const) {
    const members = ids.get(member) ?? [];
    const links = items.flatMap((itemId, i) =>
      [0, 1, 2].slice(0, i % 4).map((position) => ({
        accountId,
        itemId,
        [`${member}Id`]: members[(i + position) % members.length],
        position,
      })),
    );
    await db
      .insertInto(member === 'speaker' ? 'itemSpeaker' : 'itemTopic')
      .values(links)
      .execute();
  }
};

/** Media that wait for a file, most of which have arrived in part. */
const varyUploads = async (db: Db, accountId: number): Promise<void> => {
  const waiting = await db
    .selectFrom('mediaAsset')
    .select('id')
    .where('accountId', '=', accountId)
    .where('status', '=', 'created')
    .orderBy('id')
    .execute();
  for (const [i, { id }] of waiting.entries())
    if (i % 3 > 0) await addUpload(db, accountId, id, { uploadedBytes: at(NUMBERS, i), until: at(TIMES, i) });
};

/** An unfinished upload of a media asset. */
export const addUpload = async (
  db: Db,
  accountId: number,
  subjectId: number,
  { uploadedBytes = 7, until = at(TIMES, 0) } = {},
): Promise<void> => {
  const key = `${accountId}/secret/upload-${subjectId}`;
  await insertRow(db, 'upload', {
    ...{ accountId, purpose: 'media', subjectId, variant: null, blobKey: key, secretHash: key },
    ...{ contentType: 'audio/mpeg', sizeBytes: 1_000, status: 'waiting' },
    ...{ expiresAt: at(TIMES, 0), entryDate: at(TIMES, 0), resumableUntil: until, uploadedBytes },
  });
};

const fill = async (
  db: Db,
  accountId: number,
  { table, fields }: ListSpec,
  rows: number,
  ids: Map<string, number[]>,
): Promise<number[]> => {
  const all = () =>
    sql<Record<string, Value> & { id: number }>`select * from ${sql.table(table)}
      where "accountId" = ${accountId} order by "id"`.execute(db);
  const [template] = (await all()).rows;
  if (!template) throw new Error(`there is no ${table} to copy`);
  const copy = (i: number): Record<string, Value> =>
    Object.fromEntries(
      Object.entries(template).flatMap(([column, value]): [string, Value][] => {
        if (column === 'id') return computesIds(table) ? [[column, givenId(accountId, i)]] : [];
        const parents = ids.get(NAMED[column] ?? column.replace(/Id$/, ''));
        const field = fields[column];
        const unique = UNIQUE.includes(column) || (column === 'name' && UNIQUELY_NAMED.includes(table));
        if (unique && field?.nullable && i % 5 === 1) return [[column, null]];
        if (unique) return [[column, `${WORDS[i % WORDS.length]} ${accountId}-${i}`]];
        if (!field || column === 'indexedMediaAssetId') return [[column, value]];
        if (parents && column.endsWith('Id')) return [[column, oneOf(parents, i, field)]];
        return [[column, varied(column, field, i)]];
      }),
    );
  await db
    .insertInto(table as 'item')
    .values(Array.from({ length: rows - 1 }, (_, i) => copy(i)) as never)
    .execute();
  return (await all()).rows.map(({ id }) => id);
};

/** The view of people shows rows of several tables: members, and every fourth time somebody who is invited. */
const varyPeople = async (db: Db, accountId: number, rows: number): Promise<void> => {
  for (let row = 1; row < rows; row++) {
    const isInvited = row % 4 === 1;
    const entryDate = at(TIMES, row * 5);
    const address = `${at(WORDS, row * 3)}-${accountId}-${row}@example.org`;
    const { id: personId } = await db
      .insertInto('person')
      .values({
        name: at(WORDS, row),
        email: isInvited ? null : address,
        pendingEmail: isInvited ? address : null,
        language: null,
        timeZone: 'UTC',
        passwordHash: null,
        lastSignInAt: row % 4 === 0 ? null : at(TIMES, row * 2),
        entryDate,
        updatedDate: entryDate,
        deletedDate: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const own = { accountId, personId, role: at(roles, row * 3), entryDate };
    if (isInvited) {
      const secretHash = `${accountId}-${row}`;
      const more = { purpose: 'invitation' as const, secretHash, email: null, usedAt: null };
      await db
        .insertInto('personLink')
        .values({ ...own, ...more, expiresAt: at(TIMES, row) })
        .execute();
    } else await db.insertInto('membership').values(own).execute();
    const totp = { personId, secret: '', confirmedDate: entryDate, lastStep: null, entryDate };
    if (row % 3 === 0 && !isInvited) await db.insertInto('totp').values(totp).execute();
  }
};

const oneOf = (parents: readonly number[], i: number, { nullable }: ListField): Value => {
  if (nullable && i % 5 === 0) return null;
  return (i % 3 === 0 ? parents[i % parents.length] : parents[0]) ?? null;
};

const at = <T>(values: readonly T[], i: number): T => values[i % values.length] as T;

/** Each field repeats with a different period, so that no two sort alike. */
const varied = (column: string, { type, values = [], nullable }: ListField, row: number): Value => {
  const rhythm = (column.length % 4) + 1;
  const i = row * rhythm + column.length;
  if (/^(deletedDate|revokedAt)$/.test(column)) return row % 6 === 5 ? at(TIMES, row) : null;
  if (nullable && row % (rhythm + 3) === 2) return null;
  switch (type) {
    case 'integer':
      return at(NUMBERS, i);
    case 'number':
      return (i % 8) / 8;
    case 'boolean':
      return i % 2;
    case 'enum':
      return at(values, i);
    case 'date':
      return at(TIMES, i).slice(0, 10);
    case 'dateTime':
      return at(TIMES, i);
    case 'string':
      return /url$/i.test(column) ? at(ADDRESSES, i) : at(WORDS, i);
  }
};
