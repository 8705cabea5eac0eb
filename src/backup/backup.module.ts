/** Wires backups: what they consist of, and where they are. */
import type { EventSource } from '../engagement/exports/event-files.js';
import { emptyModule, type Module, type ModuleContext } from '../platform/module.js';
import type { HealthChecks } from '../platform/http/server/health.js';
import type { BlobStore } from '../platform/storage/blob-store.js';
import type { IndexProvider } from '../search/indexing/index-provider.js';
import { createBackups, type Backups } from './contents/backups.js';
import { addEvents } from './contents/events.js';
import { addVectors } from './contents/vectors.js';
import { placeAt } from './contents/place-at.js';
import type { BackupConfig } from './format/manifest.js';
import { backupCheck, newestBackup } from './runs/backup-run.repository.js';
import { backupOperatorRoutes } from './runs/backup-operator.routes.js';
import { createBackupOperatorService } from './runs/backup-operator.service.js';
import { backupMaintenance } from './runs/backup-runner.js';

/** Settings of the installation that a backup has: no secrets, no addresses of stores. */
interface Settings {
  searchDomain: string;
  defaultAccount: string | null;
  publicBaseUrl: string | null;
  apiBaseUrl: string | null;
  filesBaseUrl: string | null;
  consoleBaseUrl: string;
  embedding: object;
  quotas: object;
  analytics: { enabled: boolean; retentionMonths: number | null };
  auditRetentionDays: number;
  trashRetentionDays: number | null;
}

interface Parts {
  config: Settings & { databaseUrl: string; backup: BackupConfig };
  blobs: BlobStore;
  index: Pick<IndexProvider, 'reading'>;
  /** Null if analytics is disabled. */
  eventSource: EventSource | null;
}

export const createBackupModule = (
  context: Pick<ModuleContext, 'db' | 'clock' | 'log' | 'owner' | 'mailer'>,
  { config, blobs, index, eventSource }: Parts,
) => {
  const { db, clock } = context;
  const { consoleBaseUrl } = config;
  const backupsAt = (address: string, events: EventSource | null = eventSource): Backups =>
    createBackups(
      placeAt(address, config.backup),
      {
        databaseUrl: config.databaseUrl,
        blobs,
        clock,
        addVectors: (writer, options) => addVectors({ db, index }, writer, options),
        addEvents: async (writer, options) => (events ? addEvents(events, writer, options) : null),
        settings: settingsOf(config),
      },
      config.backup,
    );
  const { to } = config.backup;
  const backups = to === null ? null : (): Backups => backupsAt(to);
  return {
    ...emptyModule,
    endpoints: {
      console: backupOperatorRoutes(
        createBackupOperatorService({ db, clock, config: config.backup, backups }),
      ),
    },
    checks: (backups ? { backup: backupCheck({ db, clock }, config.backup) } : {}) as HealthChecks,
    maintenance: backups
      ? [backupMaintenance({ ...context, consoleBaseUrl, config: config.backup, backups })]
      : [],
    /**
     * The backups at an address.
     * @param events where events come from, if not from this process
     */
    backupsAt,
    /** When the last backup was begun that succeeded; null if there is none. */
    newestBackup: () => newestBackup(db),
  } satisfies Module & Record<string, unknown>;
};

const settingsOf = ({
  searchDomain,
  defaultAccount,
  publicBaseUrl,
  apiBaseUrl,
  filesBaseUrl,
  consoleBaseUrl,
  embedding,
  quotas,
  analytics,
  auditRetentionDays,
  trashRetentionDays,
}: Settings): Record<string, unknown> => ({
  searchDomain,
  defaultAccount,
  publicBaseUrl,
  apiBaseUrl,
  filesBaseUrl,
  consoleBaseUrl,
  embedding,
  quotas,
  analytics: { enabled: analytics.enabled, retentionMonths: analytics.retentionMonths },
  auditRetentionDays,
  trashRetentionDays,
});
