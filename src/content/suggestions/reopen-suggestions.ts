/** Takes back that suggestions of an item were accepted, as far as nobody has changed what they became. */
import type { Db } from '../../platform/db/dialect.js';
import { findByName } from '../../platform/db/names.js';
import { existingRows, findRow, updateRow } from '../../platform/db/rows.js';
import type { NewRow, Row } from '../../platform/db/tables.js';
import { authorOf, type Caller } from '../../platform/lib/caller.js';
import { isoTimeAfter, type Clock } from '../../platform/lib/clock.js';
import { linkedIds, recordRevision, snapshotOf } from '../items/item-revisions.repository.js';
import { setItemTopics } from '../items/item.repository.js';
import { descriptionColumns, descriptionRows, type DescriptionId } from '../items/suggested-descriptions.js';
import { changeSuggested } from '../items/suggested-rows.js';
import { publishChange } from './settle-suggestions.js';
import { kinds, type Kind, type Suggestions } from './suggestion.schema.js';

type Item = Row<'item'>;

/** What accepted suggestions became. */
export interface AcceptedSuggestions {
  scriptures: number[];
  /** The scripture that became the key verse. */
  keyVerseId: number | null;
  chapters: number[];
  descriptions: { id: DescriptionId; text: string; former: string | null }[];
  /** `wasAdded`: whether the item did not have it. */
  topics: { id: number; topicId: number; wasAdded: boolean }[];
}

/**
 * @param before the item before they were accepted
 * @param topicIds its topics at that time
 */
export const acceptedOf = async (
  trx: Db,
  before: Item,
  topicIds: readonly number[],
  { scriptures, chapters, descriptions, topics }: Suggestions,
): Promise<AcceptedSuggestions> => {
  const ids = scriptures.map(({ id }) => id);
  const key =
    ids.length === 0
      ? undefined
      : await existingRows(trx, 'scripture', before.accountId)
          .select('id')
          .where('itemId', '=', before.id)
          .where('id', 'in', ids)
          .where('keyVerse', '=', 1)
          .executeTakeFirst();
  const accepted: AcceptedSuggestions = {
    scriptures: ids,
    keyVerseId: key?.id ?? null,
    chapters: chapters.map(({ id }) => id),
    descriptions: descriptions.map(({ id, text }) => {
      const field = id as DescriptionId;
      return { id: field, text, former: before[field] };
    }),
    topics: [],
  };
  for (const { id, topicId, name } of topics) {
    const became = topicId ?? (await findByName(trx, 'topic', before.accountId, name));
    if (became !== undefined)
      accepted.topics.push({ id, topicId: became, wasAdded: !topicIds.includes(became) });
  }
  return accepted;
};

/**
 * Makes them suggestions again. The item must be locked.
 * @returns the kinds that were taken back, as a whole or in part, and those of which something has changed since
 */
export const reopenSuggestions = async (
  trx: Db,
  clock: Clock,
  caller: Caller,
  item: Item,
  accepted: AcceptedSuggestions,
): Promise<{ reopened: Kind[]; kept: Kind[] }> => {
  const before = await snapshotOf(trx, item, accepted.topics.length > 0 ? ['topics'] : []);
  const counts: Record<Kind, number> = {
    scriptures: await reopenScriptures(trx, item, accepted),
    chapters: await reopenChapters(trx, item, accepted.chapters),
    descriptions: await reopenDescriptions(trx, clock, caller, item, accepted.descriptions),
    topics: await reopenTopics(trx, item, accepted.topics),
  };
  const reopened = kinds.filter((kind) => counts[kind] > 0);
  const kept = kinds.filter((kind) => counts[kind] < accepted[kind].length);
  if (reopened.length === 0) return { reopened, kept };
  await updateRow(trx, 'item', item.accountId, item.id, {
    updatedDate: isoTimeAfter(clock, item.updatedDate),
    updatedBy: authorOf(caller),
  });
  const changed = (await findRow(trx, 'item', item.accountId, item.id)) ?? item;
  const notes = (['scriptures', 'chapters'] as const).filter((kind) => reopened.includes(kind));
  await recordRevision(trx, clock, caller, before, changed, { notes });
  const these = Object.fromEntries(kinds.map((kind) => [kind, reopened.includes(kind) ? [kind] : []]));
  await publishChange(trx, clock, changed, these as Record<Kind, string[]>);
  return { reopened, kept };
};

const acceptedRows = async (
  trx: Db,
  table: 'scripture' | 'chapter',
  { accountId, id }: Item,
  ids: readonly number[],
): Promise<number[]> => {
  if (ids.length === 0) return [];
  const rows = await existingRows(trx, table as 'chapter', accountId)
    .select('id')
    .where('itemId', '=', id)
    .where('id', 'in', [...ids])
    .where('accepted', '=', 1)
    .execute();
  return rows.map((row) => row.id);
};

const reopenScriptures = async (
  trx: Db,
  item: Item,
  { scriptures, keyVerseId }: AcceptedSuggestions,
): Promise<number> => {
  const { accountId, id: itemId } = item;
  const ids = await acceptedRows(trx, 'scripture', item, scriptures);
  await changeSuggested(trx, 'scripture', { accountId, itemId }, ids, { accepted: 0 });
  const key = ids.filter((id) => id === keyVerseId);
  await changeSuggested(trx, 'scripture', { accountId, itemId }, key, { keyVerse: 0 });
  return ids.length;
};

const reopenChapters = async (trx: Db, item: Item, chapters: readonly number[]): Promise<number> => {
  const { accountId, id: itemId } = item;
  const ids = await acceptedRows(trx, 'chapter', item, chapters);
  await changeSuggested(trx, 'chapter', { accountId, itemId }, ids, { accepted: 0 });
  return ids.length;
};

const reopenDescriptions = async (
  trx: Db,
  clock: Clock,
  caller: Caller,
  item: Item,
  descriptions: AcceptedSuggestions['descriptions'],
): Promise<number> => {
  const { accountId, id: itemId } = item;
  const standing = descriptions.filter(
    ({ id, text }) => item[id] === text && item[descriptionColumns[id]] === null,
  );
  if (standing.length === 0) return 0;
  const values = standing.map(({ id, text, former }) => ({ [id]: former, [descriptionColumns[id]]: text }));
  await updateRow(trx, 'item', accountId, itemId, {
    ...(Object.assign({}, ...values) as Partial<NewRow<'item'>>),
    updatedDate: isoTimeAfter(clock, item.updatedDate),
    updatedBy: authorOf(caller),
  });
  const rows = await descriptionRows(trx, accountId, itemId);
  const made = standing.flatMap(({ id, text }) => {
    const row = rows.findLast((one) => one.kind === id && one.status === 'accepted' && one.text === text);
    return row ? [row.id] : [];
  });
  await changeSuggested(trx, 'suggestion', { accountId, itemId }, made, { status: 'waiting' });
  return standing.length;
};

const reopenTopics = async (trx: Db, item: Item, topics: AcceptedSuggestions['topics']): Promise<number> => {
  if (topics.length === 0) return 0;
  const { accountId, id: itemId } = item;
  const current = await linkedIds(trx, item, 'topics');
  const standing = topics.filter(({ topicId }) => current.includes(topicId));
  const removed = new Set(standing.flatMap(({ topicId, wasAdded }) => (wasAdded ? [topicId] : [])));
  await setItemTopics(
    trx,
    accountId,
    itemId,
    current.filter((id) => !removed.has(id)),
  );
  const ids = standing.map(({ id }) => id);
  await changeSuggested(trx, 'suggestion', { accountId, itemId }, ids, { status: 'waiting' });
  return standing.length;
};
