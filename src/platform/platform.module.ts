/** Wires the platform: database health, file storage, idempotency keys and account jobs. */
import { join } from 'node:path';
import { sql } from 'kysely';
import { accountJobMaintenance } from './account-jobs/account-jobs.handler.js';
import { accountJobRoutes } from './account-jobs/account-job.routes.js';
import { auditEventsOf, isAudited } from './audit/audit-entry.js';
import { auditMaintenance, appendAuditEntry } from './audit/audit.repository.js';
import { auditRoutes } from './audit/audit.routes.js';
import type { Audit } from './http/server/mount.js';
import type { Clock } from './lib/clock.js';
import { createIdempotencyService, keyMaintenance } from './idempotency/idempotency.service.js';
import { createResizedImages, withCopies } from './images/resized-images.js';
import { queueMetrics, unattendedJobsLagMs } from './jobs/job.repository.js';
import type { MailOptions } from './mail/mail-server.js';
import { rateLimitMaintenance } from './limits/shared-counts.js';
import { createMailJob } from './mail/mailer.js';
import { checkSecretKey } from './secrets/key-check.js';
import { makePrivate } from './secrets/file-modes.js';
import { emptyModule, type Module, type ModuleContext } from './module.js';
import { removeBlobHandler, removePiecesHandler } from './storage/blob.handlers.js';
import { copyBlobs, type CopyOptions } from './storage/copy-blobs.js';
import { sqliteFile } from './db/connect.js';
import type { Db } from './db/dialect.js';
import { deleteOldSaves } from './db/recent-saves.repository.js';
import { SERVER_LOCK } from './db/server-lock.js';
import { createLinksOf } from './secrets/signed-links.js';
import { fileRoutes, type FileAccess } from './storage/file.routes.js';
import { createFolderBlobStore } from './storage/folder-blob-store.js';
import { createStorageCheck } from './storage/storage-check.js';
import { createS3BlobStore, type S3Options } from './storage/s3-blob-store.js';
import { withStorageTimes } from './storage/blob-store.js';

/** Entries of the data folder besides the database. Other files in it are left alone. */
const DATA_ENTRIES = [
  'blobs',
  'work',
  'index',
  'models',
  'clickhouse',
  'spool',
  'exports',
  'secret.key',
  SERVER_LOCK,
  'quickstart-token',
];
/** When a job has been due for this long, no worker is running it. */
const JOBS_LAG_LIMIT_MS = 5 * 60_000;

export interface PlatformOptions {
  dataDir: string;
  databaseUrl: string;
  s3: S3Options | null;
  analytics: { spoolDir: string };
  auditRetentionDays: number;
  filesBaseUrl: string | null;
  /** Null if no mail is sent. */
  mail: MailOptions | null;
  /** Who may open a file, by its key. */
  fileAccess(db: Db, clock: Clock, key: string): Promise<FileAccess>;
}

export const createPlatformModule = (
  { db, clock, log, secretKey, owner }: ModuleContext,
  {
    dataDir,
    databaseUrl,
    s3,
    analytics,
    auditRetentionDays,
    filesBaseUrl,
    mail,
    fileAccess,
  }: PlatformOptions,
) => {
  const folder = join(dataDir, 'blobs');
  const blobs = withCopies(withStorageTimes(s3 ? createS3BlobStore(s3) : createFolderBlobStore(folder)));
  const mailJob = createMailJob({ db, log, secretKey }, mail);
  const images = createResizedImages({ blobs });
  const storage = createStorageCheck({ db, clock, owner, dataDir, file: sqliteFile(databaseUrl) });
  const files = fileRoutes({
    blobs,
    images,
    accessOf: (key) => fileAccess(db, clock, key),
    clock,
  });
  return {
    ...emptyModule,
    noteFailure: storage.noteFailure,
    endpoints: { private: [...auditRoutes(db), ...accountJobRoutes({ db, clock }), ...files], public: files },
    jobs: {
      removeBlob: removeBlobHandler({ db, blobs }),
      removePieces: removePiecesHandler({ db, blobs }),
      sendMail: mailJob.handler,
    },
    checks: {
      database: {
        required: true,
        check: async () => {
          await sql`select 1`.execute(db);
        },
      },
      blobs: { required: false, check: blobs.check },
      storage: {
        required: false,
        check: storage.check,
      },
      jobs: {
        required: false,
        check: async () => {
          const lagMs = await unattendedJobsLagMs(db, clock);
          if (lagMs > JOBS_LAG_LIMIT_MS)
            throw new Error(
              `Jobs have been waiting for ${Math.round(lagMs / 1_000)} s: is a worker running?`,
            );
        },
        metrics: () => queueMetrics(db, clock).catch(() => undefined),
      },
    },
    maintenance: [
      auditMaintenance({ db, clock, retentionDays: auditRetentionDays }),
      keyMaintenance({ db, clock }),
      accountJobMaintenance({ db, clock }),
      rateLimitMaintenance(db),
      { name: 'recent saves', everyMs: 60_000, run: () => deleteOldSaves(db, clock) },
    ],
    prepare: async () => {
      const database = sqliteFile(databaseUrl);
      const databaseFiles = (database === null ? [] : [database]).flatMap((file) => [
        file,
        `${file}-wal`,
        `${file}-shm`,
      ]);
      const entries = DATA_ENTRIES.map((name) => join(dataDir, name));
      await makePrivate(dataDir, [...entries, ...databaseFiles, analytics.spoolDir], log);
      await checkSecretKey(db, clock, secretKey);
    },
    close: () => {
      blobs.close();
      return db.destroy();
    },
    blobs,
    images,
    /** Whether the mail server answers; null if none is configured. */
    checkMail: mailJob.check,
    audit: {
      covers: isAudited,
      record: async (...call) => {
        for (const event of auditEventsOf(...call)) await appendAuditEntry(db, clock, event);
      },
    } satisfies Audit,
    linksOf: createLinksOf({ secretKey, clock, filesBaseUrl }),
    idempotency: createIdempotencyService({ db, clock }),
    /** Copies the files of the folder to the bucket; null if files are stored in the folder. */
    copyFiles: s3
      ? (options: CopyOptions) => copyBlobs(folder, createFolderBlobStore(folder), blobs, options)
      : null,
  } satisfies Module & Record<string, unknown>;
};
