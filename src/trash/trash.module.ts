/** Wires the trash: its endpoints, the job that purges records, and the purge of old ones. */
import { emptyModule, type Module, type ModuleContext } from '../platform/module.js';
import { purgeTrashHandler, trashMaintenance } from './purge-trash.handler.js';
import { trashRoutes } from './trash.routes.js';
import { createTrashService, type Restorers } from './trash.service.js';

export const createTrashModule = (
  context: ModuleContext,
  { restorers, trashRetentionDays }: { restorers: Restorers; trashRetentionDays: number | null },
): Module => ({
  ...emptyModule,
  endpoints: { private: trashRoutes(createTrashService({ ...context, restorers })) },
  jobs: { purgeTrash: purgeTrashHandler(context) },
  maintenance: [trashMaintenance(context, trashRetentionDays)],
});
