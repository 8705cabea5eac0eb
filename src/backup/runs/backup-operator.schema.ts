/** What operators see of backups. */
import { z } from 'zod';
import { dateTimeOutput } from '../../platform/lib/fields.js';

const bytes = z.number().int();

export const backupRunRecord = z
  .object({
    id: z.int(),
    kind: z.enum(['backup', 'verification']),
    state: z.enum(['waiting', 'running', 'done', 'failed']),
    askedBy: z.string().meta({ description: '`schedule`, `command`, or the address of the operator.' }),
    step: z.string().nullable().meta({ description: 'What is being copied or checked.' }),
    done: z.int().meta({ description: 'How much of it so far.' }),
    name: z.string().nullable().meta({ description: 'The backup.' }),
    error: z.string().nullable(),
    startedAt: dateTimeOutput,
    finishedAt: dateTimeOutput.nullable(),
  })
  .meta({ id: 'BackupRun' });

const backupRecord = z
  .object({
    name: z.string(),
    path: z.string().meta({ description: 'What `lectern restore` takes.' }),
    sha256: z.string().meta({ description: 'Of its manifest.' }),
    startedAt: dateTimeOutput,
    bytes,
    newBytes: bytes.meta({ description: 'Of the files that earlier backups do not have.' }),
    encrypted: z.boolean(),
    includesKey: z.boolean(),
    notes: z.array(z.string()),
    verifiedAt: dateTimeOutput.nullable(),
    verifyError: z.string().nullable().meta({ description: 'What the last verification found.' }),
  })
  .meta({ id: 'Backup' });

export const backupOverview = z
  .object({
    to: z.string().nullable().meta({ description: 'Where backups go; null if that is not set.' }),
    schedule: z.string().nullable().meta({ description: 'Time of day.' }),
    timeZone: z.string(),
    keep: z.object({ daily: z.int(), weekly: z.int(), monthly: z.int() }),
    backups: z.array(backupRecord).meta({ description: 'Newest first.' }),
    error: z.string().nullable().meta({ description: 'Why the place of the backups cannot be read.' }),
    runs: z.array(backupRunRecord).meta({ description: 'The last ones, newest first.' }),
  })
  .meta({ id: 'BackupOverview' });

export type BackupOverview = z.input<typeof backupOverview>;

export const exampleRun = {
  id: 7,
  kind: 'backup' as const,
  state: 'running' as const,
  askedBy: 'ops@example.org',
  step: 'files',
  done: 412,
  name: null,
  error: null,
  startedAt: '2026-03-01T02:30:00.000Z',
  finishedAt: null,
};

export const exampleBackup = {
  name: '2026-03-01T02-30-00Z-3f9a1c',
  path: '/srv/backups/backups/2026-03-01T02-30-00Z-3f9a1c',
  sha256: '3b1f7e0c0f8e4d5a6b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7f809a1b2c3',
  startedAt: '2026-03-01T02:30:00.000Z',
  bytes: 48_210_332,
  newBytes: 1_204_311,
  encrypted: true,
  includesKey: false,
  notes: [],
  verifiedAt: '2026-03-01T09:12:00.000Z',
  verifyError: null,
};
