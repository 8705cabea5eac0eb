/** Environment variables for backups: where they go, when, how many are kept, and who can read them. */
import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { optionalHttpUrl, optional } from './environment-values.js';
import type { BackupConfig } from '../backup/format/manifest.js';

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const KEEP = /^\d{1,3},\d{1,3},\d{1,3}$/;

export const backupVariables = {
  BACKUP_TO: z
    .string()
    .refine(
      (to) => isAbsolute(to) || /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/.*)?$/.test(to),
      'must be the absolute path of a folder, or s3://bucket/prefix',
    )
    .optional(),
  BACKUP_SCHEDULE: z.string().regex(TIME, 'must be a time of day, such as 02:30').optional(),
  BACKUP_TIME_ZONE: z
    .string()
    .refine((zone) => isTimeZone(zone), 'must be a time zone such as Europe/Berlin')
    .default('UTC'),
  BACKUP_KEEP: z
    .string()
    .regex(KEEP, 'must be three numbers such as 7,4,12: daily, weekly and monthly backups to keep')
    .default('7,4,12'),
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[0-9a-z]{30,4000}$/, 'must be an age recipient, which starts with age1')
    .optional(),
  BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional(),
  BACKUP_IDENTITY: z
    .string()
    .regex(/^AGE-SECRET-KEY-/, 'must be an age identity, which starts with AGE-SECRET-KEY-')
    .optional(),
  BACKUP_S3_ENDPOINT: optionalHttpUrl,
  BACKUP_S3_REGION: optional,
  BACKUP_S3_ACCESS_KEY_ID: optional,
  BACKUP_S3_SECRET_ACCESS_KEY: optional,
};

const isTimeZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
};

interface FilesBucket {
  S3_ENDPOINT?: string | undefined;
  S3_REGION: string;
  S3_ACCESS_KEY_ID?: string | undefined;
  S3_SECRET_ACCESS_KEY?: string | undefined;
  S3_FORCE_PATH_STYLE?: boolean | undefined;
}

/** @throws {Error} when variables contradict each other */
export const backupConfig = (
  e: z.output<z.ZodObject<typeof backupVariables>> & FilesBucket,
): BackupConfig => {
  if (e.BACKUP_SCHEDULE && !e.BACKUP_TO)
    throw new Error('Invalid configuration: BACKUP_SCHEDULE needs BACKUP_TO');
  if (e.BACKUP_RECIPIENT && e.BACKUP_PASSPHRASE)
    throw new Error('Invalid configuration: set BACKUP_RECIPIENT or BACKUP_PASSPHRASE, not both');
  const [daily = 0, weekly = 0, monthly = 0] = e.BACKUP_KEEP.split(',').map(Number);
  if (daily + weekly + monthly === 0)
    throw new Error('Invalid configuration: BACKUP_KEEP must keep at least one backup');
  return {
    to: e.BACKUP_TO === undefined ? null : isAbsolute(e.BACKUP_TO) ? resolve(e.BACKUP_TO) : e.BACKUP_TO,
    bucket: bucketOf(e),
    schedule: e.BACKUP_SCHEDULE ?? null,
    timeZone: e.BACKUP_TIME_ZONE,
    keep: { daily, weekly, monthly },
    encryption: e.BACKUP_RECIPIENT
      ? { recipient: e.BACKUP_RECIPIENT }
      : e.BACKUP_PASSPHRASE
        ? { passphrase: e.BACKUP_PASSPHRASE }
        : null,
    key: { passphrase: e.BACKUP_PASSPHRASE ?? null, identity: e.BACKUP_IDENTITY ?? null },
  };
};

/** That of the files, unless the backups have their own. */
const bucketOf = (e: z.output<z.ZodObject<typeof backupVariables>> & FilesBucket): BackupConfig['bucket'] => {
  const own = e.BACKUP_S3_ENDPOINT !== undefined || e.BACKUP_S3_ACCESS_KEY_ID !== undefined;
  const endpoint = own ? e.BACKUP_S3_ENDPOINT : e.S3_ENDPOINT;
  const accessKeyId = own ? e.BACKUP_S3_ACCESS_KEY_ID : e.S3_ACCESS_KEY_ID;
  const secretAccessKey = own ? e.BACKUP_S3_SECRET_ACCESS_KEY : e.S3_SECRET_ACCESS_KEY;
  if (!accessKeyId !== !secretAccessKey)
    throw new Error(
      'Invalid configuration: set BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY both, or neither',
    );
  return {
    region: e.BACKUP_S3_REGION ?? e.S3_REGION,
    endpoint,
    forcePathStyle: e.S3_FORCE_PATH_STYLE ?? endpoint !== undefined,
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
  };
};
