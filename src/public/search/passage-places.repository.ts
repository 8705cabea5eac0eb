/**
 * Reads the speaker of a passage and the paragraph in which it begins from SQL, so that indexes need not store
 * them.
 */
import type { Db } from '../../platform/db/dialect.js';

interface PassageRef {
  itemId: number;
  ordinal: number;
}

interface PassagePlace {
  /** The main speaker; null if the transcript names none. */
  speaker: string | null;
  /** From 0; null if the transcript has times. */
  paragraph: number | null;
}

const keyOf = ({ itemId, ordinal }: PassageRef): string => `${itemId}:${ordinal}`;
const UNKNOWN: PassagePlace = { speaker: null, paragraph: null };

/** Reads the passages in one query; runs no query without passages. */
export const placesOf = async (
  db: Db,
  accountId: number,
  passages: readonly PassageRef[],
): Promise<(passage: PassageRef) => PassagePlace> => {
  if (passages.length === 0) return () => UNKNOWN;
  const rows = await db
    .selectFrom('chunk')
    .select(['itemId', 'ordinal', 'speaker', 'paragraph'])
    .where('accountId', '=', accountId)
    .where('itemId', 'in', [...new Set(passages.map(({ itemId }) => itemId))])
    .where('ordinal', 'in', [...new Set(passages.map(({ ordinal }) => ordinal))])
    .execute();
  const places = new Map(rows.map((row) => [keyOf(row), row]));
  return (passage) => places.get(keyOf(passage)) ?? UNKNOWN;
};
