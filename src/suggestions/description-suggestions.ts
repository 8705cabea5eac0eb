/** Suggested descriptions: the texts are columns of the item; source and status are in separate rows. */
import type { Db } from '../platform/db/dialect.js';
import { insertRow, updateRow } from '../platform/db/rows.js';
import type { NewRow, Row } from '../platform/db/tables.js';
import { authorOf, type Caller } from '../platform/lib/caller.js';
import { isoTime, isoTimeAfter, type Clock } from '../platform/lib/clock.js';
import {
  descriptionColumns,
  descriptionIds,
  descriptionRows,
  madeRow,
  resolveDescriptions,
  type DescriptionId,
} from '../content/items/suggested-descriptions.js';
import { removeSuggested, type ReviewedState } from '../content/items/suggested-rows.js';
import type { FoundDescription, SuggestionSource } from './found-suggestions.js';

type Item = Row<'item'>;

/** Descriptions of the item that were accepted or dismissed. */
export const reviewedDescriptions = async (
  db: Db,
  accountId: number,
  itemId: number,
  state: ReviewedState,
): Promise<DescriptionId[]> => {
  const rows = await descriptionRows(db, accountId, itemId);
  return rows.filter(({ status }) => status === state).map(({ kind }) => kind as DescriptionId);
};

const updateItem = (trx: Db, clock: Clock, item: Item, values: Partial<NewRow<'item'>>): Promise<unknown> =>
  updateRow(trx, 'item', item.accountId, item.id, {
    ...values,
    updatedDate: isoTimeAfter(clock, item.updatedDate),
  });

/** Sets these texts, as suggested or changed, as the item's descriptions. The item must be locked. */
export const acceptDescriptions = async (
  trx: Db,
  clock: Clock,
  caller: Caller,
  item: Item,
  texts: ReadonlyMap<DescriptionId, string>,
): Promise<void> => {
  if (texts.size === 0) return;
  await resolveDescriptions(trx, clock, item, [...texts.keys()], 'accepted');
  const values = [...texts].map(([id, text]) => ({ [id]: text, [descriptionColumns[id]]: null }));
  const changes = Object.assign({}, ...values) as Partial<NewRow<'item'>>;
  await updateItem(trx, clock, item, { ...changes, updatedBy: authorOf(caller) });
};

/** The item must be locked. */
export const dismissDescriptions = async (
  trx: Db,
  clock: Clock,
  caller: Caller,
  item: Item,
  ids: readonly DescriptionId[],
): Promise<void> => {
  if (ids.length === 0) return;
  await resolveDescriptions(trx, clock, item, ids, 'dismissed');
  const changes = Object.fromEntries(ids.map((id) => [descriptionColumns[id], null]));
  await updateItem(trx, clock, item, { ...changes, updatedBy: authorOf(caller) });
};

/**
 * Replaces processing's suggestions with the found descriptions, unless the item has its own description or a
 * suggestion from another generator. Does not suggest a dismissed text again, nor another text made from the same
 * transcript. The item must be locked.
 * @returns number of new pending suggestions
 */
export const storeDescriptions = async (
  trx: Db,
  clock: Clock,
  item: Item,
  { contentHash }: SuggestionSource,
  found: readonly FoundDescription[],
): Promise<number> => {
  const { accountId, id: itemId } = item;
  const rows = await descriptionRows(trx, accountId, itemId);
  const texts: Partial<NewRow<'item'>> = {};
  let added = 0;
  for (const id of descriptionIds) {
    const waits = item[descriptionColumns[id]];
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
    texts[descriptionColumns[id]] = text;
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
