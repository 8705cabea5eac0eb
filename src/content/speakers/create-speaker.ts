/** Creates speakers, for the API and for imports. */
import type { Db } from '../../platform/db/dialect.js';
import { insertRow } from '../../platform/db/rows.js';
import type { NewRow, Row } from '../../platform/db/tables.js';
import { authorOf, type Caller } from '../../platform/lib/caller.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';

export const createSpeaker = (
  trx: Db,
  clock: Clock,
  caller: Caller,
  columns: Partial<NewRow<'speaker'>> & Pick<NewRow<'speaker'>, 'name'>,
): Promise<Row<'speaker'>> => {
  const now = isoTime(clock);
  const author = authorOf(caller);
  return insertRow(trx, 'speaker', {
    ...columns,
    accountId: caller.accountId,
    entryDate: now,
    updatedDate: now,
    createdBy: author,
    updatedBy: author,
  });
};
