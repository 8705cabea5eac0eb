/** Who speaks in the passages of conversations: SQL has it of every chunk, so that indexes need not. */
import type { Db } from '../../platform/db/dialect.js';

interface PassageRef {
  itemId: number;
  ordinal: number;
}

const keyOf = ({ itemId, ordinal }: PassageRef): string => `${itemId}:${ordinal}`;

/** The main speaker of each passage, null where the transcript names none. */
export const speakersOf = async (
  db: Db,
  accountId: number,
  passages: readonly PassageRef[],
): Promise<(passage: PassageRef) => string | null> => {
  if (passages.length === 0) return () => null;
  const rows = await db
    .selectFrom('chunk')
    .select(['itemId', 'ordinal', 'speaker'])
    .where('accountId', '=', accountId)
    .where('itemId', 'in', [...new Set(passages.map(({ itemId }) => itemId))])
    .where('ordinal', 'in', [...new Set(passages.map(({ ordinal }) => ordinal))])
    .execute();
  const speakers = new Map(rows.map((row) => [keyOf(row), row.speaker]));
  return (passage) => speakers.get(keyOf(passage)) ?? null;
};
