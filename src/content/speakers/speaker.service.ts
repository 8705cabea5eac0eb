/** Creates, changes and deletes speakers. */
import type { Db } from '../../platform/db/dialect.js';
import { createRecordReader } from '../../platform/db/record-reader.js';
import { lockForChange, updateRow } from '../../platform/db/rows.js';
import { createSpeaker } from '../items/create-speaker.js';
import { countItems, refreshItemsOf } from '../items/item-links.repository.js';
import type { Caller } from '../../platform/lib/caller.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { conflict } from '../../platform/lib/errors.js';
import { imageNamed, releaseImage } from './speaker-image.repository.js';
import { completeSpeakers } from './speaker.repository.js';
import { speakerList, type NewSpeaker, type Speaker, type SpeakerChanges } from './speaker.schema.js';

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

    create: (caller: Caller, input: NewSpeaker): Promise<Speaker> =>
      save(caller, async (trx, accountId) => {
        const imageUrl = await imageNamed(trx, accountId, input.imageFilename);
        return createSpeaker(trx, clock, accountId, { ...input, imageUrl });
      }),

    /**
     * A new name reaches the search index. Another image takes the place of the former, which is removed if no speaker
     * names it any more.
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     */
    update: (caller: Caller, id: number, changes: SpeakerChanges, ifMatch?: string): Promise<Speaker> =>
      save(caller, async (trx, accountId) => {
        const known = await lockForChange(trx, 'speaker', accountId, id, ifMatch);
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
        });
      }),

    /**
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     * @throws {ConflictError} when items have the speaker
     */
    remove: ({ accountId }: Caller, id: number, ifMatch?: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await lockForChange(trx, 'speaker', accountId, id, ifMatch, 'delete');
        const { size: inUse } = await countItems(trx, 'itemSpeaker', accountId, [id]);
        if (inUse) throw conflict('Items still have this speaker. Remove it from them first.');
        await updateRow(trx, 'speaker', accountId, id, { deletedDate: isoTime(clock) });
      }),
  };
};
