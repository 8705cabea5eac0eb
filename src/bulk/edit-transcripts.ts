/**
 * Replaces texts in the transcripts of the items of a batch, and restores the former texts. Transcripts are edited
 * before the transaction that stores them, because a long one takes longer than others should wait.
 */
import type { Db } from '../platform/db/dialect.js';
import type { Caller } from '../platform/lib/caller.js';
import type { Clock } from '../platform/lib/clock.js';
import { AppError } from '../platform/lib/errors.js';
import type { Row } from '../platform/db/tables.js';
import { assertMayProcess } from '../content/items/draft-policy.js';
import { saveEdit } from '../transcripts/stored/save-transcript.js';
import type { StoredSegments } from '../transcripts/stored/stored-segments.js';
import type { TextReplacement } from '../transcripts/editing/text-matches.js';
import { transcriptTaskInput } from '../transcripts/stored/transcript-bytes.js';
import type { ReplacedText, RevertedText } from '../transcripts/editing/editing-tasks.js';
import type { TranscriptThreads } from '../transcripts/transcript-tasks.js';
import { storeLargeText } from '../transcripts/stored/transcript-text.repository.js';
import {
  findTranscript,
  findTranscriptVersion,
  type StoredTranscript,
  versionOfTranscript,
  type TranscriptInput,
  type TranscriptVersion,
} from '../transcripts/stored/transcript.repository.js';
import {
  existingItems,
  failedBy,
  lockItems,
  unchanged,
  type BulkBatch,
  type ItemResult,
} from './bulk-batch.js';

/** Maximum number of places that a job lists. */
export const MAX_HITS = 200;

export interface EditDeps {
  db: Db;
  clock: Clock;
  threads: TranscriptThreads;
}

/** The edit of an item's transcript, and the version that it was made from. */
interface Edit<E> {
  transcript: TranscriptVersion & Pick<StoredTranscript, 'isCurrent'>;
  edited: E;
  input: TranscriptInput | null;
}
/** By item; an item without a transcript has none, and an edit that is not valid is an error. */
type Edits<E> = Map<number, Edit<E> | AppError>;

/** What an undo needs to know of a replacement. */
export interface TextUndo {
  mediaAssetId: number | null;
  /** JSON; a list in those that earlier versions have stored. */
  texts: string | object;
}

type Edited = { stored: StoredSegments | null };

const prepare = async <E extends Edited>(
  { db, clock }: EditDeps,
  { caller: { accountId } }: BulkBatch,
  itemId: number,
  mediaAssetId: number | undefined,
  edit: (transcript: StoredTranscript) => Promise<E>,
): Promise<Edit<E> | AppError | undefined> => {
  const found = await findTranscript(db, accountId, itemId, mediaAssetId);
  if (!found) return undefined;
  const transcript = { ...versionOfTranscript(found), isCurrent: found.isCurrent };
  try {
    const edited = await edit(found);
    const { language } = transcript;
    const input = edited.stored
      ? {
          ...(await storeLargeText(db, clock, accountId, edited.stored)),
          language,
          mediaAssetId: transcript.mediaAssetId,
        }
      : null;
    return { transcript, edited, input };
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error;
    throw error;
  }
};

const jobInput = ({ caller: { accountId } }: BulkBatch, transcript: StoredTranscript) => {
  const [input, options] = transcriptTaskInput(accountId, transcript);
  return [input, { ...options, isJob: true }] as const;
};

/** @param hitsLeft number of places that may still be listed */
export const prepareReplacements = async (
  deps: EditDeps,
  batch: BulkBatch,
  replacement: TextReplacement,
  hitsLeft: number,
): Promise<Edits<ReplacedText>> => {
  const edits: Edits<ReplacedText> = new Map();
  let maxHits = hitsLeft;
  for (const itemId of batch.ids) {
    const edit = await prepare(deps, batch, itemId, undefined, (transcript) => {
      const [input, options] = jobInput(batch, transcript);
      const { isDryRun } = batch;
      return deps.threads.run('replaceText', { ...input, replacement, maxHits, isDryRun }, options);
    });
    if (!edit) continue;
    edits.set(itemId, edit);
    if (!(edit instanceof AppError)) maxHits -= edit.edited.hits.length;
  }
  return edits;
};

