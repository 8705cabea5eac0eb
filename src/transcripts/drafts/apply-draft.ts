/** Applies a draft of a transcript as one edit, merged with what others have changed since. */
import type { Db } from '../../platform/db/dialect.js';
import { findRow, getLocked } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import type { Caller } from '../../platform/lib/caller.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { conflict, editConflict, notFound, type AppError } from '../../platform/lib/errors.js';
import { assertVersion } from '../../platform/lib/etag.js';
import { assertMayProcess } from '../../content/items/draft-policy.js';
import { getDraft, transcriptOfDraft, versionOfDraft, type DraftQuery } from './find-draft.js';
import { saveEdit, requestCorrections } from '../stored/save-transcript.js';
import { transcriptEditOf, type TranscriptEdit } from '../editing/edited-segments.js';
import type { TranscriptText } from '../stored/stored-segments.js';
import type { DraftThreads, MergedDraft } from './draft-tasks.js';
import {
  deleteTranscriptDraft,
  findTranscriptDraft,
  readDraft,
} from '../stored/transcript-draft.repository.js';
import type { DraftDecision } from './transcript-draft.schema.js';
import { readText, storeLargeText } from '../stored/transcript-text.repository.js';
import { versionOfTranscript } from '../stored/transcript.repository.js';

export interface DraftDeps {
  db: Db;
  clock: Clock;
  threads: DraftThreads;
}

export interface ApplyOptions extends DraftQuery {
  decisions: readonly DraftDecision[];
  words: boolean;
  ifMatch: string | undefined;
}

export interface AppliedDraft extends TranscriptEdit {
  /** JSON of the author. */
  draftAuthor: string;
}

export const textOfDraft = async (
  db: Db,
  { accountId, textId, contentHash }: Pick<Row<'transcriptDraft'>, 'accountId' | 'textId' | 'contentHash'>,
): Promise<TranscriptText> => ({ segments: await readText(db, accountId, textId), contentHash });

/** @returns undefined if the transcript or the draft has changed meanwhile */
export const applyDraft = async (
  { db, clock, threads }: DraftDeps,
  caller: Caller,
  itemId: number,
  options: ApplyOptions,
): Promise<AppliedDraft | undefined> => {
  const { accountId } = caller;
  const { id } = await getDraft(db, caller, itemId, options);
  const draft = await readDraft(db, accountId, itemId, id);
  const item = await findRow(db, 'item', accountId, itemId);
  if (!draft || !item) throw notFound();
  assertVersion(versionOfDraft(draft), options.ifMatch);
  assertMayProcess(caller, item);
  const current = await transcriptOfDraft(db, draft);
  if (!current)
    throw conflict(
      'The transcript of this draft was removed. Restore a revision of it, or discard the draft.',
    );
  const merged = await merge({ db, threads }, draft, current, options);
  if (merged.conflicts) throw conflictOf(merged);
  const { segments, contentHash, endMs, hasNewIds, isChanged } = merged;
  const edit = { segments, contentHash, endMs, hasNewIds };
  const text = isChanged ? await storeLargeText(db, clock, accountId, edit) : undefined;
  return db.transaction().execute(async (trx) => {
    const locked = await getLocked(trx, 'item', accountId, itemId);
    const draftNow = await findTranscriptDraft(trx, accountId, itemId, id);
    if (!draftNow) throw notFound();
    const now = await transcriptOfDraft(trx, draft);
    if (now?.textId !== current.textId || now.updatedDate !== current.updatedDate) return undefined;
    if (draftNow.updatedDate !== draft.updatedDate) return undefined;
    await deleteTranscriptDraft(trx, isoTime(clock), draft);
    const { language, mediaAssetId } = current;
    const version = text
      ? await saveEdit(trx, clock, caller, locked, { ...text, language, mediaAssetId }, draft.createdBy)
      : versionOfTranscript(current);
    if (text) await requestCorrections(trx, clock, accountId, { itemId, mediaAssetId });
    return { ...transcriptEditOf(version, merged), draftAuthor: draft.createdBy };
  });
};

const merge = async (
  { db, threads }: Pick<DraftDeps, 'db' | 'threads'>,
  draft: Row<'transcriptDraft'>,
  current: { textId: number; contentHash: string },
  { decisions, words }: ApplyOptions,
): Promise<MergedDraft> => {
  const { accountId, operations } = draft;
  const base = await textOfDraft(db, draft);
  const isBase = current.textId === draft.textId;
  const now = isBase ? null : await textOfDraft(db, { ...current, accountId });
  const bytes = base.segments.length + (now?.segments.length ?? 0) + operations.length;
  return threads.run(
    'mergeDraft',
    { base, current: now, operations, decisions, withWords: words },
    { accountId, bytes, path: 'operations' },
  );
};

const conflictOf = ({
  conflicts,
  moreConflicts,
}: Extract<MergedDraft, { moreConflicts: number }>): AppError => {
  const count = conflicts.length + moreConflicts;
  const segments = count === 1 ? '1 segment has' : `${count} segments have`;
  const listed = moreConflicts > 0 ? ` \`conflicts\` lists the first ${conflicts.length}.` : '';
  return editConflict(
    `Nothing was changed, because ${segments} changed both in the transcript and in the draft.${listed} Send \`decisions\` about them.`,
    conflicts,
  );
};
