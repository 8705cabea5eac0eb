/** Uploads and removes artwork: four variants for items and series, a square for collections. */
import { lastUpload, planUpload, type UploadPurpose } from '../../platform/storage/upload.repository.js';
import { confirmUpload, type Uploads } from '../../platform/storage/uploads.js';
import type { Db } from '../../platform/db/dialect.js';
import type { Quotas } from '../../platform/quotas/quotas.js';
import { findRow, getLocked } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { imageExtensions, imageTypes } from '../../platform/images/read-image.js';
import { artworkVariants, type ArtworkVariant } from '../records/artwork-fields.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import { AppError, conflict, notFound } from '../../platform/lib/errors.js';
import { assertMayChange, isContributor } from '../items/draft-policy.js';
import { setArtwork, ARTWORK_VARIANTS, type ArtworkOwner, type ArtworkRow } from './artwork.repository.js';
import { z } from 'zod';
import { mimeTypeOf } from '../../platform/lib/mime-type.js';
import { coverArtTypes } from './check-proportions.js';

export type ArtworkService = ReturnType<typeof createArtworkService>;

const purposes: Record<ArtworkOwner, UploadPurpose> = {
  item: 'artwork',
  series: 'seriesArtwork',
  collection: 'collectionArtwork',
};

/** Series and collections are changed only with `content:write`, as their endpoints require. */
const assertMayChangeOwner = (caller: Caller, owner: ArtworkOwner, row: Row<ArtworkOwner>): void => {
  if (owner === 'item') assertMayChange(caller, row as Row<'item'>);
};

export const createArtworkService = ({
  db,
  clock,
  quotas,
  uploads,
}: {
  db: Db;
  clock: Clock;
  quotas: Quotas;
  uploads: Uploads;
}) => ({
  /**
   * The record does not change until the file is uploaded.
   * @throws {NotFoundError}
   * @throws {PermissionError} when the caller may not change the item
   * @throws {QuotaExceededError}
   */
  create: async <T extends ArtworkOwner>(
    owner: T,
    caller: Caller,
    id: number,
    { variant, fileMimeType, fileSizeBytes }: NewArtworkFile,
  ): Promise<{ row: Row<T>; uploadUrl: string }> => {
    const { accountId } = caller;
    const { row, upload } = await db.transaction().execute(async (trx) => {
      await quotas.reserve(trx, accountId, 'storedBytes', fileSizeBytes);
      const known = await getLocked<ArtworkOwner>(trx, owner, accountId, id);
      assertMayChangeOwner(caller, owner, known);
      const planned = await planUpload(trx, clock, accountId, {
        purpose: purposes[owner],
        subjectId: id,
        variant,
        contentType: fileMimeType,
        sizeBytes: fileSizeBytes,
        filename: `${variant}.${imageExtensions[fileMimeType]}`,
        byContributor: isContributor(caller),
      });
      return { row: known as Row<T>, upload: planned };
    });
    return { row, uploadUrl: await uploads.urlOf(upload) };
  },

  /**
   * Sets the file of the last planned upload, if it has arrived.
   * @throws {NotFoundError}
   * @throws {PermissionError} when the caller may not change the item
   * @throws {InvalidStateError} when it has not arrived
   * @throws {ConflictError} when it does not meet the requirements
   */
  confirm: async <T extends ArtworkOwner>(
    owner: T,
    caller: Caller,
    id: number,
    variant: ArtworkVariant,
  ): Promise<Row<T>> => {
    const { accountId } = caller;
    const find = () => findRow<ArtworkOwner>(db, owner, accountId, id);
    const known = await find();
    if (!known) throw notFound();
    assertMayChangeOwner(caller, owner, known);
    const upload = await lastUpload(db, accountId, { purpose: purposes[owner], subjectId: id, variant });
    await confirmUpload(db, uploads, upload).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.type !== 'ValidationError') throw error;
      throw conflict(error.message, error.details);
    });
    const row = await find();
    if (!row) throw notFound();
    return row as Row<T>;
  },

  /**
   * @param variant undefined for all variants of the record
   * @throws {NotFoundError}
   * @throws {PermissionError} when the caller may not change the item
   */
  remove: <T extends ArtworkOwner>(
    owner: T,
    caller: Caller,
    id: number,
    variant: ArtworkVariant | undefined,
  ): Promise<Row<T>> =>
    db.transaction().execute(async (trx) => {
      const known = await getLocked<ArtworkOwner>(trx, owner, caller.accountId, id);
      assertMayChangeOwner(caller, owner, known);
      const row: ArtworkRow = known;
      const variants = (variant ? [variant] : ARTWORK_VARIANTS[owner]).filter(
        (name) => row[`${name}ImgUrl`] !== null || row[`${name}ImgMetadata`] !== null,
      );
      if (variants.length === 0) return row as Row<T>;
      return setArtwork(trx, clock, owner, row, variants, null);
    }),
});

const MAX_ARTWORK_BYTES = 20 * 1024 * 1024;

const variant = z.enum(artworkVariants);

const fileSizeBytes = z.int().min(1).max(MAX_ARTWORK_BYTES);

export const newArtworkFile = z
  .strictObject({ variant, fileMimeType: mimeTypeOf(z.enum(imageTypes)), fileSizeBytes })
  .meta({ id: 'NewArtworkFile' });

export const uploadedArtwork = z.strictObject({ variant }).meta({ id: 'UploadedArtwork' });

export const unusedArtwork = z
  .strictObject({ variant: variant.optional().meta({ description: 'Defaults to all four.' }) })
  .meta({ id: 'UnusedArtwork' });

const square = z.enum(['square']);

/** For collections. */
export const newCoverArt = z
  .strictObject({
    variant: square.default('square'),
    fileMimeType: mimeTypeOf(z.enum(coverArtTypes)),
    fileSizeBytes,
  })
  .meta({ id: 'NewCoverArt' });

export const uploadedCoverArt = z
  .strictObject({ variant: square.default('square') })
  .meta({ id: 'UploadedCoverArt' });

export const unusedCoverArt = z.strictObject({ variant: square.optional() }).meta({ id: 'UnusedCoverArt' });

type NewArtworkFile = z.output<typeof newArtworkFile>;
