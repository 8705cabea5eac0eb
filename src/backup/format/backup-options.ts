/** How backups are configured. */
import type { S3Options } from '../../platform/storage/s3-blob-store.js';
import type { EncryptionChoice } from './encryption.js';

/** How many backups are kept: the newest of each of the last days, weeks and months that have one. */
export interface Keep {
  daily: number;
  weekly: number;
  monthly: number;
}

export interface BackupConfig {
  /** Where backups go; null if that is not set. */
  to: string | null;
  /** The bucket of an `s3://` address: what is needed to reach it, without bucket and prefix. */
  bucket: Omit<S3Options, 'bucket' | 'prefix'>;
  /** Time of day, e.g. `02:30`; null if backups are made by hand only. */
  schedule: string | null;
  timeZone: string;
  keep: Keep;
  encryption: EncryptionChoice;
  /** Opens encrypted backups. */
  key: { passphrase: string | null; identity: string | null };
}
