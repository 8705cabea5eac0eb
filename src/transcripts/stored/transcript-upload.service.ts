/** Stores uploaded transcripts, and has their items processed. */
import { transfer } from '../../../workers/index.js';
import type { Db } from '../../platform/db/dialect.js';
import { findRow, getLocked } from '../../platform/db/rows.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import { invalid, unknownId } from '../../platform/lib/errors.js';
import { withVersion } from '../../platform/lib/etag.js';
import { assertMayProcess } from '../../content/items/draft-policy.js';
import { recordRevision } from '../../content/items/item-revisions.repository.js';
import type { Item } from '../../content/items/item.schema.js';
import { weightOf } from '../formats/source.js';
import { saveAndProcess } from './save-transcript.js';
import { storeLargeText } from './transcript-text.repository.js';
import { findMedia, findTranscript } from './transcript.repository.js';
import type { UploadInput, UploadThreads } from './upload-tasks.js';

export type TranscriptUploadService = ReturnType<typeof createTranscriptUploadService>;

export const createTranscriptUploadService = ({
  db,
  clock,
  threads,
}: {
  db: Db;
  clock: Clock;
  threads: UploadThreads;
}) => ({
  /**
   * Replaces the transcript of the item, or of one of its media, and queues processing; a published item stays
   * published. Text without times is spread over the duration of its media, if that is known.
   * @returns the item, and what was repaired or left out
   * @throws {NotFoundError}
   * @throws {PermissionError} when the caller may not change the item
   * @throws {ValidationError} when the media asset does not belong to the item
   */
  put: async (
    caller: Caller,
    itemId: number,
    { bytes, ...given }: Omit<UploadInput, 'media' | 'durationSecs' | 'former'>,
  ): Promise<{ item: Item; warnings: string[] }> => {
    const { accountId } = caller;
    const item = await findRow(db, 'item', accountId, itemId);
    const { mediaAssetId } = given;
    const former = item && (await findTranscript(db, accountId, itemId, mediaAssetId ?? undefined));
    const { warnings, ...upload } = await threads.run(
      'readUpload',
      transfer(
        {
          ...given,
          bytes,
          media: await findMedia(db, accountId, itemId),
          durationSecs: item?.durationSecs ?? null,
          former: former ? { segments: former.segments, contentHash: former.contentHash } : null,
        },
        [bytes],
      ),
      { accountId, bytes: weightOf(bytes) + (former?.segments.length ?? 0), path: 'segments' },
    );
    const input = await storeLargeText(db, clock, accountId, upload);
    return db.transaction().execute(async (trx) => {
      const item = await getLocked(trx, 'item', accountId, itemId);
      assertMayProcess(caller, item);
      const media = await findMedia(trx, accountId, itemId);
      if (upload.mediaAssetId !== null && !media.some(({ id }) => id === upload.mediaAssetId))
        throw invalid([unknownId('mediaAssetId')]);
      const changed = await saveAndProcess(trx, clock, accountId, item, input);
      await recordRevision(trx, clock, caller, { row: item, lists: {} }, item, { notes: ['transcript'] });
      return { item: withVersion(changed), warnings };
    });
  },
});
