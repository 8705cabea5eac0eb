/** Suggested topics in SQL, existing or new ones, with their status. */
import type { Db } from '../platform/db/dialect.js';
import { findByName } from '../platform/db/names.js';
import { updateRow, rowsWhere } from '../platform/db/rows.js';
import type { Row } from '../platform/db/tables.js';
import { authorOf, type Caller } from '../platform/lib/caller.js';
import { isoTime, isoTimeAfter, type Clock } from '../platform/lib/clock.js';
import { invalid } from '../platform/lib/errors.js';
import { createTopic } from '../content/topics/create-topic.js';
import { linkedTo } from '../content/items/item-links.repository.js';
import { assertMayCreateTopic } from '../content/items/draft-policy.js';
import { MAX_REFERENCES } from '../content/items/item.schema.js';
import { setItemTopics } from '../content/items/item.repository.js';
import type { FoundTopic, SuggestionSource } from './found-suggestions.js';
import { changeSuggested, removeSuggested } from '../content/items/suggested-rows.js';

const suggested = (db: Db, accountId: number, itemId: number) =>
  rowsWhere(db, 'suggestion', { accountId, itemId, kind: 'topic' }).selectAll();

const topicIdsOf = async (db: Db, accountId: number, itemId: number): Promise<number[]> =>
  ((await linkedTo(db, 'itemTopic', accountId, [itemId])).get(itemId) ?? []).map(({ id }) => id);

interface ChosenTopic {
  /** Id of the suggestion. */
  id: number;
  /** An existing topic; null to look for the name. */
  topicId: number | null;
  name: string;
}

/** What accepting a suggested topic did. */
export interface AcceptedTopic {
  id: number;
  /** Whether the account did not have it. */
  isNew: boolean;
  /** Whether the item did not have it. */
  isAdded: boolean;
}

/**
 * Appends them to the item's topics, and creates those that the account does not have. The account and the item
 * must be locked.
 * @returns the topics by id of the suggestion
 * @throws {PermissionError} when the caller may not create topics
 * @throws {ValidationError} when the item would have too many
 */
export const acceptTopics = async (
  trx: Db,
  clock: Clock,
  caller: Caller,
  item: Row<'item'>,
  chosen: readonly ChosenTopic[],
): Promise<Map<number, AcceptedTopic>> => {
  const accepted = new Map<number, AcceptedTopic>();
  if (chosen.length === 0) return accepted;
  const { accountId, id: itemId } = item;
  const topicIds = new Set(await topicIdsOf(trx, accountId, itemId));
  for (const { id, topicId, name } of chosen) {
    const known = topicId ?? (await findByName(trx, 'topic', accountId, name));
    const addedId = known ?? (await createNewTopic(trx, clock, caller, name));
    accepted.set(id, { id: addedId, isNew: known === undefined, isAdded: !topicIds.has(addedId) });
    topicIds.add(addedId);
  }
  if (topicIds.size > MAX_REFERENCES)
    throw invalid([{ path: 'topics', message: `an item has at most ${MAX_REFERENCES} topics` }]);
  await setItemTopics(trx, accountId, itemId, [...topicIds]);
  await updateRow(trx, 'item', accountId, itemId, {
    updatedDate: isoTimeAfter(clock, item.updatedDate),
    updatedBy: authorOf(caller),
  });
  await changeSuggested(trx, 'suggestion', { accountId, itemId }, [...accepted.keys()], {
    status: 'accepted',
  });
  return accepted;
};

const createNewTopic = async (trx: Db, clock: Clock, caller: Caller, name: string): Promise<number> => {
  assertMayCreateTopic(caller, name);
  return (await createTopic(trx, clock, caller, name)).id;
};

const keyOf = (topicId: number | null, name: string): string => `${topicId ?? name.toLowerCase()}`;

/**
 * Sets the found topics as pending suggestions. Leaves out topics that the item has, and accepted or dismissed
 * ones. The item must be locked.
 * @returns number of new pending suggestions
 */
export const storeTopics = async (
  trx: Db,
  clock: Clock,
  { accountId, id: itemId }: Row<'item'>,
  { contentHash }: SuggestionSource,
  found: readonly FoundTopic[],
): Promise<number> => {
  const rows = await suggested(trx, accountId, itemId).execute();
  const topicIds = new Set(await topicIdsOf(trx, accountId, itemId));
  const known = new Map(rows.map((row) => [keyOf(row.topicId, row.text), row]));
  // A topic suggested as new may exist by now.
  const names = new Set(
    rows.filter(({ status }) => status !== 'waiting').map(({ text }) => text.toLowerCase()),
  );
  const current = found.filter(
    ({ topicId, name }) => !topicIds.has(topicId ?? 0) && !names.has(name.toLowerCase()),
  );

  const keys = new Set(current.map(({ topicId, name }) => keyOf(topicId, name)));
  const obsolete = rows.filter((row) => row.status === 'waiting' && !keys.has(keyOf(row.topicId, row.text)));
  const obsoleteIds = obsolete.map(({ id }) => id);
  await removeSuggested(trx, 'suggestion', { accountId, itemId }, obsoleteIds);
  let added = 0;
  for (const { topicId, name, score, startMs, source } of current) {
    const row = known.get(keyOf(topicId, name));
    const values = { text: name, score, startMs, source, contentHash };
    if (row?.status === 'waiting')
      await changeSuggested(trx, 'suggestion', { accountId, itemId }, [row.id], values);
    if (row) continue;
    const more = {
      entryDate: isoTime(clock),
      status: 'waiting',
      kind: 'topic',
    } as const;
    await trx
      .insertInto('suggestion')
      .values({ accountId, itemId, topicId, ...values, ...more })
      .execute();
    added++;
  }
  return added;
};
