/** Edits transcripts, and lists and restores their revisions. */
import type { Db } from '../../platform/db/dialect.js';
import { listPage, within, type ListParams, type Page } from '../../platform/db/list-query.js';
import type { SaveConditions } from '../../platform/db/save-conditions.js';
import { findRow, getLocked } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import { conflict, invalidState, notFound, preconditionFailed } from '../../platform/lib/errors.js';
import { assertVersion, withVersionOf } from '../../platform/lib/etag.js';
import { requestCorrections } from './request-corrections.js';
import { editOf, saveEdit, type TranscriptEdit } from './save-edit.js';
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
  type TranscriptVersion,
} from './transcript.repository.js';
import {
  revisionList,
  type SeenSegment,
  type TranscriptChanges,
  type TranscriptQuery,
} from './transcript.schema.js';

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

  return {
    /**
     * The segments with all their fields.
     * @throws {NotFoundError}
     * @throws {InvalidStateError} when there is no transcript
     */
    segments: async (
      accountId: number,
      itemId: number,
      { mediaAssetId, words }: TranscriptQuery,
    ): Promise<Buffer> => {
      const transcript = await stored(accountId, itemId, mediaAssetId);
      const version = versionOfTranscript(transcript);
      const [input, options] = textOf(accountId, transcript);
      const segments = await threads.run('writeSegments', { ...input, withWords: words }, options);
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
     * @throws {ConflictError} when the transcript has changed in the meantime, or since the caller saw it
     */
    update: async (
      caller: Caller,
      itemId: number,
      changes: TranscriptChanges,
      { mediaAssetId, words, conditions = {} }: TranscriptQuery & { conditions?: SaveConditions | undefined },
    ): Promise<TranscriptEdit> => {
      const { accountId } = caller;
      const transcript = await stored(accountId, itemId, mediaAssetId);
      const version = versionOfTranscript(transcript);
      assertVersion(version, conditions.ifMatch);
      const [input, options] = textOf(accountId, transcript);
      const bytes = options.bytes + JSON.stringify(changes).length;
      const seen = conditions.base?.values.segments as SeenSegment[] | undefined;
      const edited = await threads.run(
        'edit',
        { ...input, changes, seen, withWords: words },
        { ...options, bytes },
      );
      if (!edited.isChanged) return editOf(version, edited);
      const { segments, contentHash, endMs, hasNewIds } = edited;
      const text = await storeLargeText(db, clock, accountId, { segments, contentHash, endMs, hasNewIds });
      return db.transaction().execute(async (trx) => {
        const item = await getLocked(trx, 'item', accountId, itemId);
        const now = await findTranscriptVersion(trx, accountId, itemId, version.mediaAssetId ?? undefined);
        if (now?.contentHash !== version.contentHash || now.updatedDate !== version.updatedDate) {
          if (conditions.ifMatch !== undefined) throw preconditionFailed();
          throw conflict('The transcript was changed by another request. Read it and try again.');
        }
        const { language } = version;
        const saved = { ...text, language, mediaAssetId: version.mediaAssetId };
        const edit = editOf(await saveEdit(trx, clock, caller, item, saved), edited);
        await requestCorrections(trx, clock, accountId, version);
        return edit;
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
    revision: async (accountId: number, itemId: number, id: number, withWords: boolean): Promise<Buffer> => {
      const revision = await revisionOf(accountId, itemId, id);
      const segments = await readText(db, accountId, revision.textId);
      const { mediaAssetId, language, endMs, sizeBytes, entryDate, replacedDate, contentHash } = revision;
      const record = { id, itemId, mediaAssetId, language, endMs, sizeBytes, entryDate, replacedDate };
      const [input, options] = textOf(accountId, { segments, contentHash });
      return withSegments(record, await threads.run('writeSegments', { ...input, withWords }, options));
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
        // The same words may have had other ids.
        return saveEdit(trx, clock, caller, item, { ...revision, hasNewIds: true });
      });
    },
  };
};
