/** Accepts and dismisses pending suggestions of an item, and records each decision so that it can be undone. */
import type { Db } from '../platform/db/dialect.js';
import { findRow } from '../platform/db/rows.js';
import type { Row } from '../platform/db/tables.js';
import type { Caller } from '../platform/lib/caller.js';
import type { Clock } from '../platform/lib/clock.js';
import { conflict } from '../platform/lib/errors.js';
import { assertMayProcess } from '../content/items/draft-policy.js';
import { enqueueItemEvent } from '../content/items/item-webhook-events.js';
import { recordRevision, snapshotOf, type Note } from '../content/items/item-revisions.repository.js';
import { announceItemChange } from '../content/items/refresh-item.js';
import type { DescriptionId } from '../content/items/suggested-descriptions.js';
import { changeSuggested, type ReviewedState } from '../content/items/suggested-rows.js';
import { acceptChapters, dismissChapters } from './chapter-suggestions.js';
import { rowChangesBetween, snapshotOfSources } from './decided-rows.js';
import { acceptDescriptions, dismissDescriptions } from './description-suggestions.js';
import { acceptScriptures, dismissScriptures } from './scripture-suggestions.js';
import { storeDecisions, type DecisionChanges } from './suggestion-decision.repository.js';
import { acceptTopics, type AcceptedTopic } from './topic-suggestions.js';
import { saveCorrected, type CorrectedText, type Replaced } from './transcript-corrections.js';
import { bestFirst, sourceId, type Waiting } from './waiting-suggestions.js';

export interface Resolution {
  status: ReviewedState;
  /** Pending suggestions of the item, as they are to be accepted. */
  waiting: readonly Waiting[];
  /** Stores edits before the suggestions are accepted. */
  edit?(trx: Db): Promise<void>;
  /** The transcript with the accepted corrections; undefined if there are none, or no transcript any more. */
  corrected?: (CorrectedText & { replaced: Replaced }) | undefined;
}

interface Effects {
  topics: Map<number, AcceptedTopic>;
  isTranscriptChanged: boolean;
}

/**
 * The item must be locked and the caller allowed to change it; the account must be locked before it to accept topics.
 * @returns the changed item
 * @throws {PermissionError} when the caller may not create a topic, or have the transcript processed
 * @throws {ValidationError} when the item would have too many topics
 * @throws {ConflictError} when the transcript has changed in the meantime
 */
export const resolveSuggestions = async (
  trx: Db,
  clock: Clock,
  caller: Caller,
  item: Row<'item'>,
  settlement: Resolution,
): Promise<Row<'item'>> => {
  const { waiting, status } = settlement;
  const hasTopics = waiting.some(({ kind }) => kind === 'topic');
  const before = await snapshotOf(trx, item, hasTopics ? ['topics'] : []);
  const sources = await snapshotOfSources(trx, item, waiting);
  await settlement.edit?.(trx);
  const effects = await (status === 'accepted'
    ? accept(trx, clock, caller, item, settlement)
    : dismiss(trx, clock, caller, item, waiting));
  const settled = await snapshotOfSources(trx, item, waiting);
  const decisions = waiting.map((row) => ({
    row,
    changes: { rows: rowChangesBetween(sources, settled, row), ...moreChanges(row, settlement, effects) },
  }));
  await storeDecisions(trx, clock, item.accountId, status, decisions);
  const changed = (await findRow(trx, 'item', item.accountId, item.id)) ?? item;
  // Its status may change because the transcript is processed; that is not the caller's change.
  const after = { ...changed, status: item.status };
  await recordRevision(trx, clock, caller, before, after, {
    notes: status === 'accepted' ? notesOf(waiting, effects) : [],
  });
  await publishChange(trx, clock, changed, waiting);
  return changed;
};

const idsOf = (waiting: readonly Waiting[], ...kinds: Waiting['kind'][]): number[] =>
  waiting.filter(({ kind }) => kinds.includes(kind)).map(sourceId);

const isDescription = ({ kind }: Waiting): boolean => kind === 'description' || kind === 'shortDescription';

