/** Drafts of transcripts in SQL: one per caller and transcript, which keeps the text that it was made from. */
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { releaseTexts } from './transcript-text.repository.js';
import { rowsWhere, updateWhere, deleteWhere } from '../../platform/db/rows.js';

/** A draft without its operations, which may be large. */
export type Draft = Omit<Row<'transcriptDraft'>, 'operations'>;

const COLUMNS = [
  'id',
  'accountId',
  'itemId',
  'mediaAssetId',
  'caller',
  'createdBy',
  'textId',
  'base',
  'contentHash',
  'operationCount',
  'entryDate',
  'updatedDate',
] as const;

const drafts = (db: Db, accountId: number, itemId: number) =>
  rowsWhere(db, 'transcriptDraft', { accountId, itemId });

/** All drafts of a caller of an item's transcripts, the one saved last first. */
export const findOwnDrafts = (
  db: Db,
  accountId: number,
  itemId: number,
  callerKey: string,
): Promise<Draft[]> =>
  drafts(db, accountId, itemId)
    .select(COLUMNS)
    .where('caller', '=', callerKey)
    .orderBy('updatedDate', 'desc')
    .orderBy('id', 'desc')
    .execute();

export const findTranscriptDraft = (
  db: Db,
  accountId: number,
  itemId: number,
  id: number,
): Promise<Draft | undefined> =>
  drafts(db, accountId, itemId).select(COLUMNS).where('id', '=', id).executeTakeFirst();

/** Like `findTranscriptDraft`, with its operations. */
export const readDraft = (
  db: Db,
  accountId: number,
  itemId: number,
  id: number,
): Promise<Row<'transcriptDraft'> | undefined> =>
  drafts(db, accountId, itemId).selectAll().where('id', '=', id).executeTakeFirst();

/** @param known the caller's draft of this transcript, which it replaces */
export const storeDraft = async (
  trx: Db,
  known: Draft | undefined,
  draft: Omit<Row<'transcriptDraft'>, 'id' | 'entryDate'>,
): Promise<Draft> => {
  const { updatedDate, accountId } = draft;
  if (!known)
    return trx
      .insertInto('transcriptDraft')
      .values({ ...draft, entryDate: updatedDate })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
  const row = await updateWhere(trx, 'transcriptDraft', { accountId, id: known.id })
    .set(draft)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  if (known.textId !== draft.textId) await releaseTexts(trx, updatedDate, accountId, [known.textId]);
  return row;
};

export const deleteTranscriptDraft = async (
  trx: Db,
  now: string,
  { accountId, id, textId }: Pick<Draft, 'accountId' | 'id' | 'textId'>,
): Promise<void> => {
  await deleteWhere(trx, 'transcriptDraft', { accountId, id }).execute();
  await releaseTexts(trx, now, accountId, [textId]);
};

/** Lets drafts follow their transcript to another media asset, except for callers who have one of that. */
export const moveDrafts = async (
  trx: Db,
  accountId: number,
  itemId: number,
  { from, to }: { from: number; to: number },
): Promise<void> => {
  await updateWhere(trx, 'transcriptDraft', { accountId, itemId, mediaAssetId: from })
    .set({ mediaAssetId: to })
    .where('caller', 'not in', ({ selectFrom }) =>
      selectFrom('transcriptDraft as other')
        .select('other.caller')
        .where('other.itemId', '=', itemId)
        .where('other.mediaAssetId', '=', to),
    )
    .execute();
};

/** A version of a transcript, current or former, with what its ETag is made of. */
export interface StoredVersion {
  itemId: number;
  mediaAssetId: number;
  language: string | null;
  endMs: number | null;
  contentHash: string;
  updatedDate: string;
  textId: number;
}

/** All versions that are stored of an item's transcripts, current ones first. */
export const storedVersions = async (db: Db, accountId: number, itemId: number): Promise<StoredVersion[]> => {
  const columns = ['itemId', 'mediaAssetId', 'language', 'endMs', 'contentHash', 'textId'] as const;
  const current = await rowsWhere(db, 'transcript', { accountId, itemId })
    .select([...columns, 'updatedDate'])
    .execute();
  const former = await rowsWhere(db, 'transcriptRevision', { accountId, itemId })
    .select([...columns, 'entryDate as updatedDate'])
    .orderBy('id', 'desc')
    .execute();
  return [...current, ...former].flatMap(({ mediaAssetId, ...version }) =>
    mediaAssetId === null ? [] : { ...version, mediaAssetId },
  );
};
