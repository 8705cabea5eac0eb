/** Wires imports: guesses about files and feeds, the creation of their items, and the import of folders. */
import type { ItemService } from '../content/items/item.service.js';
import type { MediaAssetService } from '../content/media/media-asset.service.js';
import { createThreadPool, LONG_TEXTS } from '../platform/lib/thread-pool.js';
import { emptyModule, type Module, type ModuleContext } from '../platform/module.js';
import type { PublicFiles } from '../platform/outgoing/fetch-public.js';
import type { Uploads } from '../platform/storage/uploads.js';
import { createCreateItemsService } from './create-items.service.js';
import { createGuessService } from './guess.service.js';
import { importTasks, type ImportThreads } from './import-tasks.js';
import { importRoutes } from './import.routes.js';
import { createImportService } from './import.service.js';

export const createImportModule = (
  { db, clock, quotas }: ModuleContext,
  {
    items,
    media,
    uploads,
    publicFiles,
  }: {
    items: Pick<ItemService, 'get'>;
    media: Pick<MediaAssetService, 'create'>;
    uploads: Uploads;
    publicFiles: PublicFiles;
  },
) => {
  const threads: ImportThreads = createThreadPool({
    ...LONG_TEXTS,
    tasks: importTasks,
    entry: './import-thread',
    importer: import.meta.url,
  });
  const deps = { db, clock, quotas, threads, uploads, publicFiles };
  return {
    ...emptyModule,
    endpoints: {
      private: importRoutes(
        createGuessService(deps),
        createCreateItemsService({ ...deps, createMedia: media.create, getItem: items.get }),
      ),
    },
    close: threads.close,
    imports: createImportService(deps),
  } satisfies Module & Record<string, unknown>;
};
