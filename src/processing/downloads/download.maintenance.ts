/** Removes parts of downloads that nobody continues. */
import { readdir, rm } from 'node:fs/promises';
import type { Db } from '../../platform/db/dialect.js';
import type { MaintenanceTask } from '../../platform/jobs/maintenance.js';
import { folderOf } from './download-episode.handler.js';
import { rowsWhere } from '../../platform/db/rows.js';

const HOUR_MS = 60 * 60_000;

export const downloadMaintenance = (db: Db, root: string): MaintenanceTask => ({
  name: 'parts of downloads',
  everyMs: HOUR_MS,
  run: async () => {
    for (const name of await readdir(root).catch(() => [])) {
      const id = Number(name);
      const open = Number.isSafeInteger(id)
        ? await rowsWhere(db, 'importedEpisode', { id, status: 'waiting' }).select('id').executeTakeFirst()
        : undefined;
      if (!open && Number.isSafeInteger(id)) await rm(folderOf(root, id), { recursive: true, force: true });
    }
  },
});
