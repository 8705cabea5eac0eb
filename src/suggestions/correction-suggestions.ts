/** Suggested corrections in SQL: words of a transcript that were corrected in another one. */
import type { Db } from '../platform/db/dialect.js';
import { insertRow, rowsWhere } from '../platform/db/rows.js';
import { isoTime, type Clock } from '../platform/lib/clock.js';
import { changeSuggested, removeSuggested } from '../content/items/suggested-rows.js';
import { wordsPattern, type FoundWords } from '../transcripts/editing/replace-words.js';

interface Owner {
  accountId: number;
  itemId: number;
}

const corrections = (db: Db, { accountId, itemId }: Owner) =>
  rowsWhere(db, 'suggestion', { accountId, itemId, kind: 'correction' }).selectAll();

/**
 * Stores the correction as a pending suggestion, unless it waits or was dismissed. The item must be locked.
 * @returns whether it is new
 */
export const storeCorrection = async (
  trx: Db,
  clock: Clock,
  owner: Owner,
  { from, to, contentHash }: { from: string; to: string; contentHash: string },
  { count, quote, startMs }: FoundWords,
): Promise<boolean> => {
  const known = await corrections(trx, owner)
    .where('replaces', '=', from)
    .where('text', '=', to)
    .executeTakeFirst();
  const values = { status: 'waiting', occurrences: count, quote, startMs, contentHash } as const;
  if (known && known.status !== 'accepted') return false;
  if (known) await changeSuggested(trx, 'suggestion', owner, [known.id], values);
  else
    await insertRow(trx, 'suggestion', {
      ...owner,
      ...values,
      kind: 'correction',
      topicId: null,
      text: to,
      replaces: from,
      score: 0,
      source: 'correction',
      entryDate: isoTime(clock),
    });
  return true;
};

/**
 * Removes pending corrections whose words the item's transcript no longer has.
 * @param passages its text, in pieces that may repeat each other
 */
export const removeObsoleteCorrections = async (
  trx: Db,
  owner: Owner,
  passages: readonly { text: string }[],
): Promise<void> => {
  const waiting = await corrections(trx, owner).where('status', '=', 'waiting').execute();
  const obsolete = waiting.filter(({ replaces }) => {
    const pattern = wordsPattern(replaces ?? '');
    return !passages.some(({ text }) => text.search(pattern) >= 0);
  });
  await removeSuggested(
    trx,
    'suggestion',
    owner,
    obsolete.map(({ id }) => id),
  );
};
