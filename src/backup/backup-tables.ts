/** The table of backups that were made. */
import type { Generated } from 'kysely';
import type { Flag } from '../platform/db/table-parts.js';

/** A backup that was made, is being made or failed, or the verification of one. Of the installation, not of an account. */
interface BackupRunTable {
  id: Generated<number>;
  kind: 'backup' | 'verification';
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** `schedule`, `command`, or the address of the operator. */
  askedBy: string;
  /** What is being copied, and how much of it so far. */
  step: string | null;
  done: Generated<number>;
  name: string | null;
  path: string | null;
  /** SHA-256 of the manifest, hex. */
  sha256: string | null;
  bytes: number | null;
  newBytes: number | null;
  encrypted: Flag | null;
  error: string | null;
  startedAt: string;
  /** When the process that works on it said so last. */
  seenAt: string;
  finishedAt: string | null;
}

declare module '../platform/db/tables.js' {
  interface Tables {
    backupRun: BackupRunTable;
  }
}
