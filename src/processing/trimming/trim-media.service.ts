/** Takes requests to cut a part out of a recording. */
import type { MediaAsset } from '../../content/items/media-asset.record.js';
import { assertMayProcess } from '../../content/items/draft-policy.js';
import { lockItemOf } from '../../content/items/item.repository.js';
import { createMedia, type MediaStores } from '../../content/media/create-media.js';
import type { MediaAssetService } from '../../content/media/media-asset.service.js';
import type { MediaMimeType } from '../../content/media/media-types.js';
import type { TimeRange } from '../../transcripts/editing/trim-segments.js';
import type { Db } from '../../platform/db/dialect.js';
import { getLocked } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import type { Caller } from '../../platform/lib/caller.js';
import { invalid, invalidState } from '../../platform/lib/errors.js';
import { PUBLIC_OR_CHANGING } from '../../content/items/refresh-item.js';
import { z } from 'zod';

interface Deps extends MediaStores {
  db: Db;
  media: Pick<MediaAssetService, 'get'>;
  hasFfmpeg: boolean;
}

export type TrimMediaService = ReturnType<typeof createTrimMediaService>;

export const createTrimMediaService = ({ db, media, hasFfmpeg, ...stores }: Deps) => ({
  /**
   * @returns the media asset of the part, which has no file yet
   * @throws {NotFoundError}
   * @throws {PermissionError} when the caller may not change the item
   * @throws {ValidationError} when the part is not in the recording
   * @throws {InvalidStateError} when the recording has no file that can be cut, or its item is public
   */
  request: async (caller: Caller, sourceId: number, range: TimeRange): Promise<MediaAsset> => {
    const { accountId } = caller;
    const id = await db.transaction().execute(async (trx) => {
      await stores.quotas.lock(trx, accountId);
      const item = await lockItemOf(trx, 'mediaAsset', accountId, sourceId);
      assertMayProcess(caller, item);
      const source = await getLocked(trx, 'mediaAsset', accountId, sourceId);
      if (!hasFfmpeg) throw invalidState('This server has no ffmpeg, which cuts recordings');
      assertMayTrim(item);
      if (source.status !== 'ready' || source.url === null)
        throw invalidState('Only a recording whose file is ready can be cut');
      assertWithin(range, source.durationSecs);
      const { asset } = await createMedia(trx, stores, caller, item.id, {
        contentType: source.contentType as 'audio' | 'video',
        mimeType: source.mimeType as MediaMimeType,
        originalFilename: source.originalFilename ?? undefined,
        variantTypeId: source.variantTypeId ?? undefined,
      });
      await enqueue(trx, stores.clock, accountId, 'cutMedia', {
        cutMediaAssetId: asset.id,
        sourceId,
        ...range,
        caller,
      });
      return asset.id;
    });
    return media.get(caller, id, { expand: [], withDeleted: false });
  },
});

/** @throws {ValidationError} */
const assertWithin = (
  { startMs, endMs }: TimeRange,
  durationSecs: Row<'mediaAsset'>['durationSecs'],
): void => {
  if (endMs - startMs < MIN_CUT_MS)
    throw invalid([{ path: 'endMs', message: `must be at least ${MIN_CUT_MS} after startMs` }]);
  // Durations are whole seconds.
  const lastMs = durationSecs === null ? Infinity : (durationSecs + 1) * 1_000;
  if (endMs > lastMs)
    throw invalid([{ path: 'endMs', message: `must not be after the end of the recording, ${lastMs}` }]);
};

/** Their recording is being looked into. */
const IN_PROGRESS: ReadonlySet<string> = new Set(['queued', 'processing']);

/** @throws {InvalidStateError} when visitors hear it, or it is being processed */
export const assertMayTrim = ({ status }: Pick<Row<'item'>, 'status'>): void => {
  if (PUBLIC_OR_CHANGING.has(status) || IN_PROGRESS.has(status))
    throw invalidState(
      `The item has status ${status}. Its recording can be cut while it is neither public nor being processed.`,
    );
};

/** A day, the longest recording that is accepted. */
const MAX_MS = 86_400_000;
/** What is shorter was a slip of the hand. */
const MIN_CUT_MS = 1_000;

export const trimInput = z.strictObject({
  startMs: z.int().min(0).max(MAX_MS).meta({ description: 'Where the part begins in the recording.' }),
  endMs: z
    .int()
    .min(MIN_CUT_MS)
    .max(MAX_MS)
    .meta({ description: `Where it ends, at least ${MIN_CUT_MS} ms later.` }),
});
