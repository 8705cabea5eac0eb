/** Creates items from accepted guesses: each with its own outcome, and with its uploads or its download. */
import { setImmediate } from 'node:timers/promises';
import { dateIn } from '../../analytics/index.js';
import { accountById } from '../identity/accounts/account.repository.js';
import { currentCaller } from '../identity/current-rights.js';
import { createJob } from '../platform/account-jobs/account-job.repository.js';
import { toJob, type BackgroundTask } from '../platform/account-jobs/account-job.record.js';
import type { Actor } from '../platform/audit/audit-entry.js';
import type { Db } from '../platform/db/dialect.js';
import { findRow } from '../platform/db/rows.js';
import { toAppError } from '../platform/http/server/error-handler.js';
import { enqueueMany } from '../platform/jobs/job.repository.js';
import type { Caller } from '../platform/lib/caller.js';
import type { Clock } from '../platform/lib/clock.js';
import { invalid, isStoreDown, unknownId } from '../platform/lib/errors.js';
import type { PublicFiles } from '../platform/outgoing/fetch-public.js';
import type { Quotas } from '../platform/quotas/quotas.js';
import type { Uploads } from '../platform/storage/uploads.js';
import type { ItemService } from '../content/items/item.service.js';
import type { MediaAssetService } from '../content/media/media-asset.service.js';
import { createImportedItem, type CreatedItem } from './create-imported-item.js';
import type { NewImport, NewImportedItem } from './create-items.schema.js';
import { problemsOfImport } from './import-references.js';

export type CreateItemsService = ReturnType<typeof createCreateItemsService>;

/** The kind of account jobs that count downloads. */
const IMPORT = 'import';

/** With back-off, they take about ten minutes. */
const DOWNLOAD_ATTEMPTS = 10;

/** What is stored with the account job: whose rights apply to the downloads. */
export interface ImportJobRequest {
  caller: Caller;
}

interface Deps {
  db: Db;
  clock: Clock;
  quotas: Quotas;
  uploads: Pick<Uploads, 'maxBytes'>;
  publicFiles: Pick<PublicFiles, 'assertAllowed'>;
  createMedia: MediaAssetService['create'];
  getItem: ItemService['get'];
}

export const createCreateItemsService = (deps: Deps) => {
  const { db, clock, createMedia, getItem } = deps;

  const finish = async (caller: Caller, index: number, input: NewImportedItem, created: CreatedItem) => {
    const { itemId, status, notCreated, download } = created;
    const mediaAssets = [];
    const problems = [];
    for (const [at, media] of input.media.entries())
      try {
        mediaAssets.push(await createMedia(caller, itemId, media));
      } catch (error) {
        const { details, message } = toAppError(error);
        problems.push(
          ...(details ?? [{ path: '', message }]).map((each) => ({
            path: ['media', String(at), each.path].filter((part) => part !== '').join('.'),
            message: each.message,
          })),
        );
      }
    const language = input.transcript?.language;
    const query = new URLSearchParams({
      ...(mediaAssets[0] && { mediaAssetId: String(mediaAssets[0].mediaAsset.id) }),
      ...(language && { language }),
    }).toString();
    return {
      index,
      status,
      item: await getItem(caller, itemId, { expand: [], withDeleted: false }),
      mediaAssets,
      transcript: input.transcript && {
        originalFilename: input.transcript.originalFilename,
        method: 'PUT' as const,
        path: `/items/${itemId}/transcript${query && `?${query}`}`,
      },
      isDownloading: download !== null,
      notCreated,
      problems,
      error: null,
    };
  };

  /** Starts the downloads in one transaction; those of an interrupted request start when it is sent again. */
  const startDownloads = (caller: Caller, episodeIds: readonly number[]): Promise<BackgroundTask | null> =>
    episodeIds.length === 0
      ? Promise.resolve(null)
      : db.transaction().execute(async (trx) => {
          const { accountId } = caller;
          const request: ImportJobRequest = { caller };
          const job = await createJob(trx, clock, {
            accountId,
            kind: IMPORT,
            action: null,
            total: episodeIds.length,
            request: JSON.stringify(request),
          });
          await trx
            .updateTable('importedEpisode')
            .set({ status: 'waiting', accountJobId: job.id, errorMessage: null, finishedDate: null })
            .where('accountId', '=', accountId)
            .where('id', 'in', [...episodeIds])
            .execute();
          // Their last download failed.
          await trx
            .updateTable('mediaAsset')
            .set({ status: 'created', errorMessage: null })
            .where('accountId', '=', accountId)
            .where('status', '=', 'error')
            .where('url', 'is', null)
            .where('id', 'in', ({ selectFrom }) =>
              selectFrom('importedEpisode')
                .select('mediaAssetId')
                .where('id', 'in', [...episodeIds]),
            )
            .execute();
          await enqueueMany(
            trx,
            clock,
            accountId,
            'downloadEpisode',
            episodeIds.map((episodeId) => ({ episodeId })),
            { maxAttempts: DOWNLOAD_ATTEMPTS },
          );
          return toJob(job);
        });

  return {
    /**
     * Each item in a transaction of its own, so that others do not wait for all of them.
     * @throws {ValidationError} when the collection or a referenced record does not exist; nothing is created then
     */
    create: async (
      { caller, actor }: { caller: Caller; actor: Actor },
      { collectionId, items }: NewImport,
    ) => {
      const { accountId } = caller;
      if (!(await findRow(db, 'collection', accountId, collectionId)))
        throw invalid([unknownId('collectionId')]);
      const problems = await problemsOfImport(deps, accountId, collectionId, items);
      if (problems.length > 0) throw invalid(problems);
      const account = await accountById(db, accountId);
      const today = dateIn(account?.timeZone ?? 'UTC', clock.now().getTime());
      const results = [];
      const downloads = new Set<number>();
      let outage: Error | undefined;
      for (const [index, input] of items.entries()) {
        try {
          if (outage !== undefined) throw outage;
          const current = await currentCaller(db, clock, caller, 'content:draft');
          const created = await createImportedItem(
            deps,
            { caller: current, actor, collectionId, today },
            input,
          );
          if (created.download !== null) downloads.add(created.download);
          results.push(await finish(current, index, input, created));
        } catch (error) {
          if (isStoreDown(error)) outage = error;
          results.push(failed(index, error));
        }
        await setImmediate();
      }
      return { results, job: await startDownloads(caller, [...downloads]) };
    },
  };
};

const failed = (index: number, error: unknown) => {
  const { type, message, details = [] } = toAppError(error);
  return {
    index,
    status: 'failed' as const,
    item: null,
    mediaAssets: [],
    transcript: null,
    isDownloading: false,
    notCreated: [],
    problems: [],
    error: { type, message, details },
  };
};