const accept = async (
  trx: Db,
  clock: Clock,
  caller: Caller,
  item: Row<'item'>,
  { waiting, corrected }: Resolution,
): Promise<Effects> => {
  const { accountId, id: itemId } = item;
  await acceptScriptures(trx, accountId, itemId, idsOf(waiting, 'scripture'));
  await acceptChapters(trx, accountId, itemId, idsOf(waiting, 'chapter'));
  const texts = waiting
    .filter(isDescription)
    .map((row) => [row.kind as DescriptionId, row.text ?? ''] as const);
  await acceptDescriptions(trx, clock, caller, item, new Map(texts));
  const chosen = waiting
    .filter(({ kind }) => kind === 'topic')
    .sort(bestFirst)
    .map((row) => ({ id: sourceId(row), topicId: row.topicId, name: row.text ?? '' }));
  const topics = await acceptTopics(trx, clock, caller, item, chosen);
  const corrections = idsOf(waiting, 'correction');
  if (corrections.length === 0) return { topics, isTranscriptChanged: false };
  assertMayProcess(caller, item);
  if (corrected && corrections.some((id) => !(id in corrected.replaced)))
    throw conflict('The suggestions were changed by another request. Try again.');
  const isTranscriptChanged = corrected !== undefined && (await saveCorrected(trx, clock, item, corrected));
  await changeSuggested(trx, 'suggestion', { accountId, itemId }, corrections, { status: 'accepted' });
  return { topics, isTranscriptChanged };
};

const dismiss = async (
  trx: Db,
  clock: Clock,
  caller: Caller,
  item: Row<'item'>,
  waiting: readonly Waiting[],
): Promise<Effects> => {
  const { accountId, id: itemId } = item;
  await dismissScriptures(trx, clock, accountId, itemId, idsOf(waiting, 'scripture'));
  await dismissChapters(trx, clock, accountId, itemId, idsOf(waiting, 'chapter'));
  const descriptions = waiting.filter(isDescription).map(({ kind }) => kind as DescriptionId);
  await dismissDescriptions(trx, clock, caller, item, descriptions);
  const others = idsOf(waiting, 'topic', 'correction');
  await changeSuggested(trx, 'suggestion', { accountId, itemId }, others, { status: 'dismissed' });
  return { topics: new Map(), isTranscriptChanged: false };
};

/** What the decision changed besides rows. */
const moreChanges = (
  row: Waiting,
  { corrected }: Resolution,
  { topics, isTranscriptChanged }: Effects,
): Omit<DecisionChanges, 'rows'> => {
  const topic = row.kind === 'topic' ? topics.get(sourceId(row)) : undefined;
  if (topic) return { topic };
  if (row.kind !== 'correction' || !corrected || !isTranscriptChanged) return {};
  const places = corrected.replaced[sourceId(row)] ?? [];
  return { words: { mediaAssetId: corrected.base.mediaAssetId, to: row.text ?? '', places } };
};

/** What a revision says of decisions besides the fields of the item. */
export const notesOf = (
  waiting: readonly Waiting[],
  { isTranscriptChanged }: Pick<Effects, 'isTranscriptChanged'>,
): Note[] => [
  ...(idsOf(waiting, 'scripture').length > 0 ? (['scriptures'] as const) : []),
  ...(idsOf(waiting, 'chapter').length > 0 ? (['chapters'] as const) : []),
  ...(isTranscriptChanged ? (['transcript'] as const) : []),
];

/** Notifies webhooks, and the search index of what it contains. */
export const publishChange = async (
  trx: Db,
  clock: Clock,
  item: Row<'item'>,
  waiting: readonly Pick<Waiting, 'kind'>[],
): Promise<void> => {
  const isIndexed = waiting.some(({ kind }) => kind !== 'chapter' && kind !== 'correction');
  if (isIndexed) await announceItemChange(trx, clock, item);
  else if (waiting.length > 0) await enqueueItemEvent(trx, clock, 'item.updated', item);
};
