/** Keeps backups in a bucket of an S3-compatible server. */
import type { Readable } from 'node:stream';
import { messageOf } from '../../platform/lib/errors.js';
import { createLazy } from '../../platform/lib/lazy.js';
import type { S3Options } from '../../platform/storage/s3-blob-store.js';
import { DamagedBackupError } from './encryption.js';
import type { BackupPlace, PlacedFile } from './place.js';

/** Size of an upload part. An upload has at most 10,000 parts, so the largest file has 320 GB. */
const PART_BYTES = 32 * 1024 ** 2;

/** @param options with a prefix that is empty or ends in a slash */
export const createBucketPlace = ({ bucket, prefix, ...options }: S3Options): BackupPlace => {
  const address = `s3://${bucket}/${prefix}`.replace(/\/$/, '');
  const s3 = createLazy(async () => {
    const [sdk, { Upload }] = await Promise.all([
      import('@aws-sdk/client-s3'),
      import('@aws-sdk/lib-storage'),
    ]);
    const client = new sdk.S3Client({
      ...options,
      // Not every server supports checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    return { client, sdk, Upload };
  });
  const at = (path: string) => ({ Bucket: bucket, Key: prefix + path });
  const failed = (error: unknown): never => {
    throw new Error(`The bucket of the backups, ${address}, cannot be used: ${messageOf(error)}`, {
      cause: error,
    });
  };
  const list: BackupPlace['list'] = async function* (path): AsyncGenerator<PlacedFile> {
    try {
      const { client, sdk } = await s3.get();
      const pages = sdk.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix + path });
      for await (const { Contents = [] } of pages)
        for (const { Key, Size } of Contents) {
          if (Key !== undefined) yield { path: Key.slice(prefix.length), bytes: Size ?? 0 };
        }
    } catch (error) {
      failed(error);
    }
  };
  return {
    address,
    list,
    read: async (path) => {
      try {
        const { client, sdk } = await s3.get();
        const { Body } = await client.send(new sdk.GetObjectCommand(at(path)));
        return Body as Readable;
      } catch (error) {
        if ((error as Error).name === 'NoSuchKey')
          throw new DamagedBackupError(`${path} is missing in ${address}`);
        return failed(error);
      }
    },
    write: async (path, body) => {
      let broken: Error | undefined;
      body.once('error', (error) => (broken = error));
      try {
        const { client, Upload } = await s3.get();
        const upload = new Upload({
          client,
          params: { ...at(path), Body: body },
          partSize: PART_BYTES,
          queueSize: 1,
        });
        await upload.done();
      } catch (error) {
        if (broken) throw broken;
        failed(error);
      }
    },
    remove: async (path) => {
      const { client, sdk } = await s3.get();
      await client.send(new sdk.DeleteObjectCommand(at(path))).catch(failed);
    },
    close: () => void s3.ifStarted()?.then(({ client }) => client.destroy()),
  };
};
