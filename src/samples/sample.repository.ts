/** Stores which records of an account are sample content. */
import type { Db } from '../platform/db/dialect.js';
import type { Row } from '../platform/db/tables.js';
import { groupBy } from '../platform/lib/group.js';

export type SampleType = Row<'sampleRecord'>['type'];
export type SampleState = Row<'account'>['samples'];

/** Rows per insert; SQLite allows 32,766 values. */
const INSERT_ROWS = 5_000;

/** Marks records as samples; does nothing for marked ones. */
export const markSamples = async (
  db: Db,
  accountId: number,
  type: SampleType,
  ids: readonly (number | string)[],
): Promise<void> => {
  const rows = [...new Set(ids)].map((id) => ({ accountId, type, record: String(id) }));
  for (let start = 0; start < rows.length; start += INSERT_ROWS)
    await db
      .insertInto('sampleRecord')
      .values(rows.slice(start, start + INSERT_ROWS))
      .onConflict((oc) => oc.doNothing())
      .execute();
};

/** The marked records, by type. */
export const findSamples = async (db: Db, accountId: number): Promise<Map<SampleType, string[]>> => {
  const rows = await db
    .selectFrom('sampleRecord')
    .select(['type', 'record'])
    .where('accountId', '=', accountId)
    .execute();
  return new Map(
    [...groupBy(rows, ({ type }) => type)].map(([type, own]) => [type, own.map(({ record }) => record)]),
  );
};

export const forgetSamples = async (db: Db, accountId: number): Promise<void> => {
  await db.deleteFrom('sampleRecord').where('accountId', '=', accountId).execute();
};

export const sampleState = async (db: Db, accountId: number): Promise<SampleState> =>
  (await db.selectFrom('account').select('samples').where('id', '=', accountId).executeTakeFirstOrThrow())
    .samples;

export const setSampleState = async (db: Db, accountId: number, samples: SampleState): Promise<void> => {
  await db.updateTable('account').set({ samples }).where('id', '=', accountId).execute();
};
