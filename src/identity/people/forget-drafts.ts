/** Removes what somebody was changing in transcripts, when the person is deleted or the token revoked. */
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import type { Db } from '../../platform/db/dialect.js';

/** @param caller a `callerKey` */
export const forgetDrafts = async (trx: Db, clock: Clock, caller: string): Promise<void> => {
  // The texts are removed later, unless transcripts use them.
  await trx
    .updateTable('transcriptText')
    .set({ unusedSince: isoTime(clock) })
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('transcriptDraft').select('textId').where('caller', '=', caller),
    )
    .execute();
  await trx.deleteFrom('transcriptDraft').where('caller', '=', caller).execute();
};
