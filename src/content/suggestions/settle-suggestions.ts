/** Accepts or dismisses suggestions of an item, for single calls and for bulk jobs. */
import type { Db } from '../../platform/db/dialect.js';
import { findRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import { recordRevision, snapshotOf } from '../items/item-revisions.repository.js';
import { enqueueItemEvent } from '../items/item-webhook-events.js';
import { refreshItem } from '../items/refresh-item.js';
import type { DescriptionId } from '../items/suggested-descriptions.js';
import type { SettledState } from '../items/suggested-rows.js';
import { acceptChapters, dismissChapters } from './chapter-suggestions.js';
import { acceptDescriptions, dismissDescriptions } from './description-suggestions.js';
import { acceptScriptures, dismissScriptures } from './scripture-suggestions.js';
import type { Suggestions } from './suggestion.schema.js';
import { acceptTopics, dismissTopics } from './topic-suggestions.js';

const idsOf = <T extends { id: unknown }>(records: readonly T[]): T['id'][] => records.map(({ id }) => id);

/**
 * The account must be locked to accept topics, and then the item.
 * @param selected pending suggestions of the item, at least one
 * @returns the item after the change
 * @throws {PermissionError} when the caller may not create a topic
 * @throws {ValidationError} when the item would have too many topics
 */
export const settleSuggestions = async (
  trx: Db,
  clock: Clock,
  caller: Caller,
  item: Row<'item'>,
  selected: Suggestions,
  state: SettledState,
): Promise<Row<'item'>> => {
  const before = await snapshotOf(trx, item, selected.topics.length > 0 ? ['topics'] : []);
  await apply(trx, clock, caller, item, selected, state);
  const changed = (await findRow(trx, 'item', item.accountId, item.id)) ?? item;
  const notes = (['scriptures', 'chapters'] as const).filter((kind) => selected[kind].length > 0);
  await recordRevision(trx, clock, caller, before, changed, { notes: state === 'accepted' ? notes : [] });
  await publishChange(trx, clock, changed, selected);
  return changed;
};

const apply = async (
  trx: Db,
  clock: Clock,
  caller: Caller,
  item: Row<'item'>,
  selected: Suggestions,
  state: SettledState,
): Promise<void> => {
  const { accountId, id } = item;
  const [scriptures, chapters] = [idsOf(selected.scriptures), idsOf(selected.chapters)];
  const descriptions = idsOf(selected.descriptions) as DescriptionId[];
  if (state === 'accepted') {
    await acceptScriptures(trx, accountId, id, scriptures);
    await acceptChapters(trx, accountId, id, chapters);
    await acceptDescriptions(trx, clock, caller, item, descriptions);
    await acceptTopics(trx, clock, caller, item, selected.topics);
  } else {
    await dismissScriptures(trx, clock, accountId, id, scriptures);
    await dismissChapters(trx, clock, accountId, id, chapters);
    await dismissDescriptions(trx, clock, caller, item, descriptions);
    await dismissTopics(trx, accountId, id, idsOf(selected.topics));
  }
};

/** Notifies webhooks, and the search index of what it contains. */
export const publishChange = async (
  trx: Db,
  clock: Clock,
  item: Row<'item'>,
  { chapters, ...indexed }: { [Kind in keyof Suggestions]: readonly unknown[] },
): Promise<void> => {
  if (Object.values(indexed).some(({ length }) => length > 0)) await refreshItem(trx, clock, item);
  else if (chapters.length > 0) await enqueueItemEvent(trx, clock, 'item.updated', item);
};
