/** Finds drafts of transcripts, and the versions that they are made from. */
import type { Db } from '../../platform/db/dialect.js';
import { findRow } from '../../platform/db/rows.js';
import { callerKey, may, type Caller } from '../../platform/lib/caller.js';
import { conflict, forbidden, notFound } from '../../platform/lib/errors.js';
import { versionOf, withVersion } from '../../platform/lib/etag.js';
import {
  findTranscriptDraft,
  findOwnDrafts,
  storedVersions,
  type Draft,
} from '../stored/transcript-draft.repository.js';
import { findTranscriptVersion, versionOfTranscript } from '../stored/transcript.repository.js';

/** Which draft: the caller's of the transcript of a media asset, or somebody's by its id. */
export interface DraftQuery {
  mediaAssetId?: number | undefined;
  draftId?: number | undefined;
}

/** What the ETag of a draft is made of. */
export const versionOfDraft = ({ id, base, updatedDate }: Draft) => ({ id, base, updatedDate });

/** The transcript that the draft is of, as it is now; undefined if it was removed. */
export const transcriptOfDraft = (db: Db, { accountId, itemId, mediaAssetId }: Draft) =>
  findTranscriptVersion(db, accountId, itemId, mediaAssetId);

/** The caller's draft: of the media asset; by default of the current transcript, otherwise the one saved last. */
export const findOwnDraft = async (
  db: Db,
  caller: Caller,
  itemId: number,
  mediaAssetId?: number,
): Promise<Draft | undefined> => {
  const { accountId } = caller;
  const own = await findOwnDrafts(db, accountId, itemId, callerKey(caller));
  if (mediaAssetId !== undefined) return own.find((draft) => draft.mediaAssetId === mediaAssetId);
  const current = own.length > 1 ? await findTranscriptVersion(db, accountId, itemId) : undefined;
  return own.find((draft) => draft.mediaAssetId === current?.mediaAssetId) ?? own[0];
};

/**
 * @throws {NotFoundError}
 * @throws {PermissionError} when it is somebody else's, and the caller may not apply it
 */
export const getDraft = async (
  db: Db,
  caller: Caller,
  itemId: number,
  { mediaAssetId, draftId }: DraftQuery,
): Promise<Draft> => {
  const { accountId } = caller;
  const item = await findRow(db, 'item', accountId, itemId);
  const find = (): Promise<Draft | undefined> =>
    draftId === undefined
      ? findOwnDraft(db, caller, itemId, mediaAssetId)
      : findTranscriptDraft(db, accountId, itemId, draftId);
  const draft = item && (await find());
  if (!draft) throw notFound();
  if (draft.caller !== callerKey(caller) && !may(caller, 'content:write'))
    throw forbidden('This draft is somebody else’s, for which you need the scope content:write');
  return draft;
};

/**
 * The version of a transcript that has this ETag.
 * @throws {ConflictError} when it is not stored any more
 */
export const getBase = async (
  trx: Db,
  caller: Caller,
  itemId: number,
  base: string,
): Promise<Pick<Draft, 'mediaAssetId' | 'textId' | 'contentHash'>> => {
  const { accountId } = caller;
  const own = await findOwnDrafts(trx, accountId, itemId, callerKey(caller));
  const known = own.find((draft) => draft.base === base);
  if (known) return known;
  const versions = await storedVersions(trx, accountId, itemId);
  const version = versions.find((one) => versionOf(withVersion(versionOfTranscript(one))) === base);
  if (version) return version;
  throw conflict(
    'The ETag in `base` is of no version of this transcript, or of one that is not among its revisions any more. Read the segments again.',
  );
};
