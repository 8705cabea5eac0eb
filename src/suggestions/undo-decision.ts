/** Undoes decisions about suggestions: what they changed is as before, and the suggestions wait again. */
import type { Db } from '../platform/db/dialect.js';
import { findRow, updateRow, inSavepoint, rowsWhere } from '../platform/db/rows.js';
import type { Row } from '../platform/db/tables.js';
import { authorOf, type Caller } from '../platform/lib/caller.js';
import { isoTimeAfter, type Clock } from '../platform/lib/clock.js';
import { AppError, conflict } from '../platform/lib/errors.js';
import { assertMayProcess } from '../content/items/draft-policy.js';
import { countItems } from '../content/items/item-links.repository.js';
import {
  linkedIds,
  recordRevision,
  snapshotOf,
  type ItemSnapshot,
} from '../content/items/item-revisions.repository.js';
import { setItemTopics } from '../content/items/item.repository.js';
import { removeTopic } from '../content/topics/topic.service.js';
import { reverseChanges } from './decided-rows.js';
import { notesOf, publishChange } from './resolve-suggestions.js';
import { decisionChanges, decidedRow, deleteDecision } from './suggestion-decision.repository.js';
import { saveCorrected, type CorrectedText } from './transcript-corrections.js';
import type { AcceptedTopic } from './topic-suggestions.js';
import type { Waiting } from './waiting-suggestions.js';

/**
 * The item must be locked and the caller allowed to change it; the account must be locked before it if the decision
 * created a topic.
 * @param corrected the transcript without the words of an accepted correction
 * @throws {ConflictError} when what it changed has been changed since
 * @throws {PermissionError} when the transcript changes and the caller may not have it processed
 */
export const undoDecision = async (
  trx: Db,
  clock: Clock,
  caller: Caller,
  item: Row<'item'>,
  decision: Row<'suggestionDecision'>,
  corrected: CorrectedText | undefined,
): Promise<void> => {
  const before = await snapshotOf(trx, item, decisionChanges(decision).topic ? ['topics'] : []);
  await reverse(trx, clock, caller, item, decision);
  if (corrected) assertMayProcess(caller, item);
  const isTranscriptChanged = corrected !== undefined && (await saveCorrected(trx, clock, item, corrected));
  await recordReversal(trx, clock, caller, item, before, [decidedRow(decision)], isTranscriptChanged);
};

/**
 * Undoes what it can of several decisions of one item about anything but its transcript. The account and the item
 * must be locked and the caller allowed to change it.
 * @returns the suggestions that wait again, and those of which something has changed since
 */
export const undoDecisions = async (
  trx: Db,
  clock: Clock,
  caller: Caller,
  item: Row<'item'>,
  decisions: readonly Row<'suggestionDecision'>[],
): Promise<{ undone: Waiting[]; kept: Waiting[] }> => {
  const before = await snapshotOf(trx, item, ['topics']);
  const undone: Waiting[] = [];
  const kept: Waiting[] = [];
  for (const decision of decisions)
    try {
      await inSavepoint(trx, () => reverse(trx, clock, caller, item, decision));
      undone.push(decidedRow(decision));
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 409) throw error;
      kept.push(decidedRow(decision));
    }
  if (undone.length > 0) await recordReversal(trx, clock, caller, item, before, undone, false);
  return { undone, kept };
};

const reverse = async (
  trx: Db,
  clock: Clock,
  caller: Caller,
  item: Row<'item'>,
  decision: Row<'suggestionDecision'>,
): Promise<void> => {
  const { rows, topic } = decisionChanges(decision);
  await reverseChanges(trx, clock, caller, item, rows);
  if (topic) await withdrawTopic(trx, clock, caller, item, topic);
  await deleteDecision(trx, item.accountId, decision.id);
};

/** Adds a revision, and notifies the index and webhooks. */
const recordReversal = async (
  trx: Db,
  clock: Clock,
  caller: Caller,
  item: Row<'item'>,
  before: ItemSnapshot,
  undone: readonly Waiting[],
  isTranscriptChanged: boolean,
): Promise<void> => {
  const changed = (await findRow(trx, 'item', item.accountId, item.id)) ?? item;
  const notes = notesOf(undone, { isTranscriptChanged });
  await recordRevision(trx, clock, caller, before, { ...changed, status: item.status }, { notes });
  await publishChange(trx, clock, changed, undone);
};

/**
 * Takes the topic from the item, and deletes it if accepting it created it and nothing else uses it.
 * @throws {ConflictError} when somebody else has taken it from the item
 */
const withdrawTopic = async (
  trx: Db,
  clock: Clock,
  caller: Caller,
  item: Row<'item'>,
  { id, isNew, isAdded }: AcceptedTopic,
): Promise<void> => {
  const { accountId } = item;
  if (isAdded) {
    const linked = await linkedIds(trx, item, 'topics');
    if (!linked.includes(id))
      throw conflict('It cannot be undone: somebody has changed this since (topics).');
    await setItemTopics(
      trx,
      accountId,
      item.id,
      linked.filter((topicId) => topicId !== id),
    );
    await updateRow(trx, 'item', accountId, item.id, {
      updatedDate: isoTimeAfter(clock, item.updatedDate),
      updatedBy: authorOf(caller),
    });
  }
  const topic = isNew ? await findRow(trx, 'topic', accountId, id) : undefined;
  if (!topic || topic.updatedDate !== topic.entryDate) return;
  const isUsed = (await countItems(trx, 'itemTopic', accountId, [id])).size > 0;
  if (!isUsed && !(await isSuggested(trx, accountId, id))) await removeTopic(trx, clock, caller, id);
};

const isSuggested = async (trx: Db, accountId: number, topicId: number): Promise<boolean> =>
  (await rowsWhere(trx, 'suggestion', { accountId, topicId }).select('id').limit(1).executeTakeFirst()) !==
  undefined;
