/** Where a bucket is: files that it holds are read from there. */
import type { S3Options } from './s3-blob-store.js';

/** The origin of the URLs that the AWS SDK signs. */
export const bucketOrigin = ({ bucket, region, endpoint, forcePathStyle }: S3Options): string => {
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  // A name with dots has no certificate: the SDK then uses paths.
  if (!forcePathStyle && !(bucket.includes('.') && url.protocol === 'https:'))
    url.host = `${bucket}.${url.host}`;
  return url.origin;
};
