/** Environment variables for a bucket of files. */
import { z } from 'zod';
import { flag, optionalHttpUrl, optional } from './environment-values.js';
import type { S3Options } from '../platform/storage/s3-blob-store.js';

export const s3Variables = {
  S3_BUCKET: optional,
  S3_ENDPOINT: optionalHttpUrl,
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  S3_FORCE_PATH_STYLE: flag.optional(),
  S3_PREFIX: z.string().default(''),
};

/** Null if files are in the data folder. */
export const s3Config = (e: z.output<z.ZodObject<typeof s3Variables>>): S3Options | null => {
  if (!e.S3_BUCKET) return null;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = e;
  if (!accessKeyId !== !secretAccessKey)
    throw new Error('Invalid configuration: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY both, or neither');
  return {
    bucket: e.S3_BUCKET,
    region: e.S3_REGION,
    endpoint: e.S3_ENDPOINT,
    // Self-hosted servers rarely have a host name per bucket.
    forcePathStyle: e.S3_FORCE_PATH_STYLE ?? e.S3_ENDPOINT !== undefined,
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    prefix: e.S3_PREFIX,
  };
};
