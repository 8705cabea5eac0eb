/** The records of account jobs in SQL, in pieces, so that reading the next ones does not read all of them. */
import type { Db } from '../db/dialect.js';
import type { Row } from '../db/tables.js';

/** Record ids per row; migration 0005 splits in the same way. */
const PART_IDS = 500;
/** Rows per insert. */
const INSERT_ROWS = 50;

type Owner = Pick<Row<'accountJob'>, 'id' | 'accountId'>;

/** Stores the records of a new job, in the order in which they will be processed. */
export const insertParts = async (
  trx: Db,
  { id: jobId, accountId }: Owner,
  recordIds: readonly number[],
): Promise<void> => {
  const parts: { accountId: number; jobId: number; ordinal: number; recordIds: string }[] = [];
  for (let start = 0; start < recordIds.length; start += PART_IDS) {
    const ids = JSON.stringify(recordIds.slice(start, start + PART_IDS));
    parts.push({ accountId, jobId, ordinal: start / PART_IDS, recordIds: ids });
  }
  for (let start = 0; start < parts.length; start += INSERT_ROWS)
    await trx
      .insertInto('jobPart')
      .values(parts.slice(start, start + INSERT_ROWS))
      .execute();
};

/** Up to `limit` records from a position on: fewer at the end of a piece, none after the last record. */
export const recordIdsFrom = async (
  db: Db,
  { id: jobId, accountId }: Owner,
  position: number,
  limit: number,
): Promise<number[]> => {
  const part = await db
    .selectFrom('jobPart')
    .select('recordIds')
    .where('accountId', '=', accountId)
    .where('jobId', '=', jobId)
    .where('ordinal', '=', Math.floor(position / PART_IDS))
    .executeTakeFirst();
  const start = position % PART_IDS;
  return part ? (JSON.parse(part.recordIds) as number[]).slice(start, start + limit) : [];
};

export const deleteParts = async (trx: Db, { id: jobId, accountId }: Owner): Promise<void> => {
  await trx.deleteFrom('jobPart').where('accountId', '=', accountId).where('jobId', '=', jobId).execute();
};
