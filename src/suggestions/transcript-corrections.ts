/**
 * Applies corrections to an item's transcript, and reverses them. The new text is prepared before the transaction,
 * because large transcripts are edited in a thread.
 */
import type { Db } from '../platform/db/dialect.js';
import type { Row } from '../platform/db/tables.js';
import type { Clock } from '../platform/lib/clock.js';
import { conflict, type AppError } from '../platform/lib/errors.js';
import { saveAndProcess } from '../transcripts/stored/save-transcript.js';
import type { ReplacedAt, Replacement } from '../transcripts/editing/replace-words.js';
import { transcriptTaskInput } from '../transcripts/stored/transcript-bytes.js';
import type { StoredSegments } from '../transcripts/stored/stored-segments.js';
import type { TranscriptThreads } from '../transcripts/transcript-tasks.js';
import { storeLargeText, type NewText } from '../transcripts/stored/transcript-text.repository.js';
import {
  findTranscript,
  findTranscriptVersion,
  type StoredTranscript,
} from '../transcripts/stored/transcript.repository.js';
import { sourceId, type Waiting } from './waiting-suggestions.js';

export interface CorrectionDeps {
  db: Db;
  clock: Clock;
  threads: TranscriptThreads;
}

/** A new text for the item's transcript. */
export interface CorrectedText {
  /** The version that it was made from. */
  base: Pick<StoredTranscript, 'mediaAssetId' | 'language' | 'contentHash' | 'updatedDate'>;
  text: NewText & Omit<StoredSegments, 'segments'>;
}

/** What each correction replaced, by the id of its suggestion. */
export type Replaced = Record<number, ReplacedAt[]>;

/** The places that a correction changed, to reverse it. */
export interface CorrectedWords {
  mediaAssetId: number | null;
  to: string;
  places: ReplacedAt[];
}

const prepared = async (
  { db, clock }: CorrectionDeps,
  accountId: number,
  base: StoredTranscript,
  edited: StoredSegments,
): Promise<CorrectedText> => ({ base, text: await storeLargeText(db, clock, accountId, edited) });

/** The transcript with the corrections among the suggestions; undefined without any, or without a transcript. */
export const correctedBy = async (
  deps: CorrectionDeps,
  accountId: number,
  itemId: number,
  waiting: readonly Waiting[],
): Promise<(CorrectedText & { replaced: Replaced }) | undefined> => {
  const replacements = waiting
    .filter(({ kind }) => kind === 'correction')
    .map((row): Replacement => ({ id: sourceId(row), from: row.replaces ?? '', to: row.text ?? '' }));
  const base = replacements.length > 0 ? await findTranscript(deps.db, accountId, itemId) : undefined;
  if (!base) return undefined;
  const [input, options] = transcriptTaskInput(accountId, base);
  const { replaced, ...edited } = await deps.threads.run('replaceWords', { ...input, replacements }, options);
  return { ...(await prepared(deps, accountId, base, edited)), replaced };
};

const hasChanged = (): AppError =>
  conflict('The transcript has been changed since where this correction changed it.');

/** @throws {ConflictError} when the transcript has changed at one of the places */
export const prepareReversal = async (
  deps: CorrectionDeps,
  accountId: number,
  itemId: number,
  { mediaAssetId, to, places }: CorrectedWords,
): Promise<CorrectedText> => {
  const base = await findTranscript(deps.db, accountId, itemId, mediaAssetId ?? undefined);
  if (!base) throw hasChanged();
  const [input, options] = transcriptTaskInput(accountId, base);
  const edited = await deps.threads.run('putBack', { ...input, to, places }, options);
  if (!edited) throw hasChanged();
  return prepared(deps, accountId, base, edited);
};

/**
 * Stores the text as the transcript. The item must be locked.
 * @returns whether that changed it
 * @throws {ConflictError} when the transcript has changed in the meantime
 */
export const saveCorrected = async (
  trx: Db,
  clock: Clock,
  item: Row<'item'>,
  { base, text }: CorrectedText,
): Promise<boolean> => {
  const { accountId, id } = item;
  const { mediaAssetId, language, contentHash, updatedDate } = base;
  const now = await findTranscriptVersion(trx, accountId, id, mediaAssetId ?? undefined);
  if (now?.contentHash !== contentHash || now.updatedDate !== updatedDate)
    throw conflict('The transcript was changed by another request. Try again.');
  if (text.contentHash === contentHash) return false;
  await saveAndProcess(trx, clock, accountId, item, { ...text, language, mediaAssetId });
  return true;
};
