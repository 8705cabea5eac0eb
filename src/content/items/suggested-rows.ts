/** What all kinds of suggestions stored as rows of an item share. */
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/db/dialect.js';
import type { NewRow } from '../../platform/db/tables.js';
import { rowsWhere, deleteWhere, updateWhere } from '../../platform/db/rows.js';

type Table = 'scripture' | 'chapter' | 'suggestion';

export type ReviewedState = 'accepted' | 'dismissed';

export const changeSuggested = async <T extends Table>(
  trx: Db,
  table: T,
  { accountId, itemId }: { accountId: number; itemId: number },
  ids: readonly number[],
  values: Partial<NewRow<T>>,
): Promise<void> => {
  if (ids.length === 0) return;
  await updateWhere(trx, table as 'chapter', { accountId, itemId })
    .set(values as Partial<NewRow<'chapter'>>)
    .where('id', 'in', ids)
    .execute();
};

/** Deletes them permanently, because nobody has reviewed them. */
export const removeSuggested = async (
  trx: Db,
  table: Table,
  { accountId, itemId }: { accountId: number; itemId: number },
  ids: readonly number[],
): Promise<void> => {
  if (ids.length === 0) return;
  await deleteWhere(trx, table as 'chapter', { accountId, itemId })
    .where('id', 'in', ids)
    .execute();
};

/**
 * Ids of suggestions that were accepted or dismissed.
 * @param isVisible condition that a row is not a pending suggestion
 */
export const reviewedRows = async (
  db: Db,
  table: 'scripture' | 'chapter',
  { accountId, itemId }: { accountId: number; itemId: number },
  state: ReviewedState,
  isVisible: RawBuilder<boolean>,
): Promise<number[]> => {
  const rows = await rowsWhere(db, table as 'chapter', { accountId, itemId })
    .select('id')
    .where('deletedDate', state === 'dismissed' ? 'is not' : 'is', null)
    .where(state === 'dismissed' ? sql<boolean>`"suggested" = 1` : isVisible)
    .execute();
  return rows.map(({ id }) => id);
};

/** Ids of suggested topics or corrections that were accepted or dismissed. */
export const reviewedOfKind = async (
  db: Db,
  kind: 'topic' | 'correction',
  { accountId, itemId }: { accountId: number; itemId: number },
  state: ReviewedState,
): Promise<number[]> => {
  const rows = await rowsWhere(db, 'suggestion', { accountId, itemId, kind, status: state })
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
};
