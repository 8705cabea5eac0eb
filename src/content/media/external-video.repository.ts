/** Ensures that an external video occurs only once among an item's media, and once among its resources. */
import type { Db } from '../../platform/db/dialect.js';
import { existingRows } from '../../platform/db/rows.js';
import { conflict } from '../../platform/lib/errors.js';
import { isSameVideo } from '../records/external-video.js';

const nouns = { mediaAsset: 'media asset', resource: 'resource' } as const;

interface ExternalVideo {
  externalPlatform: string | null;
  externalPlatformId: string | null;
}

/**
 * Checks a video, if there is one; the item must be locked.
 * @param ownId the record that may already have the video
 * @throws {ConflictError} when another record of this kind has it
 */
export const assertVideoAvailable = async (
  trx: Db,
  table: keyof typeof nouns,
  { accountId, id: itemId }: { accountId: number; id: number },
  { externalPlatform, externalPlatformId }: Partial<ExternalVideo>,
  ownId?: number,
): Promise<void> => {
  if (!externalPlatform || !externalPlatformId) return;
  const rows = await existingRows(trx, table as 'resource', accountId)
    .select(['id', 'externalPlatformId'])
    .where('itemId', '=', itemId)
    .where('externalPlatform', '=', externalPlatform)
    .orderBy('id')
    .execute();
  const other = rows.find(
    ({ id, externalPlatformId: known }) =>
      id !== ownId && known !== null && isSameVideo(known, externalPlatformId),
  );
  if (!other) return;
  const holder = `${nouns[table]} ${other.id}`;
  throw conflict(`The item already has this video, as ${holder}`, [
    { path: 'externalPlatformId', message: `is the video of ${holder} of this item` },
  ]);
};
