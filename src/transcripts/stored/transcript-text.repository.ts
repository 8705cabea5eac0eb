/**
 * Stores texts of transcripts in SQL: JSON of segments, split into parts so that no statement takes long. A text
 * never changes, and a transcript, its revisions and drafts may share it. Unused texts are removed after a while.
 */
import { isPostgres, type Db } from '../../platform/db/dialect.js';
import { insertRow, deleteWhere, rowsWhere, updateWhere } from '../../platform/db/rows.js';
import type { MaintenanceTask } from '../../platform/jobs/maintenance.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { unavailable } from '../../platform/lib/errors.js';

/** Characters per part; one less if the last would be half a character. */
const PART_LENGTH = 256 * 1024;
/** Longer than any request that writes or reads a text. */
const UNUSED_MS = 60 * 60_000;
const MAINTENANCE_MS = 10 * 60_000;

/** JSON of segments, or the text if it is stored already. */
export type NewText = { segments: string } | { textId: number };

/** Does not split a character of two code units, because databases store it as one. */
function* textParts(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = start + PART_LENGTH;
    const next = isTrail(text.charCodeAt(end)) ? end - 1 : end;
    yield text.slice(start, next);
    start = next;
  }
}

const isTrail = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** @returns the id of the text, unused until `useText` */
const storeText = async (db: Db, clock: Clock, accountId: number, segments: string): Promise<number> => {
  const { id } = await insertRow(db, 'transcriptText', {
    accountId,
    sizeBytes: Buffer.byteLength(segments),
    unusedSince: isoTime(clock),
  });
  let ordinal = 0;
  for (const part of textParts(segments))
    await db
      .insertInto('transcriptPart')
      .values({ accountId, textId: id, ordinal: ordinal++, segments: part })
      .execute();
  return id;
};

/**
 * Stores a text of several parts before the transaction that uses it, so that the transaction stays short. A small
 * text is stored in the transaction.
 */
export const storeLargeText = async <T extends { segments: string }>(
  db: Db,
  clock: Clock,
  accountId: number,
  { segments, ...input }: T,
): Promise<Omit<T, 'segments'> & NewText> =>
  segments.length <= PART_LENGTH
    ? { ...input, segments }
    : { ...input, textId: await storeText(db, clock, accountId, segments) };

/** @returns whether the text exists */
const unmark = async (trx: Db, accountId: number, id: number): Promise<boolean> => {
  const { numUpdatedRows } = await updateWhere(trx, 'transcriptText', { accountId, id })
    .set({ unusedSince: null })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** @returns the id of the text, for the record that the transaction writes */
export const useText = async (trx: Db, clock: Clock, accountId: number, text: NewText): Promise<number> => {
  const id = 'textId' in text ? text.textId : await storeText(trx, clock, accountId, text.segments);
  if (!(await unmark(trx, accountId, id)))
    throw unavailable('Storing the transcript took too long. Try again.');
  return id;
};

/** Marks texts for removal after references to them were removed. Those that are used otherwise stay. */
export const releaseTexts = async (
  trx: Db,
  now: string,
  accountId: number,
  ids: readonly number[],
): Promise<void> => {
  if (ids.length === 0) return;
  await updateWhere(trx, 'transcriptText', { accountId })
    .set({ unusedSince: now })
    .where('id', 'in', ids)
    .execute();
};

/** The tables that refer to texts. */
const USERS = ['transcript', 'transcriptRevision', 'transcriptDraft'] as const;

const isUsed = async (trx: Db, textId: number): Promise<boolean> => {
  for (const table of USERS) {
    const rows = trx.selectFrom(table as 'transcript').select('id');
    if (await rows.where('textId', '=', textId).limit(1).executeTakeFirst()) return true;
  }
  return false;
};

/** JSON of segments. Yields to other statements between two parts. */
export const readText = async (db: Db, accountId: number, textId: number): Promise<string> => {
  let text = '';
  for (let ordinal = 0; ; ordinal++) {
    const part = await rowsWhere(db, 'transcriptPart', { accountId, textId, ordinal })
      .select('segments')
      .executeTakeFirst();
    if (part) text += part.segments;
    if (!part || part.segments.length < PART_LENGTH - 1) return text;
  }
};

/** Removes texts without checking for references, which the transaction has removed. */
export const removeTexts = async (trx: Db, accountId: number, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return;
  await deleteWhere(trx, 'transcriptPart', { accountId }).where('textId', 'in', ids).execute();
  await deleteWhere(trx, 'transcriptText', { accountId }).where('id', 'in', ids).execute();
};

/** Removes texts that were marked an hour ago and are still unused, one per transaction. */
export const unusedTextMaintenance = ({ db, clock }: { db: Db; clock: Clock }): MaintenanceTask => ({
  name: 'unused transcripts',
  everyMs: MAINTENANCE_MS,
  run: async () => {
    const before = isoTime(clock, -UNUSED_MS);
    const removeOne = (): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const unused = trx
          .selectFrom('transcriptText')
          .select(['id', 'accountId'])
          .where('unusedSince', '<', before)
          .limit(1);
        const query = isPostgres(trx) ? unused.forUpdate().skipLocked() : unused;
        const text = await query.executeTakeFirst();
        if (!text) return false;
        if (await isUsed(trx, text.id)) await unmark(trx, text.accountId, text.id);
        else await removeTexts(trx, text.accountId, [text.id]);
        return true;
      });
    while (await removeOne());
  },
});
