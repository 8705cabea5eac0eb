/** The review queue: the suggestions of all items, decided one by one, and undone. */
import { isDeepStrictEqual } from 'node:util';
import { lockAccount } from '../identity/accounts/account.repository.js';
import { listPage, type ListParams, type Page } from '../platform/db/list-query.js';
import { getLocked, updateRow } from '../platform/db/rows.js';
import type { Row } from '../platform/db/tables.js';
import type { Caller } from '../platform/lib/caller.js';
import { invalidState, notFound, invalid } from '../platform/lib/errors.js';
import { assertVersion, withVersionOf } from '../platform/lib/etag.js';
import { assertMayChange } from '../content/items/draft-policy.js';
import type { ReviewedState } from '../content/items/suggested-rows.js';
import { completeQueue, queuedOf } from './review-queue.repository.js';
import { reviewQueue, type QueuedSuggestion, type SuggestionEdit } from './review-queue.schema.js';
import { resolveSuggestions } from './resolve-suggestions.js';
import { decisionChanges, decidedRow, findDecision } from './suggestion-decision.repository.js';
import { correctedBy, prepareReversal, type CorrectionDeps } from './transcript-corrections.js';
import { undoDecision } from './undo-decision.js';
import { findWaiting, type Waiting, sourceId } from './waiting-suggestions.js';
import { accountReaders } from '../identity/accounts/account.repository.js';
import { parseReferences, type Readers, type VerseRange } from '../../indexer/index.js';
import type { Db } from '../platform/db/dialect.js';
import { visibleText } from '../platform/lib/fields.js';
import { details } from '../platform/lib/zod-issues.js';
import { assertTimeAvailable } from '../content/chapters/chapter-times.js';
import { passageProblems } from '../content/scriptures/passage.js';
import { MAX_REPLACED_LENGTH } from '../transcripts/editing/replaced-words.js';

export type ReviewQueueService = ReturnType<typeof createReviewQueueService>;

