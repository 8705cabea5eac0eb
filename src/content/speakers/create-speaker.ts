/** Creates speakers, for the API and for imports. */
import type { Db } from '../../platform/db/dialect.js';
import { insertRow } from '../../platform/db/rows.js';
import type { NewRow, Row } from '../../platform/db/tables.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';

export const createSpeaker = (
  trx: Db,
  clock: Clock,
  accountId: number,
  columns: Partial<NewRow<'speaker'>> & Pick<NewRow<'speaker'>, 'name'>,
): Promise<Row<'speaker'>> => {
  const now = isoTime(clock);
  return insertRow(trx, 'speaker', { ...columns, accountId, entryDate: now, updatedDate: now });
};
