/** Artwork in SQL: the columns of items, series and collections, and the removal of replaced files. */
import { blobKeyOf } from '../../platform/storage/blob-key.js';
import type { Db } from '../../platform/db/dialect.js';
import { updateRow } from '../../platform/db/rows.js';
import type { NewRow, Row } from '../../platform/db/tables.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import { artworkVariants, type ArtworkVariant } from '../records/artwork-fields.js';
import { isoTimeAfter, type Clock } from '../../platform/lib/clock.js';
import { notFound } from '../../platform/lib/errors.js';
import { enqueueItemEvent } from '../items/item-webhook-events.js';

/** Tables whose records carry artwork. */
export type ArtworkOwner = 'item' | 'series' | 'collection';

/** The variants that a record can have. */
export const ARTWORK_VARIANTS: Record<ArtworkOwner, readonly ArtworkVariant[]> = {
  item: artworkVariants,
  series: artworkVariants,
  collection: ['square'],
};

export interface ArtworkFile {
  /** Path of the blob. */
  url: string;
  metadata: { width: number; height: number; mimeType: string; fileSizeBytes: number };
}

type Columns = Partial<
  Pick<Row<'series'>, `${ArtworkVariant}ImgUrl`> & Pick<Row<'series'>, `${ArtworkVariant}ImgMetadata`>
>;
/** A row with artwork, which may lack some of the variants. */
export type ArtworkRow = Pick<Row<ArtworkOwner>, 'id' | 'accountId' | 'updatedDate'> & Columns;

const forget = async (trx: Db, clock: Clock, accountId: number, url: string | null = null): Promise<void> => {
  const blobKey = blobKeyOf(url);
  if (blobKey) await enqueue(trx, clock, accountId, 'removeBlob', { blobKey });
};

/** Replaces or removes artwork, and enqueues the removal of old files. The row must be locked. */
export const setArtwork = async <T extends ArtworkOwner>(
  trx: Db,
  clock: Clock,
  owner: T,
  row: ArtworkRow,
  variants: readonly ArtworkVariant[],
  file: ArtworkFile | null,
): Promise<Row<T>> => {
  const columns: Columns = {};
  for (const variant of variants) {
    await forget(trx, clock, row.accountId, row[`${variant}ImgUrl`]);
    columns[`${variant}ImgUrl`] = file?.url ?? null;
    columns[`${variant}ImgMetadata`] = file && JSON.stringify(file.metadata);
  }
  const changed = await updateRow<ArtworkOwner>(trx, owner, row.accountId, row.id, {
    ...columns,
    updatedDate: isoTimeAfter(clock, row.updatedDate),
  });
  if (!changed) throw notFound();
  // The search index does not contain artwork, but webhooks do.
  if (owner === 'item') await enqueueItemEvent(trx, clock, 'item.updated', changed as Row<'item'>);
  return changed as Row<T>;
};

/**
 * Converts a body to columns for a record with uploaded files. Sending back the URL of such a file, as it was
 * shown, changes nothing; another URL removes the file.
 */
export const replaceArtwork = async <T extends Partial<NewRow<'series'>>>(
  trx: Db,
  clock: Clock,
  row: Row<'series'>,
  body: T,
): Promise<T> => {
  const columns: Columns = {};
  for (const variant of artworkVariants) {
    const [url, metadata] = [`${variant}ImgUrl`, `${variant}ImgMetadata`] as const;
    const stored = row[url];
    const requested = body[url];
    if (requested === undefined || !blobKeyOf(stored)) continue;
    if (requested && stored && new URL(requested).pathname.endsWith(stored)) {
      columns[url] = stored;
      continue;
    }
    await forget(trx, clock, row.accountId, stored);
    columns[metadata] = body[metadata] ?? null;
  }
  return { ...body, ...columns };
};
