/** Validates media against the collection of their item, their chapters, and the current state of the item. */
import { firstVariantType } from '../items/variant-type.repository.js';
import type { MediaContentType } from '../records/variant-type.record.js';
import type { Db } from '../../platform/db/dialect.js';
import { existingIds, findRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { conflict, unknownId, type ErrorDetail } from '../../platform/lib/errors.js';
import { needsMedia } from '../items/item-states.js';
import { isVideoId } from '../records/external-video.js';
import type { MediaAssetChanges } from './media-asset.schema.js';
import { lastChapterStart, transcriptOf } from './media-asset.repository.js';

/**
 * The requested variant type or, by default, the collection's first of this kind; or what is wrong with the
 * request.
 */
export const chooseVariantType = async (
  trx: Db,
  item: Pick<Row<'item'>, 'accountId' | 'collectionId'>,
  contentType: MediaContentType,
  requestedId: number | undefined,
): Promise<{ variantTypeId: number | null; problems: ErrorDetail[] }> => {
  const { accountId, collectionId } = item;
  if (requestedId === undefined) {
    const first = await firstVariantType(trx, accountId, collectionId, contentType);
    return { variantTypeId: first?.id ?? null, problems: [] };
  }
  // Locked until the asset refers to it.
  await existingIds(trx, 'variantType', accountId, [requestedId]);
  const type = await findRow(trx, 'variantType', accountId, requestedId);
  const refused = (message: string) => ({
    variantTypeId: null,
    problems: [{ path: 'variantTypeId', message }],
  });
  if (!type) return { variantTypeId: null, problems: [unknownId('variantTypeId')] };
  if (type.collectionId !== collectionId)
    return refused("belongs to another collection than the media's item");
  if (type.contentType !== contentType) return refused(`is for ${type.contentType}, not for ${contentType}`);
  return { variantTypeId: requestedId, problems: [] };
};

/** Problems with the requested changes of the asset. */
export const mediaProblems = async (
  trx: Db,
  asset: Row<'mediaAsset'>,
  changes: MediaAssetChanges,
): Promise<ErrorDetail[]> => {
  const problems: ErrorDetail[] = [];
  const { accountId, id, contentType, externalPlatform } = asset;
  if (contentType !== 'video')
    for (const path of ['videoWidth', 'videoHeight'] as const)
      if (typeof changes[path] === 'number') problems.push({ path, message: 'is for video only' });
  if (changes.externalPlatformId !== undefined && externalPlatform === null)
    problems.push({ path: 'externalPlatformId', message: 'is for external media only' });
  else if (
    changes.externalPlatformId !== undefined &&
    externalPlatform !== null &&
    !isVideoId(externalPlatform, changes.externalPlatformId)
  )
    problems.push({ path: 'externalPlatformId', message: `is not an id of a video at ${externalPlatform}` });
  if (changes.originalFilename !== undefined && externalPlatform !== null)
    problems.push({ path: 'originalFilename', message: 'is for files, not for external media' });
  if (typeof changes.durationSecs === 'number') {
    const startMs = await lastChapterStart(trx, accountId, id);
    if (startMs !== undefined && isBeyond(startMs, changes.durationSecs))
      problems.push({
        path: 'durationSecs',
        message: `must not be before the last chapter, which starts at ${startMs} ms`,
      });
  }
  return problems;
};

/** Whether the asset should have a file and has none: it was not uploaded, or removed by an earlier version. */
export const lacksFile = ({
  contentType,
  externalPlatform,
  url,
}: Pick<Row<'mediaAsset'>, 'contentType' | 'externalPlatform' | 'url'>): boolean =>
  externalPlatform === null && contentType !== 'text' && url === null;

/** Why deleted media cannot be restored. */
export const NO_MEDIA_FILE = 'This media asset has no file. Create a media asset and upload the file again.';

/** Whether a time in ms is at or beyond the end of the media; false if that is unknown. */
export const isBeyond = (startMs: number, durationSecs: number | null): boolean =>
  durationSecs !== null && startMs >= durationSecs * 1_000;

/**
 * @returns the id of the asset's transcript, if it has one
 * @throws {ConflictError} when the item needs the asset
 */
export const assertNotRequired = async (
  trx: Db,
  item: Row<'item'>,
  asset: Row<'mediaAsset'>,
): Promise<number | undefined> => {
  const carries = await transcriptOf(trx, item.accountId, asset);
  if (carries && asset.contentType === 'text')
    throw conflict("The item's transcript belongs to this asset; delete the item instead");
  if ((carries?.isCurrent === 1 || item.indexedMediaAssetId === asset.id) && needsMedia.has(item.status))
    throw conflict(`The item has status ${item.status} and needs this media asset`);
  return carries?.id;
};
