/** Changes a suggestion before it is accepted: its text or reference, and the start of a chapter. */
import { parseReferences } from '../../indexer/index.js';
import type { Db } from '../platform/db/dialect.js';
import { getLocked, updateRow } from '../platform/db/rows.js';
import { visibleText } from '../platform/lib/fields.js';
import { invalid } from '../platform/lib/errors.js';
import { details } from '../platform/lib/zod-issues.js';
import { assertTimeAvailable } from '../content/chapters/chapter-times.js';
import { passageProblems, type Passage } from '../content/scriptures/passage.js';
import { MAX_REPLACED_LENGTH } from '../transcripts/editing/replaced-words.js';
import type { SuggestionEdit } from './review-queue.schema.js';
import { sourceId, type Waiting } from './waiting-suggestions.js';

/** Maximum length of the text of each kind; that of a scripture is parsed. */
const MAX_LENGTH = {
  chapter: 255,
  topic: 255,
  description: 50_000,
  shortDescription: 2_000,
  correction: MAX_REPLACED_LENGTH,
};

const refuse = (path: string, message: string): never => {
  throw invalid([{ path, message }]);
};

/**
 * Checks the edit and returns the suggestion with it. The rows of chapters and scriptures are changed by
 * `storeEdit`.
 * @throws {ValidationError}
 */
export const editedSuggestion = (row: Waiting, { text, startMs }: SuggestionEdit): Waiting => {
  if (startMs !== undefined && row.kind !== 'chapter') refuse('startMs', 'is only for chapters');
  const changed = startMs === undefined ? row : { ...row, startMs };
  if (text === undefined) return changed;
  if (row.kind === 'scripture') return { ...changed, ...passageIn(text) };
  const { data, error } = visibleText(MAX_LENGTH[row.kind]).safeParse(text);
  if (error) throw invalid(details(error).map((detail) => ({ ...detail, path: 'text' })));
  // A topic of this name, or a new one.
  return { ...changed, text: data, ...(row.kind === 'topic' && { topicId: null }) };
};

/** @throws {ValidationError} when it is not one passage of the Bible */
const passageIn = (text: string): Passage => {
  const [passage, more] = parseReferences(text);
  if (!passage || more)
    return refuse('text', 'must be one Bible reference within a chapter, e.g. John 3:16-18');
  const [problem] = passageProblems(passage);
  return problem ? refuse('text', problem.message) : passage;
};

/**
 * Stores the edit of a chapter or scripture in its row; other kinds take it when they are accepted. The item must be
 * locked.
 * @throws {ValidationError} when a chapter starts beyond the end of its media
 * @throws {ConflictError} when another chapter starts at this time
 */
export const storeEdit = async (trx: Db, row: Waiting, edited: Waiting): Promise<void> => {
  const { accountId } = row;
  if (row.kind === 'chapter') {
    const asset = await getLocked(trx, 'mediaAsset', accountId, row.mediaAssetId ?? 0);
    const { startMs, text } = edited;
    if (startMs !== null && startMs !== row.startMs)
      await assertTimeAvailable(trx, asset, startMs, sourceId(row));
    await updateRow(trx, 'chapter', accountId, sourceId(row), {
      title: text ?? '',
      startMs: startMs ?? 0,
      score: null,
    });
  } else if (row.kind === 'scripture') {
    const { book, chapter, verseStart, verseEnd } = edited as Waiting & Passage;
    const passage = { book, chapter, verseStart, verseEnd };
    await updateRow(trx, 'scripture', accountId, sourceId(row), { ...passage, score: null });
  }
};
