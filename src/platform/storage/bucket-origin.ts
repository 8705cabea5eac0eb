/** The origin of a bucket, from which browsers read its files. */
import type { S3Options } from './s3-blob-store.js';

/** The origin of the URLs that the AWS SDK signs. */
export const bucketOrigin = ({ bucket, region, endpoint, forcePathStyle }: S3Options): string => {
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  // No certificate covers a bucket name with dots, so the SDK uses path-style URLs.
  if (!forcePathStyle && !(bucket.includes('.') && url.protocol === 'https:'))
    url.host = `${bucket}.${url.host}`;
  return url.origin;
};
