/** Uploads the image of a speaker: validates it, stores it and replaces the previous one. */
import { Readable } from 'node:stream';
import { blobPath, safeFilename } from '../../platform/storage/blob-key.js';
import type { BlobStore } from '../../platform/storage/blob-store.js';
import { markReceived, planUpload } from '../../platform/storage/upload.repository.js';
import type { Db } from '../../platform/db/dialect.js';
import type { Quotas } from '../../platform/quotas/quotas.js';
import { findRow, getLocked, updateRow } from '../../platform/db/rows.js';
import { imageExtensions } from '../../platform/images/read-image.js';
import { checkImage } from '../../platform/images/stored-image.js';
import type { Caller } from '../../platform/lib/caller.js';
import { isoTimeAfter, type Clock } from '../../platform/lib/clock.js';
import { notFound } from '../../platform/lib/errors.js';
import { imageNamesOfOthers, releaseImage } from './speaker-image.repository.js';

export type SpeakerImageService = ReturnType<typeof createSpeakerImageService>;

export interface SpeakerImage {
  speakerId: number;
  /** The stored name. */
  filename: string;
  url: string;
}

/** Returns a name that no other image has, numbered if needed, because speakers can refer to an image by its name. */
const availableName = async (
  trx: Db,
  accountId: number,
  speakerId: number,
  filename: string,
  extension: string,
): Promise<string> => {
  const taken = await imageNamesOfOthers(trx, accountId, speakerId);
  const base = safeFilename(filename.replace(/\.[^.]*$/, '')).slice(0, 80) || 'image';
  for (let count = 1; ; count++) {
    const name = `${count === 1 ? base : `${base}-${count}`}.${extension}`;
    if (!taken.has(name)) return name;
  }
};

export const createSpeakerImageService = ({
  db,
  clock,
  quotas,
  blobs,
}: {
  db: Db;
  clock: Clock;
  quotas: Quotas;
  blobs: BlobStore;
}) => ({
  /**
   * A file that a crash leaves without a speaker is removed like an unfinished upload.
   * @param filename as sent; its extension is replaced with that of the content
   * @throws {NotFoundError}
   * @throws {ValidationError} when the bytes are not an image
   * @throws {QuotaExceededError}
   */
  upload: async (
    { accountId }: Caller,
    speakerId: number,
    { filename, bytes }: { filename: string; bytes: Buffer },
  ): Promise<SpeakerImage> => {
    if (!(await findRow(db, 'speaker', accountId, speakerId))) throw notFound();
    const { mimeType } = await checkImage(accountId, bytes, 'image');
    const upload = await db.transaction().execute(async (trx) => {
      await quotas.reserve(trx, accountId, 'storedBytes', bytes.length);
      return planUpload(trx, clock, accountId, {
        purpose: 'speakerImage',
        subjectId: speakerId,
        contentType: mimeType,
        sizeBytes: bytes.length,
        filename: await availableName(trx, accountId, speakerId, filename, imageExtensions[mimeType]),
      });
    });
    const { id, blobKey } = upload;
    await blobs.write(blobKey, Readable.from([bytes]), upload);
    const image = { filename: blobKey.split('/').at(-1) ?? '', url: blobPath(blobKey) };
    await db.transaction().execute(async (trx) => {
      const speaker = await getLocked(trx, 'speaker', accountId, speakerId);
      await updateRow(trx, 'speaker', accountId, speakerId, {
        imageUrl: image.url,
        imageFilename: image.filename,
        updatedDate: isoTimeAfter(clock, speaker.updatedDate),
      });
      await markReceived(trx, accountId, id);
      await releaseImage(trx, clock, speaker);
    });
    return { speakerId, filename: image.filename, url: image.url };
  },
});
