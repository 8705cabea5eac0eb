/** Opens the place at an address, and finds backups by what people type. */
import { isAbsolute, resolve } from 'node:path';
import { backupNames, isBackupName, type BackupConfig } from '../format/manifest.js';
import { createBucketPlace } from '../format/bucket-place.js';
import { createFolderPlace } from '../format/folder-place.js';
import type { BackupPlace } from '../format/place.js';

/** @param address a folder, or `s3://bucket/prefix` */
export const placeAt = (address: string, { bucket: options }: Pick<BackupConfig, 'bucket'>): BackupPlace => {
  const [, bucket, path = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(address) ?? [];
  if (bucket === undefined) return createFolderPlace(resolve(address));
  const prefix = path.replace(/\/+$/, '');
  return createBucketPlace({ ...options, bucket, prefix: prefix && `${prefix}/` });
};

/**
 * @param backup the path or URL of a backup, its name in BACKUP_TO, or `latest`
 * @throws {Error} when there is none
 */
export const findBackup = async (
  backup: string,
  config: Pick<BackupConfig, 'bucket' | 'to'>,
): Promise<{ place: BackupPlace; name: string }> => {
  const [, address, last] = /^(.*)\/backups\/([^/]+)\/?(?:manifest\.json)?$/.exec(backup) ?? [];
  if (address !== undefined && last !== undefined) return { place: placeAt(address, config), name: last };
  const isPlace = backup.startsWith('s3://') || isAbsolute(backup) || backup.startsWith('.');
  if (!isPlace && config.to === null)
    throw new Error(`Set BACKUP_TO, or give the path of the backup instead of ${backup}`);
  const place = placeAt(isPlace ? backup : config.to!, config);
  if (isBackupName(backup)) return { place, name: backup };
  const [newest] = await backupNames(place);
  if (newest === undefined) throw new Error(`There is no backup in ${place.address}`);
  if (!isPlace && backup !== 'latest')
    throw new Error(`${backup} is not a backup: give its path, its name (${newest}) or latest`);
  return { place, name: newest };
};
