/** Edits transcripts, and lists and restores their revisions. */
import type { Db } from '../../platform/db/dialect.js';
import { listPage, within, type ListParams, type Page } from '../../platform/db/list-query.js';
import { findRow, getLocked } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import { conflict, invalidState, notFound, preconditionFailed } from '../../platform/lib/errors.js';
import { assertVersion, withVersion, withVersionOf } from '../../platform/lib/etag.js';
import { assertMayProcess } from '../items/draft-policy.js';
import { recordRevision } from '../items/item-revisions.repository.js';
import { saveAndProcess } from './process-transcript.js';
import { requestCorrections } from './request-corrections.js';
import { textOf, withSegments } from './transcript-bytes.js';
import { findRevision } from './transcript-revision.repository.js';
import type { TranscriptThreads } from './transcript-tasks.js';
import { readText, storeLargeText } from './transcript-text.repository.js';
import {
  findMedia,
  findTranscript,
  findTranscriptVersion,
  versionOfTranscript,
  type StoredTranscript,
  type TranscriptInput,
  type TranscriptVersion,
} from './transcript.repository.js';
import { revisionList, type TranscriptChanges } from './transcript.schema.js';

export type TranscriptEditService = ReturnType<typeof createTranscriptEditService>;

export const createTranscriptEditService = ({
  db,
  clock,
  threads,
}: {
  db: Db;
  clock: Clock;
  threads: TranscriptThreads;
}) => {
  /** @throws {InvalidStateError} when there is no transcript */
  const stored = async (
    accountId: number,
    itemId: number,
    mediaAssetId?: number,
  ): Promise<StoredTranscript> => {
    if (!(await findRow(db, 'item', accountId, itemId))) throw notFound();
    const transcript = await findTranscript(db, accountId, itemId, mediaAssetId);
    if (!transcript) throw invalidState('This item has no such transcript. Upload one.');
    return transcript;
  };

  /** @throws {NotFoundError} */
  const revisionOf = async (accountId: number, itemId: number, id: number) => {
    const revision = (await findRow(db, 'item', accountId, itemId))
      ? await findRevision(db, accountId, itemId, id)
      : undefined;
    if (!revision) throw notFound();
    return revision;
  };

  const save = async (
    trx: Db,
    caller: Caller,
    item: Row<'item'>,
    transcript: TranscriptInput,
  ): Promise<TranscriptVersion> => {
    const { accountId } = caller;
    assertMayProcess(caller, item);
    await saveAndProcess(trx, clock, accountId, item, transcript);
    await recordRevision(trx, clock, caller, { row: item, lists: {} }, item, { notes: ['transcript'] });
    const { mediaAssetId } = transcript;
    const version = await findTranscriptVersion(trx, accountId, item.id, mediaAssetId ?? undefined);
    if (!version) throw notFound();
    return withVersion(versionOfTranscript(version));
  };

  return {
    /**
     * The segments with all their fields.
     * @throws {NotFoundError}
     * @throws {InvalidStateError} when there is no transcript
     */
    segments: async (accountId: number, itemId: number, mediaAssetId?: number): Promise<Buffer> => {
      const transcript = await stored(accountId, itemId, mediaAssetId);
      const version = versionOfTranscript(transcript);
      const segments = await threads.run('writeSegments', ...textOf(accountId, transcript));
      const { language } = version;
      return withVersionOf(
        withSegments({ itemId, mediaAssetId: version.mediaAssetId, language }, segments),
        version,
      );
    },

    /**
     * Changes segments, and enqueues indexing if anything has changed.
     * @throws {NotFoundError}
     * @throws {InvalidStateError} when there is no transcript
     * @throws {PreconditionFailedError} when `ifMatch` does not match its ETag
     * @throws {ValidationError} when the changes do not fit the segments
     * @throws {ConflictError} when the transcript has changed in the meantime
     */
    update: async (
      caller: Caller,
      itemId: number,
      changes: TranscriptChanges,
      { mediaAssetId, ifMatch }: { mediaAssetId?: number | undefined; ifMatch?: string | undefined },
    ): Promise<TranscriptVersion> => {
      const { accountId } = caller;
      const transcript = await stored(accountId, itemId, mediaAssetId);
      const version = versionOfTranscript(transcript);
      assertVersion(version, ifMatch);
      const [input, options] = textOf(accountId, transcript);
      const edited = await threads.run('edit', { ...input, changes }, options);
      if (edited.contentHash === version.contentHash) return withVersion(version);
      const text = await storeLargeText(db, clock, accountId, edited);
      return db.transaction().execute(async (trx) => {
        const item = await getLocked(trx, 'item', accountId, itemId);
        const now = await findTranscriptVersion(trx, accountId, itemId, version.mediaAssetId ?? undefined);
        if (now?.contentHash !== version.contentHash || now.updatedDate !== version.updatedDate) {
          if (ifMatch !== undefined) throw preconditionFailed();
          throw conflict('The transcript was changed by another request. Read it and try again.');
        }
        const { language, mediaAssetId: ownerId } = version;
        const saved = await save(trx, caller, item, { ...text, language, mediaAssetId: ownerId });
        await requestCorrections(trx, clock, accountId, version);
        return saved;
      });
    },

    /** @throws {NotFoundError} */
    revisions: async (
      { accountId }: Caller,
      itemId: number,
      params: ListParams,
    ): Promise<Page<Row<'transcriptRevision'>>> => {
      if (!(await findRow(db, 'item', accountId, itemId, params.withDeleted))) throw notFound();
      return listPage(db, revisionList, accountId, within(params, 'itemId', itemId));
    },

    /** @throws {NotFoundError} */
    revision: async (accountId: number, itemId: number, id: number): Promise<Buffer> => {
      const revision = await revisionOf(accountId, itemId, id);
      const segments = await readText(db, accountId, revision.textId);
      const { mediaAssetId, language, endMs, sizeBytes, entryDate, replacedDate } = revision;
      const record = { id, itemId, mediaAssetId, language, endMs, sizeBytes, entryDate, replacedDate };
      return withSegments(record, await threads.run('writeSegments', ...textOf(accountId, { segments })));
    },

    /**
     * Restores a revision as the transcript; the current one becomes a revision.
     * @throws {NotFoundError}
     * @throws {ConflictError} when its media asset has been deleted
     */
    restore: async (caller: Caller, itemId: number, id: number): Promise<TranscriptVersion> => {
      const { accountId } = caller;
      const revision = await revisionOf(accountId, itemId, id);
      return db.transaction().execute(async (trx) => {
        const item = await getLocked(trx, 'item', accountId, itemId);
        const media = await findMedia(trx, accountId, itemId);
        if (revision.mediaAssetId !== null && !media.some((asset) => asset.id === revision.mediaAssetId))
          throw conflict(
            'The media asset of this revision has been deleted. Restore it first, or upload the segments of the revision as a transcript.',
          );
        return save(trx, caller, item, revision);
      });
    },
  };
};
