/** Texts of transcripts in SQL, however they are split. */
import { readText, useText } from '../../src/transcripts/stored/transcript-text.repository.js';
import type { Db } from '../../src/platform/db/dialect.js';
import { systemClock } from '../../src/platform/lib/clock.js';

/** @returns the id of the text */
export const putText = (db: Db, accountId: number, segments: string): Promise<number> =>
  useText(db, systemClock, accountId, { segments });

/** Replaces the segments of the item's transcript without the server's knowledge. */
export const replaceText = async (db: Db, itemId: number, segments: string): Promise<void> => {
  const { accountId } = await db
    .selectFrom('transcript')
    .select('accountId')
    .where('itemId', '=', itemId)
    .executeTakeFirstOrThrow();
  const textId = await putText(db, accountId, segments);
  await db.updateTable('transcript').set({ textId }).where('itemId', '=', itemId).execute();
};

/** JSON of the segments of each transcript. */
export const storedTexts = async (db: Db): Promise<{ itemId: number; segments: string }[]> => {
  const rows = await db.selectFrom('transcript').select(['accountId', 'itemId', 'textId']).execute();
  return Promise.all(
    rows.map(async ({ accountId, itemId, textId }) => ({
      itemId,
      segments: await readText(db, accountId, textId),
    })),
  );
};