export const createReviewQueueService = (deps: CorrectionDeps) => {
  const { db, clock } = deps;

  const completed = async (row: Waiting, expand: readonly string[] = []): Promise<QueuedSuggestion> => {
    const [record] = await completeQueue(db, row.accountId, [row], expand);
    if (!record) throw notFound();
    return withVersionOf(record, row);
  };

  /**
   * The entry as it was decided, if it has been decided in the same way before.
   * @throws {NotFoundError}
   * @throws {InvalidStateError} when it has been decided otherwise
   */
  const decidedBefore = async (
    accountId: number,
    id: number,
    status: ReviewedState,
    edit: SuggestionEdit,
  ): Promise<QueuedSuggestion> => {
    const decision = await findDecision(db, accountId, id);
    if (!decision) throw notFound();
    const decided = decidedRow(decision);
    // An edit of a topic's name leaves open which topic that is.
    const readers = await accountReaders(db, accountId);
    const asked = { ...editedSuggestion(decided, edit, readers), topicId: decided.topicId };
    if (decision.status !== status || !isDeepStrictEqual(asked, decided))
      throw invalidState(`This suggestion was ${decision.status}. Undo that first.`);
    return { ...queuedOf(decided, readers.versification), status };
  };

  /** @throws {NotFoundError} when nobody has decided it, or its item is deleted */
  const decisionOf = async (accountId: number, id: number): Promise<Row<'suggestionDecision'>> => {
    const decision = await findDecision(db, accountId, id);
    if (decision) return decision;
    if (await findWaiting(db, accountId, id))
      throw invalidState('This suggestion waits: there is nothing to undo.');
    throw notFound();
  };

  return {
    list: async ({ accountId }: Caller, params: ListParams): Promise<Page<QueuedSuggestion>> => {
      const { rows, totalRecords } = await listPage(db, reviewQueue, accountId, params);
      return { rows: await completeQueue(db, accountId, rows, params.expand), totalRecords };
    },

    /** @throws {NotFoundError} when it does not wait */
    get: async ({ accountId }: Caller, id: number, expand?: readonly string[]): Promise<QueuedSuggestion> => {
      const row = await findWaiting(db, accountId, id);
      if (!row) throw notFound();
      return completed(row, expand);
    },

    /**
     * Safe to repeat.
     * @param edit what to accept instead
     * @throws {NotFoundError}
     * @throws {PermissionError} when the caller may not change the item, or create the topic
     * @throws {PreconditionFailedError}
     * @throws {InvalidStateError} when it has been decided otherwise
     * @throws {ValidationError} when the edit does not fit
     * @throws {ConflictError} when another chapter starts at this time, or the transcript has changed meanwhile
     */
    decide: async (
      caller: Caller,
      id: number,
      status: ReviewedState,
      { edit = {}, ifMatch }: { edit?: SuggestionEdit; ifMatch?: string | undefined } = {},
    ): Promise<QueuedSuggestion> => {
      const { accountId } = caller;
      const known = await findWaiting(db, accountId, id);
      if (!known) return decidedBefore(accountId, id, status, edit);
      const readers = await accountReaders(db, accountId);
      const asAccepted = editedSuggestion(known, edit, readers);
      const corrected =
        status === 'accepted' ? await correctedBy(deps, accountId, known.itemId, [asAccepted]) : undefined;
      const decided = await db.transaction().execute(async (trx) => {
        if (status === 'accepted' && known.kind === 'topic') await lockAccount(trx, accountId);
        const item = await getLocked(trx, 'item', accountId, known.itemId);
        assertMayChange(caller, item);
        const row = await findWaiting(trx, accountId, id);
        // Somebody else has decided it in the meantime.
        if (!row) return undefined;
        assertVersion(row, ifMatch);
        const edited = editedSuggestion(row, edit, readers);
        await resolveSuggestions(trx, clock, caller, item, {
          status,
          waiting: [edited],
          corrected,
          ...(edited !== row && { edit: () => storeEdit(trx, row, edited) }),
        });
        return edited;
      });
      return decided
        ? { ...queuedOf(decided, readers.versification), status }
        : decidedBefore(accountId, id, status, edit);
    },

    /**
     * @throws {NotFoundError}
     * @throws {PermissionError} when the caller may not change the item
     * @throws {InvalidStateError} when it waits
     * @throws {ConflictError} when what the decision changed has been changed since
     */
    undo: async (caller: Caller, id: number): Promise<QueuedSuggestion> => {
      const { accountId } = caller;
      const known = await decisionOf(accountId, id);
      const { words, topic } = decisionChanges(known);
      const corrected = words && (await prepareReversal(deps, accountId, known.itemId, words));
      const row = await db.transaction().execute(async (trx) => {
        if (topic?.isNew) await lockAccount(trx, accountId);
        const item = await getLocked(trx, 'item', accountId, known.itemId);
        assertMayChange(caller, item);
        const decision = await findDecision(trx, accountId, id);
        if (decision?.id === known.id) await undoDecision(trx, clock, caller, item, decision, corrected);
        return findWaiting(trx, accountId, id);
      });
      if (!row) throw notFound();
      return completed(row);
    },
  };
};

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
const editedSuggestion = (row: Waiting, { text, startMs }: SuggestionEdit, readers: Readers): Waiting => {
  if (startMs !== undefined && row.kind !== 'chapter') refuse('startMs', 'is only for chapters');
  const changed = startMs === undefined ? row : { ...row, startMs };
  if (text === undefined) return changed;
  if (row.kind === 'scripture') return { ...changed, ...passageIn(text, readers) };
  const { data, error } = visibleText(MAX_LENGTH[row.kind]).safeParse(text);
  if (error) throw invalid(details(error).map((detail) => ({ ...detail, path: 'text' })));
  // A topic of this name, or a new one.
  return { ...changed, text: data, ...(row.kind === 'topic' && { topicId: null }) };
};

/** @throws {ValidationError} when it is not one passage of the Bible */
const passageIn = (text: string, readers: Readers): VerseRange => {
  const [passage, more] = parseReferences(text, readers);
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
const storeEdit = async (trx: Db, row: Waiting, edited: Waiting): Promise<void> => {
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
    const { book, chapter, verseStart, verseEnd } = edited as Waiting & VerseRange;
    const passage = { book, chapter, verseStart, verseEnd };
    await updateRow(trx, 'scripture', accountId, sourceId(row), { ...passage, score: null });
  }
};
