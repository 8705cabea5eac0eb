/** Multipart uploads of a bucket: parts arrive at presigned URLs, and become an object when they are complete. */
import type { S3Client } from '@aws-sdk/client-s3';
import { isBlobKey } from './blob-key.js';
import { BlobSizeError, type AnnouncedBlob, type StoredPart } from './blob-store.js';

type Sdk = typeof import('@aws-sdk/client-s3');
type Presign = (typeof import('@aws-sdk/s3-request-presigner'))['getSignedUrl'];

interface Bucket {
  client: S3Client;
  sdk: Sdk;
  getSignedUrl: Presign;
  bucket: string;
  /** Options of a call that may take this long. */
  within(ms: number): { abortSignal: AbortSignal };
}

const RESPONSE_MS = 15_000;
/** Some servers join the parts by copying them. */
const COMPLETE_MS = 10 * 60_000;

/** Completed or aborted. */
const isGone = (error: unknown): boolean => (error as Error).name === 'NoSuchUpload';

export const startMultipart = async (
  { client, sdk, bucket, within }: Bucket,
  name: string,
  contentType: string,
): Promise<string> => {
  const command = new sdk.CreateMultipartUploadCommand({
    Bucket: bucket,
    Key: name,
    ContentType: contentType,
  });
  const { UploadId } = await client.send(command, within(RESPONSE_MS));
  if (!UploadId) throw new Error('The file storage has started no multipart upload');
  return UploadId;
};

/** The signature covers the length: S3 rejects a part of another size. */
export const presignPart = (
  { client, sdk, getSignedUrl, bucket }: Bucket,
  name: string,
  multipartId: string,
  { partNumber, sizeBytes }: { partNumber: number; sizeBytes: number },
  expiresIn: number,
): Promise<string> =>
  getSignedUrl(
    client,
    new sdk.UploadPartCommand({
      Bucket: bucket,
      Key: name,
      UploadId: multipartId,
      PartNumber: partNumber,
      ContentLength: sizeBytes,
    }),
    { expiresIn, signableHeaders: new Set(['host', 'content-length']) },
  );

export const listParts = async (
  { client, sdk, bucket, within }: Bucket,
  name: string,
  multipartId: string,
): Promise<StoredPart[] | null> => {
  const parts: StoredPart[] = [];
  const request = { Bucket: bucket, Key: name, UploadId: multipartId };
  try {
    // The SDK's paginator follows a marker that servers also send on the last page.
    for (let isLast = false; !isLast;) {
      const after = parts.at(-1)?.partNumber;
      const command = new sdk.ListPartsCommand({
        ...request,
        PartNumberMarker: after === undefined ? undefined : String(after),
      });
      const { Parts = [], IsTruncated } = await client.send(command, within(RESPONSE_MS));
      for (const { PartNumber = 0, Size = 0, ETag = '', LastModified = new Date(0) } of Parts)
        parts.push({ partNumber: PartNumber, sizeBytes: Size, etag: ETag, modified: LastModified });
      isLast = IsTruncated !== true || Parts.length === 0;
    }
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
  return parts;
};

/**
 * Makes an object of the parts.
 * @returns false if not all have arrived, or the upload has been completed or aborted
 * @throws {BlobSizeError} when they are more than declared; they are then removed
 */
export const completeMultipart = async (
  store: Bucket,
  name: string,
  { multipartId, sizeBytes }: AnnouncedBlob,
): Promise<boolean> => {
  if (!multipartId) return false;
  const parts = await listParts(store, name, multipartId);
  const received = (parts ?? []).reduce((sum, part) => sum + part.sizeBytes, 0);
  if (!parts || received < sizeBytes) return false;
  if (received > sizeBytes || parts.some(({ partNumber }, at) => partNumber !== at + 1)) {
    await abortMultipart(store, name, multipartId);
    throw new BlobSizeError(`${received} bytes were received, ${sizeBytes} were declared`);
  }
  const { client, sdk, bucket, within } = store;
  const command = new sdk.CompleteMultipartUploadCommand({
    Bucket: bucket,
    Key: name,
    UploadId: multipartId,
    MultipartUpload: { Parts: parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag })) },
  });
  try {
    await client.send(command, within(COMPLETE_MS));
  } catch (error) {
    if (!isGone(error)) throw error;
  }
  return true;
};

const abortMultipart = async (
  { client, sdk, bucket, within }: Bucket,
  name: string,
  multipartId: string,
): Promise<void> => {
  const command = new sdk.AbortMultipartUploadCommand({ Bucket: bucket, Key: name, UploadId: multipartId });
  try {
    await client.send(command, within(RESPONSE_MS));
  } catch (error) {
    if (!isGone(error)) throw error;
  }
};

/** Aborts the unfinished uploads of an object: the known one, and others that the server lists. */
export const abortMultiparts = async (store: Bucket, name: string, known?: string | null): Promise<void> => {
  if (known) await abortMultipart(store, name, known);
  for await (const { key, multipartId } of unfinished(store, name))
    if (key === name) await abortMultipart(store, name, multipartId);
};

/** Aborts the unfinished uploads of our files that were started before this time, and got no part since. */
export const abortStaleMultiparts = async (store: Bucket, prefix: string, before: Date): Promise<void> => {
  for await (const { key, multipartId, initiated } of unfinished(store, prefix)) {
    if (initiated >= before || !isBlobKey(key.slice(prefix.length))) continue;
    const parts = (await listParts(store, key, multipartId)) ?? [];
    if (parts.every(({ modified }) => modified < before)) await abortMultipart(store, key, multipartId);
  }
};

const unfinished = async function* (
  { client, sdk, bucket, within }: Bucket,
  prefix: string,
): AsyncGenerator<{ key: string; multipartId: string; initiated: Date }> {
  let after: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {};
  while (after) {
    const command = new sdk.ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...after });
    const page: import('@aws-sdk/client-s3').ListMultipartUploadsCommandOutput = await client.send(
      command,
      within(RESPONSE_MS),
    );
    for (const { Key, UploadId, Initiated = new Date(0) } of page.Uploads ?? [])
      if (Key && UploadId) yield { key: Key, multipartId: UploadId, initiated: Initiated };
    after = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
      : undefined;
  }
};
