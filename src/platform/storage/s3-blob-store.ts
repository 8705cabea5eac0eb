/**
 * Stores blobs in a bucket of any S3-compatible server. Callers PUT to `incoming/…`, and the upload is then
 * copied to the blob's key, so that a URL valid for an hour cannot overwrite a committed blob. One PUT and one
 * copy are limited to 5 GiB. Parts of a multipart upload go to the blob's key, where nothing is until we complete them.
 */
import { pipeline, Readable } from 'node:stream';
import { createLazy } from '../lib/lazy.js';
import { isBlobKey } from './blob-key.js';
import {
  BlobSizeError,
  BlobsUnavailableError,
  exactly,
  type BlobInfo,
  type BlobStore,
  type NewBlob,
} from './blob-store.js';
import {
  abortMultiparts,
  abortStaleMultiparts,
  completeMultipart,
  listParts,
  presignPart,
  startMultipart,
} from './s3-multipart.js';

/** A bucket of any S3-compatible server. */
export interface S3Options {
  bucket: string;
  region: string;
  /** URL of the server; Amazon's if absent. */
  endpoint?: string;
  /** `<endpoint>/<bucket>/<key>` instead of `<bucket>.<endpoint>/<key>`. */
  forcePathStyle: boolean;
  /** If absent, the SDK uses its default sources: environment, profile, instance. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** Prefix of every key in the bucket, e.g. `lectern/`; may be empty. */
  prefix: string;
}

const MAX_BYTES = 5 * 1024 ** 3;
const CONNECT_MS = 3_000;
const RESPONSE_MS = 15_000;
const COPY_MS = 10 * 60_000;
const WRITE_URL_SECS = 60 * 60;

