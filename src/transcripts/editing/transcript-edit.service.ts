/** Edits transcripts, and restores their revisions. */
import type { Db } from '../../platform/db/dialect.js';
import type { SaveConditions } from '../../platform/db/save-conditions.js';
import { getLocked } from '../../platform/db/rows.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import { conflict, preconditionFailed } from '../../platform/lib/errors.js';
import { assertVersion } from '../../platform/lib/etag.js';
import { transcriptEditOf, type TranscriptEdit } from './edited-segments.js';
import type { EditingThreads } from './editing-tasks.js';
import { requestCorrections, saveEdit } from '../stored/save-transcript.js';
import { transcriptTaskInput } from '../stored/transcript-bytes.js';
import type { SeenSegment, TranscriptChanges } from './transcript-edit.schema.js';
import { getRevision } from '../stored/transcript-revision.repository.js';
import { storeLargeText } from '../stored/transcript-text.repository.js';
import {
  findMedia,
  findTranscriptVersion,
  getTranscript,
  versionOfTranscript,
  type TranscriptVersion,
} from '../stored/transcript.repository.js';
import type { TranscriptQuery } from '../stored/transcript.schema.js';

export type TranscriptEditService = ReturnType<typeof createTranscriptEditService>;

export const createTranscriptEditService = ({
  db,
  clock,
  threads,
}: {
  db: Db;
  clock: Clock;
  threads: EditingThreads;
}) => ({
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
    const transcript = await getTranscript(db, accountId, itemId, mediaAssetId);
    const version = versionOfTranscript(transcript);
    assertVersion(version, conditions.ifMatch);
    const [input, options] = transcriptTaskInput(accountId, transcript);
    const bytes = options.bytes + JSON.stringify(changes).length;
    const seen = conditions.base?.values.segments as SeenSegment[] | undefined;
    const edited = await threads.run(
      'edit',
      { ...input, changes, seen, withWords: words },
      { ...options, bytes },
    );
    if (!edited.isChanged) return transcriptEditOf(version, edited);
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
      const edit = transcriptEditOf(await saveEdit(trx, clock, caller, item, saved), edited);
      await requestCorrections(trx, clock, accountId, version);
      return edit;
    });
  },

  /**
   * Restores a revision as the transcript; the current one becomes a revision.
   * @throws {NotFoundError}
   * @throws {ConflictError} when its media asset has been deleted
   */
  restore: async (caller: Caller, itemId: number, id: number): Promise<TranscriptVersion> => {
    const { accountId } = caller;
    const revision = await getRevision(db, accountId, itemId, id);
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
});
