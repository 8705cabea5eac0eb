/** Who speaks in a passage, and the paragraph it begins in: SQL has it of every chunk, so that indexes need not. */
import type { Db } from '../../platform/db/dialect.js';

interface PassageRef {
  itemId: number;
  ordinal: number;
}

interface PassagePlace {
  /** The main speaker; null where the transcript names none. */
  speaker: string | null;
  /** 0-based; null where the transcript has times. */
  paragraph: number | null;
}

const keyOf = ({ itemId, ordinal }: PassageRef): string => `${itemId}:${ordinal}`;
const UNKNOWN: PassagePlace = { speaker: null, paragraph: null };

/** Reads these passages in one query, and none where there are none. */
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