/** @param undos what the job had replaced, by item */
export const prepareReversions = async (
  deps: EditDeps,
  batch: BulkBatch,
  undos: ReadonlyMap<number, TextUndo>,
): Promise<Edits<RevertedText>> => {
  const edits: Edits<RevertedText> = new Map();
  for (const [itemId, { mediaAssetId, texts }] of undos) {
    const edit = await prepare(deps, batch, itemId, mediaAssetId ?? undefined, (transcript) => {
      const [input, options] = jobInput(batch, transcript);
      const changes = typeof texts === 'string' ? texts : JSON.stringify(texts);
      return deps.threads.run('revertText', { ...input, changes }, options);
    });
    if (edit) edits.set(itemId, edit);
  }
  return edits;
};

/** Whether a transcript has changed since the edits were made, so that they must be made again. */
const areOutdated = async (trx: Db, accountId: number, edits: Edits<unknown>): Promise<boolean> => {
  for (const [itemId, edit] of edits) {
    if (edit instanceof AppError) continue;
    const { mediaAssetId, contentHash, updatedDate, isCurrent } = edit.transcript;
    const now = await findTranscriptVersion(trx, accountId, itemId, mediaAssetId ?? undefined);
    if (now?.contentHash !== contentHash || now.updatedDate !== updatedDate || now.isCurrent !== isCurrent)
      return true;
  }
  return false;
};

interface Saving {
  trx: Db;
  clock: Clock;
  caller: Caller;
}

type Save<E> = (
  saving: Saving,
  item: Row<'item'>,
  edit: Edit<E> | AppError | undefined,
) => Promise<ItemResult>;

const saveEdits =
  <E>(save: Save<E>) =>
  /** @returns undefined, having written nothing, when a transcript has changed since the edits were made */
  async (
    trx: Db,
    clock: Clock,
    batch: BulkBatch,
    edits: Edits<E>,
  ): Promise<Map<number, ItemResult> | undefined> => {
    const { caller } = batch;
    const results = new Map<number, ItemResult>();
    const rows = await lockItems(trx, batch);
    if (await areOutdated(trx, caller.accountId, edits)) return undefined;
    for (const item of existingItems(batch, rows, results))
      results.set(item.id, await save({ trx, clock, caller }, item, edits.get(item.id)));
    return results;
  };

/** The result of a locked item whose text was replaced. */
const saveReplacement = async (
  { trx, clock, caller }: Saving,
  item: Row<'item'>,
  edit: Edit<ReplacedText> | AppError | undefined,
): Promise<ItemResult> => {
  const { id: itemId } = item;
  if (!edit) return unchanged(itemId, 'It has no transcript.');
  if (edit instanceof AppError) return failedBy(itemId, edit);
  const { edited, input, transcript } = edit;
  const hits = { count: edited.count, first: edited.hits };
  if (edited.count === 0) return { ...unchanged(itemId, 'Its transcript does not have the text.'), hits };
  if (!edited.isChanged) return { ...unchanged(itemId), hits };
  try {
    if (input) await saveEdit(trx, clock, caller, item, input);
    else assertMayProcess(caller, item);
  } catch (error) {
    if (error instanceof AppError) return { ...failedBy(itemId, error), hits };
    throw error;
  }
  return {
    itemId,
    outcome: 'changed',
    hits,
    changes: [{ field: 'transcript', from: null, to: null }],
    undo: { mediaAssetId: transcript.mediaAssetId, texts: edited.changes } satisfies TextUndo,
    logged: { operation: 'updateTranscript', changedFields: ['segments'] },
  };
};

/** The result of a locked item whose former texts were restored, as far as the new ones stood. */
const saveReversion = async (
  { trx, clock, caller }: Saving,
  item: Row<'item'>,
  edit: Edit<RevertedText> | AppError | undefined,
): Promise<ItemResult> => {
  const { id: itemId } = item;
  if (edit instanceof AppError) return failedBy(itemId, edit);
  const kept = edit?.edited.kept ?? 1;
  const isKept = kept > 0 && {
    kept: ['transcript'],
    reason: { type: null, message: 'Its transcript has changed since.' },
  };
  if (!edit?.input) return { itemId, outcome: 'kept', kept: ['transcript'], ...isKept };
  try {
    await saveEdit(trx, clock, caller, item, edit.input);
  } catch (error) {
    if (error instanceof AppError) return failedBy(itemId, error);
    throw error;
  }
  return {
    itemId,
    outcome: isKept ? 'kept' : 'changed',
    ...isKept,
    changes: [{ field: 'transcript', from: null, to: null }],
    logged: { operation: 'updateTranscript', changedFields: ['segments'] },
  };
};

export const saveReplacements = saveEdits(saveReplacement);
export const saveReversions = saveEdits(saveReversion);
