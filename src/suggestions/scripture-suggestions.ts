/** Suggested scriptures in SQL: rows among the item's scriptures that have not been accepted yet. */
import type { Db } from '../platform/db/dialect.js';
import { nextPosition, reorder } from '../platform/db/reorder.js';
import { updateRow, rowsWhere } from '../platform/db/rows.js';
import type { Row } from '../platform/db/tables.js';
import { isoTime, type Clock } from '../platform/lib/clock.js';
import { acceptsSuggestions } from '../content/items/item-references.js';
import { isVisibleScripture } from '../content/items/visibility.js';
import { proposedKeyVerse } from '../content/scriptures/passage.js';
import type { ScriptureSuggestion } from './found-suggestions.js';
import {
  changeSuggested,
  removeSuggested,
  reviewedRows,
  type ReviewedState,
} from '../content/items/suggested-rows.js';
import type { VerseRange } from '../../indexer/index.js';

type Scripture = Row<'scripture'>;

/** Scriptures of the item that were accepted or dismissed. */
export const reviewedScriptures = (
  db: Db,
  accountId: number,
  itemId: number,
  state: ReviewedState,
): Promise<number[]> => reviewedRows(db, 'scripture', { accountId, itemId }, state, isVisibleScripture);

/** The item must be locked. */
export const acceptScriptures = async (
  trx: Db,
  accountId: number,
  itemId: number,
  ids: readonly number[],
): Promise<void> => {
  if (ids.length === 0) return;
  await changeSuggested(trx, 'scripture', { accountId, itemId }, ids, { accepted: 1 });
  const keyId = await proposedKeyVerse(trx, accountId, itemId, ids);
  if (keyId !== undefined) await updateRow(trx, 'scripture', accountId, keyId, { keyVerse: 1 });
};

/** The item must be locked. */
export const dismissScriptures = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  itemId: number,
  ids: readonly number[],
): Promise<void> => {
  if (ids.length === 0) return;
  await changeSuggested(trx, 'scripture', { accountId, itemId }, ids, { deletedDate: isoTime(clock) });
  await reorder(trx, 'scripture', accountId, itemId);
};

const isMade = (row: Scripture): boolean =>
  row.deletedDate === null &&
  row.suggested === 1 &&
  row.accepted !== 1 &&
  row.keyVerse !== 1 &&
  row.score !== null;

const overlaps = (a: VerseRange, b: VerseRange): boolean =>
  a.book === b.book && a.chapter === b.chapter && a.verseStart <= b.verseEnd && b.verseStart <= a.verseEnd;

const isSame = (a: VerseRange, b: VerseRange): boolean =>
  overlaps(a, b) && a.verseStart === b.verseStart && a.verseEnd === b.verseEnd;

/** A whole chapter and one of its verses are different suggestions. */
const isAlike = (a: VerseRange, b: VerseRange): boolean => {
  const verses = ({ verseStart, verseEnd }: VerseRange): number => verseEnd - verseStart + 1;
  const [short, long] = [Math.min(verses(a), verses(b)), Math.max(verses(a), verses(b))];
  return overlaps(a, b) && short * MAX_TIMES_LONGER >= long;
};
const MAX_TIMES_LONGER = 4;

/**
 * Replaces processing's pending suggestions with the found scriptures. Leaves out existing and dismissed ones.
 * The item must be locked.
 * @returns number of new pending suggestions, and whether any were accepted
 */
export const storeScriptures = async (
  trx: Db,
  item: Row<'item'>,
  found: readonly ScriptureSuggestion[],
): Promise<{ added: number; isAccepted: boolean }> => {
  const { accountId, id: itemId } = item;
  const rows = await rowsWhere(trx, 'scripture', { accountId, itemId }).selectAll().execute();
  const made = rows.filter(isMade);
  const present = rows.filter((row) => row.deletedDate === null && !isMade(row));
  const deleted = rows.filter((row) => row.deletedDate !== null);
  const hasKey = present.some(({ keyVerse }) => keyVerse === 1);
  const current = found.filter(
    (passage) =>
      !present.some((row) => overlaps(row, passage)) && !deleted.some((row) => isAlike(row, passage)),
  );

  const obsolete = made.filter((row) => !current.some((passage) => isSame(row, passage))).map(({ id }) => id);
  await removeSuggested(trx, 'scripture', { accountId, itemId }, obsolete);
  let position = await nextPosition(trx, 'scripture', accountId, itemId);
  const ids: number[] = [];
  let added = 0;
  for (const { isKey, score, startMs, ...passage } of current) {
    const known = made.find((row) => isSame(row, passage));
    const values = { score, startMs, suggestedKey: isKey && !hasKey ? (1 as const) : (0 as const) };
    if (known) {
      await updateRow(trx, 'scripture', accountId, known.id, values);
      ids.push(known.id);
      continue;
    }
    const marks = { keyVerse: 0, suggested: 1, accepted: 0 } as const;
    const { id } = await trx
      .insertInto('scripture')
      .values({
        accountId,
        itemId,
        ...passage,
        ...values,
        ...marks,
        displayOrder: position++,
        deletedDate: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.push(id);
    added++;
  }
  if (obsolete.length > 0) await reorder(trx, 'scripture', accountId, itemId);
  const isAccepted = ids.length > 0 && (await acceptsSuggestions(trx, item, 'autoAcceptScriptures'));
  if (isAccepted) await acceptScriptures(trx, accountId, itemId, ids);
  return { added: isAccepted ? 0 : added, isAccepted };
};
