/** Builds revisions and drafts of transcripts, as tests of all operations need them. */
import type { Db } from '../../src/platform/db/dialect.js';
import { insertRow } from '../../src/platform/db/rows.js';
import { putText } from './transcript-texts.js';

/** The previous transcript of the asset. */
export const buildRevision = async (
  db: Db,
  { id: mediaAssetId, itemId }: { id: number; itemId: number },
  accountId: number,
): Promise<void> => {
  const segments = JSON.stringify([{ text: 'The Lord is my shepherd.', startMs: 0, endMs: 4_100 }]);
  const date = '2026-03-01T12:00:00.000Z';
  await insertRow(db, 'transcriptRevision', {
    accountId,
    itemId,
    mediaAssetId,
    textId: await putText(db, accountId, segments),
    language: 'en',
    endMs: 4_100,
    contentHash: 'hash',
    sizeBytes: segments.length,
    entryDate: date,
    replacedDate: date,
  });
};

/** What the account's first token is changing in the transcript of the asset. */
export const buildTranscriptDraft = async (
  db: Db,
  { id: mediaAssetId, itemId }: { id: number; itemId: number },
  accountId: number,
): Promise<void> => {
  const token = await db
    .selectFrom('token')
    .select(['id', 'name'])
    .where('accountId', '=', accountId)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const date = '2026-03-01T12:00:00.000Z';
  await insertRow(db, 'transcriptDraft', {
    accountId,
    itemId,
    mediaAssetId,
    textId: await putText(db, accountId, JSON.stringify([{ text: 'Amen.', startMs: 0, endMs: 900 }])),
    caller: `token:${token.id}`,
    createdBy: JSON.stringify({ type: 'token', ...token }),
    base: '"Zm9vYmFy"',
    contentHash: '3fa9c1d2',
    operations: '[]',
    operationCount: 0,
    entryDate: date,
    updatedDate: date,
  });
};
