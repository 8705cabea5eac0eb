/** The rules of speakers. */
import type { Db } from '../../platform/db/dialect.js';
import type { ListParams, Page } from '../../platform/db/list-query.js';
import { findRow, lockForChange, lockRow, updateRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { createSpeaker } from '../items/create-speaker.js';
import { countItems, refreshItemsOf } from '../items/item-links.repository.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { conflict, notFound } from '../../platform/lib/errors.js';
import { listSpeakers, presentSpeakers } from './speaker.repository.js';
import type { NewSpeaker, Speaker, SpeakerChanges } from './speaker.schema.js';

export type SpeakerService = ReturnType<typeof createSpeakerService>;

export const createSpeakerService = ({ db, clock }: { db: Db; clock: Clock }) => {
  const present = async (
    accountId: number,
    row: Row<'speaker'> | undefined,
    expand: readonly string[] = [],
  ): Promise<Speaker> => {
    const [record] = await presentSpeakers(db, accountId, row ? [row] : [], { expand, counted: false });
    if (!record) throw notFound();
    return record;
  };

  return {
    list: async (accountId: number, params: ListParams): Promise<Page<Speaker>> => {
      const { rows, totalRecords } = await listSpeakers(db, accountId, params);
      const counted = params.orderBy.some(({ field }) => field === 'itemCount');
      return {
        rows: await presentSpeakers(db, accountId, rows, { expand: params.expand, counted }),
        totalRecords,
      };
    },

    /** @throws NotFoundError */
    get: async (
      accountId: number,
      id: number,
      { expand = [] as readonly string[], withDeleted = false } = {},
    ): Promise<Speaker> =>
      present(accountId, await findRow(db, 'speaker', accountId, id, withDeleted), expand),

    create: async (accountId: number, input: NewSpeaker): Promise<Speaker> =>
      present(accountId, await createSpeaker(db, clock, accountId, input)),

    /** A new name follows into search. @throws NotFoundError, PreconditionFailedError */
    update: async (
      accountId: number,
      id: number,
      changes: SpeakerChanges,
      ifMatch?: string,
    ): Promise<Speaker> => {
      const row = await db.transaction().execute(async (trx) => {
        const known = await lockForChange(trx, 'speaker', accountId, id, ifMatch);
        if (changes.name !== undefined && changes.name !== known.name)
          await refreshItemsOf(trx, clock, accountId, 'itemSpeaker', id);
        return updateRow(trx, 'speaker', accountId, id, { ...changes, updatedDate: isoTime(clock) });
      });
      return present(accountId, row);
    },

    /** @throws NotFoundError; ConflictError while items carry the speaker */
    remove: (accountId: number, id: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        if (!(await lockRow(trx, 'speaker', accountId, id, 'delete'))) throw notFound();
        const { size: inUse } = await countItems(trx, 'itemSpeaker', accountId, [id]);
        if (inUse) throw conflict('Items still carry this speaker');
        await updateRow(trx, 'speaker', accountId, id, { deletedDate: isoTime(clock) });
      }),
  };
};
