/** Suggested descriptions: the text is in the item, and where it comes from and what became of it in a row beside. */
import type { Db } from '../../platform/db/dialect.js';
import { insertRow, updateRow } from '../../platform/db/rows.js';
import type { NewRow, Row } from '../../platform/db/tables.js';
import { isoTime, isoTimeAfter, type Clock } from '../../platform/lib/clock.js';
import {
  descriptionIds,
  type DescriptionId,
  type FoundDescription,
  type SuggestionSource,
} from './found-suggestions.js';
import { changeSuggested, removeSuggested, type SettledState } from './suggested-rows.js';
import type { Suggestions } from './suggestion.schema.js';

type Item = Row<'item'>;

/** Where the item has a suggestion for each of its fields. */
const columns = {
  description: 'suggestedDescription',
  shortDescription: 'suggestedShortDescription',
} as const satisfies Record<DescriptionId, keyof Item>;

const rowsOf = (db: Db, accountId: number, itemId: number): Promise<Row<'suggestion'>[]> =>
  db
    .selectFrom('suggestion')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('itemId', '=', itemId)
    .where('kind', 'in', descriptionIds)
    .orderBy('id')
    .execute();

/** The row beside a text that waits; another generator's has none. */
const madeRow = (
  rows: readonly Row<'suggestion'>[],
  id: DescriptionId,
  text: string | null,
): Row<'suggestion'> | undefined =>
  rows.find((row) => row.kind === id && row.status === 'waiting' && row.text === text);

export const waitingDescriptions = async (db: Db, item: Item): Promise<Suggestions['descriptions']> => {
  const rows = await rowsOf(db, item.accountId, item.id);
  return descriptionIds.flatMap((id) => {
    const text = item[columns[id]];
    if (text === null) return [];
    const { score = null, startMs = null, source = null } = madeRow(rows, id, text) ?? {};
    return { id, text, score, startMs, source };
  });
};

/** Those of the item that were accepted or dismissed. */
export const settledDescriptions = async (
  db: Db,
  accountId: number,
  itemId: number,
  state: SettledState,
): Promise<DescriptionId[]> => {
  const rows = await rowsOf(db, accountId, itemId);
  return rows.filter(({ status }) => status === state).map(({ kind }) => kind as DescriptionId);
};

/** Records what becomes of the suggestions that the item has. */
export const settleDescriptions = async (
  trx: Db,
  clock: Clock,
  item: Item,
  ids: readonly DescriptionId[],
  state: SettledState,
): Promise<void> => {
  if (ids.length === 0) return;
  const { accountId, id: itemId } = item;
  const rows = await rowsOf(trx, accountId, itemId);
  for (const kind of ids) {
    const text = item[columns[kind]];
    if (text === null) continue;
    const row = madeRow(rows, kind, text);
    if (row) await changeSuggested(trx, 'suggestion', { accountId, itemId }, [row.id], { status: state });
    else {
      const values = { accountId, itemId, kind, status: state, topicId: null, text, score: 0, startMs: null };
      await insertRow(trx, 'suggestion', {
        ...values,
        source: 'other',
        contentHash: '',
        entryDate: isoTime(clock),
      });
    }
  }
};

const updateItem = (trx: Db, clock: Clock, item: Item, values: Partial<NewRow<'item'>>): Promise<unknown> =>
  updateRow(trx, 'item', item.accountId, item.id, {
    ...values,
    updatedDate: isoTimeAfter(clock, item.updatedDate),
  });

/** Makes them the item's descriptions. The item must be locked. */
export const acceptDescriptions = async (
  trx: Db,
  clock: Clock,
  item: Item,
  ids: readonly DescriptionId[],
): Promise<void> => {
  if (ids.length === 0) return;
  await settleDescriptions(trx, clock, item, ids, 'accepted');
  const values = ids.map((id) => ({ [id]: item[columns[id]], [columns[id]]: null }));
  await updateItem(trx, clock, item, Object.assign({}, ...values) as Partial<NewRow<'item'>>);
};

/** The item must be locked. */
export const dismissDescriptions = async (
  trx: Db,
  clock: Clock,
  item: Item,
  ids: readonly DescriptionId[],
): Promise<void> => {
  if (ids.length === 0) return;
  await settleDescriptions(trx, clock, item, ids, 'dismissed');
  await updateItem(trx, clock, item, Object.fromEntries(ids.map((id) => [columns[id], null])));
};

/**
 * Suggests the found descriptions in place of those that processing suggested before, where the item has none of its
 * own, and no suggestion of another generator. What was dismissed does not come back, nor does another text that is
 * made from the same transcript. The item must be locked.
 * @returns how many new ones wait
 */
export const storeDescriptions = async (
  trx: Db,
  clock: Clock,
  item: Item,
  { contentHash }: SuggestionSource,
  found: readonly FoundDescription[],
): Promise<number> => {
  const { accountId, id: itemId } = item;
  const rows = await rowsOf(trx, accountId, itemId);
  const texts: Partial<NewRow<'item'>> = {};
  let added = 0;
  for (const id of descriptionIds) {
    const waits = item[columns[id]];
    const made = madeRow(rows, id, waits);
    if (waits !== null && !made) continue;
    const one = found.find((each) => each.id === id);
    const isSettled = rows.some(
      (row) =>
        row.kind === id &&
        row.status !== 'waiting' &&
        (row.contentHash === contentHash || row.text === one?.text),
    );
    const text = isSettled || item[id] ? null : (one?.text ?? null);
    if (text === waits) continue;
    texts[columns[id]] = text;
    if (made) await removeSuggested(trx, 'suggestion', { accountId, itemId }, [made.id]);
    if (text === null || !one) continue;
    const { score, startMs, source } = one;
    await insertRow(trx, 'suggestion', {
      accountId,
      itemId,
      kind: id,
      status: 'waiting',
      topicId: null,
      text,
      score,
      startMs,
      source,
      contentHash,
      entryDate: isoTime(clock),
    });
    added++;
  }
  if (Object.keys(texts).length > 0) await updateItem(trx, clock, item, texts);
  return added;
};
