/** What a backup of an app is made of, without its events and vectors. */
import type { BackupSources } from '../../src/backup/contents/create-backup.js';
import { systemClock } from '../../src/platform/lib/clock.js';
import type { TestApp } from './start-app.js';

export const backupSources = ({ app }: Pick<TestApp, 'app'>): BackupSources => ({
  databaseUrl: app.config.databaseUrl,
  blobs: app.blobs,
  clock: systemClock,
  addEvents: () => Promise.resolve(null),
  addVectors: () => Promise.resolve(null),
  settings: {},
});