export const createS3BlobStore = ({ bucket, prefix, ...options }: S3Options): BlobStore => {
  // Loaded on first use, because loading the SDK takes as long as the rest of a command.
  const s3 = createLazy(async () => {
    const [sdk, { getSignedUrl }] = await Promise.all([
      import('@aws-sdk/client-s3'),
      import('@aws-sdk/s3-request-presigner'),
    ]);
    const client = new sdk.S3Client({
      ...options,
      // Not every server supports checksums, and a presigned URL would require the caller to send one.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_MS },
    });
    return { client, sdk, getSignedUrl };
  });
  const within = (ms: number) => ({ abortSignal: AbortSignal.timeout(ms) });
  const store = async () => ({ ...(await s3.get()), bucket, within });
  const at = (name: string) => ({ Bucket: bucket, Key: name });
  /** @throws Error for an invalid key */
  const nameOf = (key: string): string => {
    if (!isBlobKey(key)) throw new Error('Invalid blob key');
    return prefix + key;
  };
  const incoming = (key: string): string => `${prefix}incoming/${nameOf(key).slice(prefix.length)}`;

  const headOf = async (name: string) => {
    const { client, sdk } = await s3.get();
    const send = () => client.send(new sdk.HeadObjectCommand(at(name)), within(RESPONSE_MS));
    return send().catch((error: unknown) => {
      // The SDK takes the time from a refusal, and tries again itself only where the refusal has a body.
      if (statusOf(error) !== 403) throw error;
      return send();
    });
  };

  const find = async (name: string): Promise<BlobInfo | null> => {
    try {
      const head = await headOf(name);
      return {
        sizeBytes: head.ContentLength ?? 0,
        contentType: head.ContentType ?? 'application/octet-stream',
        etag: head.ETag ?? '',
        modified: head.LastModified ?? new Date(0),
      };
    } catch (error) {
      if (statusOf(error) === 404) return null;
      throw error;
    }
  };

  const deleteObject = async (name: string): Promise<void> => {
    const { client, sdk } = await s3.get();
    await client.send(new sdk.DeleteObjectCommand(at(name)), within(RESPONSE_MS));
  };

  /** The signature covers type and length: S3 rejects a request with others. */
  const putUrl = async (
    name: string,
    { contentType, sizeBytes }: NewBlob,
    expiresIn: number,
  ): Promise<string> => {
    const { client, sdk, getSignedUrl } = await s3.get();
    return getSignedUrl(
      client,
      new sdk.PutObjectCommand({ ...at(name), ContentType: contentType, ContentLength: sizeBytes }),
      { expiresIn, signableHeaders: new Set(['host', 'content-type', 'content-length']) },
    );
  };

  const getUrl = async (
    key: string,
    { contentType, disposition, expiresSecs }: Parameters<BlobStore['presignGet']>[1],
  ): Promise<string> => {
    const { client, sdk, getSignedUrl } = await s3.get();
    const command = new sdk.GetObjectCommand({
      ...at(nameOf(key)),
      ResponseContentType: contentType,
      ResponseContentDisposition: disposition,
    });
    return getSignedUrl(client, command, { expiresIn: expiresSecs });
  };

  const commit: BlobStore['commit'] = async (key, blob) => {
    const { contentType, sizeBytes } = blob;
    const committed = await find(nameOf(key));
    if (committed) return committed;
    if (await completeMultipart(await store(), nameOf(key), blob)) return find(nameOf(key));
    const uploaded = await find(incoming(key));
    // Another process may have committed it in the meantime.
    if (!uploaded) return find(nameOf(key));
    if (uploaded.sizeBytes !== sizeBytes) {
      await deleteObject(incoming(key));
      throw new BlobSizeError(`${uploaded.sizeBytes} bytes were received, ${sizeBytes} were declared`);
    }
    const { client, sdk } = await s3.get();
    try {
      await client.send(
        new sdk.CopyObjectCommand({
          ...at(nameOf(key)),
          CopySource: [bucket, ...incoming(key).split('/')].map(encodeURIComponent).join('/'),
          CopySourceIfMatch: uploaded.etag,
          MetadataDirective: 'REPLACE',
          ContentType: contentType,
        }),
        within(COPY_MS),
      );
    } catch (error) {
      // Replaced in the meantime: the next call commits the new upload.
      if (statusOf(error) === 412) return null;
      if (statusOf(error) === 404) return find(nameOf(key));
      throw error;
    }
    await deleteObject(incoming(key));
    return find(nameOf(key));
  };

  const write: BlobStore['write'] = async (key, body, blob) => {
    try {
      if (await find(nameOf(key))) return false;
      const url = await putUrl(nameOf(key), blob, WRITE_URL_SECS);
      await put(url, body, blob);
      return true;
    } finally {
      body.destroy();
    }
  };

  const keys: BlobStore['keys'] = async function* () {
    const { client, sdk } = await s3.get();
    const pages = sdk.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix });
    for (;;) {
      const { value, done } = await guarded(pages.next());
      if (done) return;
      for (const { Key = '' } of value.Contents ?? [])
        if (isBlobKey(Key.slice(prefix.length))) yield Key.slice(prefix.length);
    }
  };

  const removeStale = async (before: Date): Promise<void> => {
    const { client, sdk } = await s3.get();
    const pages = sdk.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: `${prefix}incoming/` });
    for await (const { Contents = [] } of pages)
      for (const { Key, LastModified } of Contents)
        if (Key && LastModified && LastModified < before) await deleteObject(Key);
    await abortStaleMultiparts(await store(), prefix, before);
  };

  return {
    maxBytes: MAX_BYTES,
    presignPut: (key, blob, expiresSecs) => guarded(putUrl(incoming(key), blob, expiresSecs)),
    presignGet: (key, options) => guarded(getUrl(key, options)),
    pieces: {
      protocol: 'multipart',
      start: async (key, contentType) => guarded(startMultipart(await store(), nameOf(key), contentType)),
      presignPart: async (key, ...part) => guarded(presignPart(await store(), nameOf(key), ...part)),
      parts: async (key, multipartId) => guarded(listParts(await store(), nameOf(key), multipartId)),
    },
    commit: (key, blob) => guarded(commit(key, blob)),
    stat: async (key) => (isBlobKey(key) ? guarded(find(nameOf(key))) : null),
    keys,
    localPath: () => null,
    read: async (key, range) => {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const { client, sdk } = await s3.get();
      const { Body } = await guarded(client.send(new sdk.GetObjectCommand({ ...at(nameOf(key)), Range })));
      return Body as Readable;
    },
    write: async (key, body, blob) => {
      let broken: Error | undefined;
      body.once('error', (error: Error) => (broken = error));
      try {
        return await guarded(write(key, body, blob));
      } catch (error) {
        throw broken ?? error;
      }
    },
    remove: (key) =>
      guarded(Promise.all([deleteObject(nameOf(key)), deleteObject(incoming(key))]).then(() => undefined)),
    removePieces: async (key, multipartId) =>
      guarded(abortMultiparts(await store(), nameOf(key), multipartId)),
    removeStale: (before) => guarded(removeStale(before)),
    check: async () => {
      const { client, sdk } = await s3.get();
      await guarded(client.send(new sdk.HeadBucketCommand({ Bucket: bucket }), within(CONNECT_MS)));
    },
    close: () => void s3.ifStarted()?.then(({ client }) => client.destroy()),
  };
};

/** Uploads with fetch, because over plain HTTP the SDK would read the stream twice to sign it. */
const put = async (url: string, body: Readable, { contentType, sizeBytes }: NewBlob): Promise<void> => {
  let failure: Error | null | undefined;
  const sized = pipeline(body, exactly(sizeBytes), (error) => (failure = error));
  const response = await fetch(url, {
    method: 'PUT',
    headers: { 'Content-Type': contentType, 'Content-Length': String(sizeBytes) },
    body: Readable.toWeb(sized),
    duplex: 'half',
  }).catch((error: unknown) => {
    throw failure ?? error;
  });
  await response.arrayBuffer();
  if (!response.ok)
    throw new BlobsUnavailableError(`The file storage responded with status ${response.status}`);
};

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode;

/** A request that the store understands and rejects: a bug on our side. */
const isDefect = (error: unknown): boolean => {
  const status = statusOf(error);
  if ((error as Error).name === 'NoSuchKey') return true;
  return status !== undefined && status >= 400 && status < 500 && ![401, 403, 404, 408, 429].includes(status);
};

const guarded = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BlobSizeError || error instanceof BlobsUnavailableError || isDefect(error))
      throw error;
    const { name, code } = error as { name: string; code?: string };
    throw new BlobsUnavailableError(`The file storage is not available (${code ?? name})`, {
      cause: error,
    });
  }
};
