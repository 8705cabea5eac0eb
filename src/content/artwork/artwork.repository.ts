/** Artwork in SQL: the columns of items and series that name it, and the files that nothing names after a change. */
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
export type ArtworkOwner = 'item' | 'series';

export interface ArtworkFile {
  /** Path of the blob. */
  url: string;
  metadata: { width: number; height: number; mimeType: string; fileSizeBytes: number };
}

type Columns = Partial<
  Pick<Row<'series'>, `${ArtworkVariant}ImgUrl`> & Pick<Row<'series'>, `${ArtworkVariant}ImgMetadata`>
>;

const forget = async (trx: Db, clock: Clock, accountId: number, url: string | null): Promise<void> => {
  const blobKey = blobKeyOf(url);
  if (blobKey) await enqueue(trx, clock, accountId, 'removeBlob', { blobKey });
};

/** Puts a file, or nothing, in place of what the record has; files of ours that it had go. The row must be locked. */
export const setArtwork = async <T extends ArtworkOwner>(
  trx: Db,
  clock: Clock,
  owner: T,
  row: Row<ArtworkOwner>,
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
  // The search index holds no artwork; webhooks do.
  if (owner === 'item') await enqueueItemEvent(trx, clock, 'item.updated', changed as Row<'item'>);
  return changed as Row<T>;
};

/**
 * The columns that a body gave, where the record may have files of ours: the address of such a file that comes back as it was
 * given out changes nothing, another one lets the file go.
 */
export const replaceArtwork = async <T extends Partial<NewRow<'series'>>>(
  trx: Db,
  clock: Clock,
  known: Row<'series'>,
  given: T,
): Promise<T> => {
  const columns: Columns = {};
  for (const variant of artworkVariants) {
    const [url, metadata] = [`${variant}ImgUrl`, `${variant}ImgMetadata`] as const;
    const stored = known[url];
    const wanted = given[url];
    if (wanted === undefined || !blobKeyOf(stored)) continue;
    if (wanted && stored && new URL(wanted).pathname.endsWith(stored)) {
      columns[url] = stored;
      continue;
    }
    await forget(trx, clock, known.accountId, stored);
    columns[metadata] = given[metadata] ?? null;
  }
  return { ...given, ...columns };
};
