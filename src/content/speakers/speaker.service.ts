/** Creates, changes and deletes speakers. */
import type { Db } from '../../platform/db/dialect.js';
import type { SaveConditions } from '../../platform/db/save-conditions.js';
import { createRecordReader } from '../../platform/db/record-reader.js';
import { findByName } from '../../platform/db/names.js';
import { lockDeleted, lockForChange, updateRow, softDelete } from '../../platform/db/rows.js';
import { lockAccount } from '../../identity/accounts/account.repository.js';
import { createSpeaker } from './create-speaker.js';
import { countItems, refreshItemsOf, itemsLinkedTo } from '../items/item-links.repository.js';
import { mergeRecords } from '../items/merge-records.js';
import { authorOf, type Caller } from '../../platform/lib/caller.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { conflict } from '../../platform/lib/errors.js';
import { imageNamed, releaseImage } from './speaker-image.repository.js';
import { speakerList, type NewSpeaker, type Speaker, type SpeakerChanges } from './speaker.schema.js';
import type { Row } from '../../platform/db/tables.js';

/** Adds item counts and the requested expansions, with one query each for any number of rows. */
const completeSpeakers = async (
  db: Db,
  accountId: number,
  rows: Row<'speaker'>[],
  { expand, counted }: { expand: readonly string[]; counted: boolean },
): Promise<Speaker[]> => {
  const ids = rows.map(({ id }) => id);
  const expanded = expand.includes('items');
  const [items, counts] = await Promise.all([
    expanded ? itemsLinkedTo(db, 'itemSpeaker', accountId, ids) : null,
    counted && !expanded ? countItems(db, 'itemSpeaker', accountId, ids) : null,
  ]);
  return rows.map((row) => {
    const itemsOfSpeaker = items && (items.get(row.id) ?? []);
    const itemCount = itemsOfSpeaker ? itemsOfSpeaker.length : counts ? (counts.get(row.id) ?? 0) : null;
    return Object.assign(row, { itemCount }, itemsOfSpeaker && { items: itemsOfSpeaker });
  });
};

export type SpeakerService = ReturnType<typeof createSpeakerService>;

export const createSpeakerService = ({ db, clock }: { db: Db; clock: Clock }) => {
  const { save, list, get } = createRecordReader<'speaker', Speaker>({
    db,
    spec: speakerList,
    complete: ({ accountId }, rows, { expand, orderBy = [] }) =>
      completeSpeakers(db, accountId, rows, {
        expand,
        counted: orderBy.some(({ field }) => field === 'itemCount'),
      }),
  });

  return {
    list,
    get,

    /** Names need not be unique: the result contains the speaker that already has the name. */
    create: async (
      caller: Caller,
      input: NewSpeaker,
    ): Promise<{ speaker: Speaker; duplicateOf: number | null }> => {
      let duplicateOf: number | null = null;
      const speaker = await save(caller, async (trx, accountId) => {
        await lockAccount(trx, accountId);
        duplicateOf = (await findByName(trx, 'speaker', accountId, input.name)) ?? null;
        const imageUrl = await imageNamed(trx, accountId, input.imageFilename);
        return createSpeaker(trx, clock, caller, { ...input, imageUrl });
      });
      return { speaker, duplicateOf };
    },

    /**
     * A new name updates the search index. A new image replaces the previous one, which is removed if no other
     * speaker uses it.
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     */
    update: (
      caller: Caller,
      id: number,
      changes: SpeakerChanges,
      conditions?: SaveConditions,
    ): Promise<Speaker> =>
      save(caller, async (trx, accountId) => {
        const known = await lockForChange(trx, 'speaker', accountId, id, conditions);
        if (changes.name !== undefined && changes.name !== known.name)
          await refreshItemsOf(trx, clock, accountId, 'itemSpeaker', id);
        const { imageFilename } = changes;
        const isSameImage =
          imageFilename === undefined || (imageFilename === known.imageFilename && known.imageUrl !== null);
        const imageUrl = isSameImage ? known.imageUrl : await imageNamed(trx, accountId, imageFilename);
        if (imageUrl !== known.imageUrl) await releaseImage(trx, clock, known);
        return updateRow(trx, 'speaker', accountId, id, {
          ...changes,
          imageUrl,
          updatedDate: isoTime(clock),
          updatedBy: authorOf(caller),
        });
      }),

    /**
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     * @throws {ConflictError} when items have the speaker
     */
    remove: (caller: Caller, id: number, ifMatch?: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const { accountId } = caller;
        await lockForChange(trx, 'speaker', accountId, id, { ifMatch }, 'delete');
        const { size: inUse } = await countItems(trx, 'itemSpeaker', accountId, [id]);
        if (inUse)
          throw conflict(
            'Items still have this speaker. Remove it from them first, or merge it into another.',
          );
        await softDelete(trx, clock, 'speaker', caller, id);
      }),

    /**
     * @throws {NotFoundError}
     * @throws {InvalidStateError} when the speaker is not deleted
     */
    restore: (caller: Caller, id: number): Promise<Speaker> =>
      save(caller, async (trx, accountId) => {
        await lockDeleted(trx, 'speaker', accountId, id);
        await refreshItemsOf(trx, clock, accountId, 'itemSpeaker', id);
        return updateRow(trx, 'speaker', accountId, id, {
          deletedDate: null,
          updatedDate: isoTime(clock),
          updatedBy: authorOf(caller),
        });
      }),

    /**
     * Replaces the speaker with another one in all items and deletes it.
     * @throws {NotFoundError}
     * @throws {ValidationError} when `into` is not another existing speaker
     */
    merge: (caller: Caller, id: number, into: number): Promise<Speaker> =>
      save(caller, (trx) => mergeRecords(trx, clock, 'speaker', caller, id, into)),
  };
};
