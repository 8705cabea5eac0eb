/** `lectern backup`: makes a backup while servers go on, lists backups, and checks one. */
import { resolve } from 'node:path';
import type { App } from '../app.js';
import type { BackupRequest, BackupSummary } from '../backup/contents/backups.js';
import { openBackup } from '../backup/format/backup-reader.js';
import { findBackup } from '../backup/contents/place-at.js';
import { rehearse } from '../backup/restore/rehearse.js';
import { holdBackupLease, runProgress } from '../backup/runs/backup-runner.js';
import { addRun, markDone, markFailed } from '../backup/runs/backup-run.repository.js';
import { loadConfig } from '../config/config.js';
import { eventsOfServer, type EventSource } from '../engagement/exports/event-files.js';
import { messageOf } from '../platform/lib/errors.js';
import { keyFileOf, readKeyFile } from '../platform/secrets/key-file.js';
import { withApp, type CommandContext } from './context.js';
import { lockLibrary } from './library.js';
import { note, print, progress, table } from './output.js';

export interface BackupCommandOptions {
  to?: string;
  full: boolean;
  withKey: boolean;
}

export const makeBackup = ({ signal }: CommandContext, options: BackupCommandOptions): Promise<void> =>
  withApp(async (app) => {
    const address = addressOf(app, options);
    const { secretKey, dataDir } = app.config;
    const key = options.withKey ? (secretKey ?? readKeyFile(keyFileOf(dataDir))) : null;
    if (options.withKey && !key) throw new Error('There is no secret key yet: leave out --with-key');
    await withEvents(app, signal, async (events) => {
      const backups = app.backupsAt(address, events);
      try {
        const made = await recorded(app, signal, (request) =>
          backups.create({ ...request, full: options.full, secretKey: key }),
        );
        for (const text of made.notes) note(text);
        if (made.includesKey && !made.encrypted)
          note(
            'The secret key is in the backup, which is not encrypted: whoever reads it can read all secrets.',
          );
        if (!made.includesKey)
          note(
            'The secret key is not in the backup: keep SECRET_KEY or secret.key elsewhere. The backup cannot be restored without it.',
          );
        print(`backup  ${made.path}  sha256 ${made.sha256}`);
      } finally {
        backups.close();
      }
    });
  });

export const listBackups = (options: { to?: string }): Promise<void> =>
  withApp(async (app) => {
    const backups = app.backupsAt(addressOf(app, options));
    const rows = (await backups.list().finally(() => backups.close())).map(rowOf);
    if (rows.length === 0) note('There are no backups.');
    else print(table(['backup', 'bytes', 'new', 'encrypted', 'secret key'], rows));
  }, 'anything');

const rowOf = ({ name, bytes, newBytes, encrypted, includesKey }: BackupSummary): string[] => [
  name,
  String(bytes),
  String(newBytes),
  encrypted ? 'yes' : 'no',
  includesKey ? 'yes' : 'no',
];

/** Does everything of a restore but to write. */
export const verifyBackup = async ({ signal }: CommandContext, backup: string): Promise<void> => {
  const config = loadConfig();
  const { place, name } = await findBackup(backup, config.backup);
  try {
    const bar = progress('Checking files');
    const open = await openBackup(place, name, config.backup.key, { signal, onProgress: bar.update });
    bar.stop();
    const rows = await rehearse(open, { signal });
    print(
      `${place.address}/backups/${name} is complete: ${open.manifest.files.length} files, ${rows} rows, sha256 ${open.sha256}`,
    );
  } finally {
    place.close();
  }
};

/**
 * Makes the backup as a run, which operators and health checks see.
 * @throws {Error} while another process makes, verifies or removes backups
 */
const recorded = async (
  app: App,
  signal: AbortSignal,
  make: (request: Pick<BackupRequest, 'signal' | 'onStep'>) => Promise<BackupSummary>,
): Promise<BackupSummary> => {
  const { db, clock } = app;
  const lease = await holdBackupLease(app, signal);
  if (!lease) throw new Error('Another process makes or verifies a backup: try again when it is done');
  try {
    const { id } = await addRun(db, clock, { kind: 'backup', state: 'running', askedBy: 'command' });
    const show = steps();
    const note = runProgress(app, id);
    const onStep = (step: string, done: number): void => {
      show(step, done);
      note(step, done);
    };
    try {
      const made = await make({ signal: lease.signal, onStep });
      await markDone(db, clock, id, made);
      return made;
    } catch (error) {
      await markFailed(db, clock, id, messageOf(error));
      throw error;
    }
  } finally {
    await lease.release();
  }
};

const addressOf = ({ config }: App, { to }: { to?: string }): string => {
  const address = to ?? config.backup.to;
  if (address === null) throw new Error('Set BACKUP_TO, or use --to with a folder or s3://bucket/prefix');
  return address.startsWith('s3://') ? address : resolve(address);
};

/** Shows what is being copied, a line for each kind of thing. */
const steps = (): ((step: string, done: number) => void) => {
  let shown = { step: '', at: 0 };
  return (step, done) => {
    if (step === shown.step && performance.now() - shown.at < STEP_MS) return;
    shown = { step, at: performance.now() };
    note(`Copying ${step}: ${done}`);
  };
};
const STEP_MS = 5_000;

/** The embedded ClickHouse belongs to the server, if one runs. */
const withEvents = async (
  app: App,
  signal: AbortSignal,
  work: (events: EventSource | null) => Promise<void>,
): Promise<void> => {
  const { config, engagement, db, clock } = app;
  if (!engagement.eventSource) return work(null);
  let unlock: () => void;
  try {
    unlock = config.analytics.clickHouseUrl ? () => undefined : lockLibrary(config);
  } catch {
    const events = await eventsOfServer({ db, clock, dataDir: config.dataDir }, signal);
    return work(events).finally(events.close);
  }
  try {
    // What the last server could not store any more is in its spool.
    if (!config.analytics.clickHouseUrl) await engagement.start();
    await work(engagement.eventSource);
  } finally {
    await engagement.stop();
    unlock();
  }
};
