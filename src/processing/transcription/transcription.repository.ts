/** Transcriptions in SQL: one per media file, with its completed parts until the whole is complete. */
import { z } from 'zod';
import { findTranscriptVersion } from '../../transcripts/stored/transcript.repository.js';
import type { SpeechPart } from '../../transcripts/formats/speech.js';
import { playableRecordings } from '../../content/items/current-transcript.repository.js';
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { enqueueMany } from '../../platform/jobs/job.repository.js';
import { subjectOf, subjectsWithJobs } from '../../platform/jobs/job-subject.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import type { SoundPlan } from './split-sound.js';
import { deleteWhere, findsRow, rowsWhere, updateWhere } from '../../platform/db/rows.js';

const soundPlan: z.ZodType<SoundPlan> = z.object({
  durationMs: z.number(),
  parts: z.array(z.object({ startMs: z.number(), endMs: z.number() })),
});

/** The file to transcribe for each item: of those that may be indexed, the one whose transcript would be used. */
export const filesToTranscribe = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<Map<number, number>> => {
  const recordings = await playableRecordings(db, accountId, itemIds);
  return new Map([...recordings].flatMap(([itemId, { id, isFile }]) => (isFile ? [[itemId, id]] : [])));
};

/** By media asset id. */
export const transcriptionsOf = async (
  db: Db,
  accountId: number,
  mediaAssetIds: readonly number[],
): Promise<Map<number, Row<'transcription'>>> => {
  if (mediaAssetIds.length === 0) return new Map();
  const rows = await rowsWhere(db, 'transcription', { accountId })
    .selectAll()
    .where('mediaAssetId', 'in', mediaAssetIds)
    .execute();
  return new Map(rows.map((row) => [row.mediaAssetId, row]));
};

export const findTranscription = (
  db: Db,
  accountId: number,
  id: number,
): Promise<Row<'transcription'> | undefined> =>
  rowsWhere(db, 'transcription', { accountId, id }).selectAll().executeTakeFirst();

/** Whether a transcript of the item is being made. */
export const isBeingTranscribed = (db: Db, accountId: number, itemId: number): Promise<boolean> =>
  findsRow(rowsWhere(db, 'transcription', { accountId, itemId, status: 'waiting' }));

/** Starts transcriptions of the files, except those in progress. */
export const startTranscriptions = (
  db: Db,
  clock: Clock,
  accountId: number,
  files: readonly { itemId: number; mediaAssetId: number }[],
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const entryDate = isoTime(clock);
    const fresh = { status: 'waiting' as const, message: null, failedDate: null };
    const rows = await trx
      .insertInto('transcription')
      .values(
        files.map((file) => ({
          accountId,
          ...file,
          ...fresh,
          entryDate,
          sentMs: 0,
          plan: null,
          contentHash: null,
        })),
      )
      .onConflict((oc) => oc.column('mediaAssetId').doUpdateSet(fresh))
      .returning('id')
      .execute();
    const ids = rows.map(({ id }) => id);
    const all = ids.map((transcriptionId) => ({ transcriptionId }));
    const subjects = await subjectsWithJobs(trx, accountId, all.map(subjectOf));
    const jobs = all.filter((job) => !subjects.has(subjectOf(job)));
    if (jobs.length > 0) await enqueueMany(trx, clock, accountId, 'transcribeMedia', jobs);
  });

const update = (
  db: Db,
  { accountId, id }: Pick<Row<'transcription'>, 'accountId' | 'id'>,
  values: Partial<Omit<Row<'transcription'>, 'id' | 'accountId'>>,
): Promise<unknown> => updateWhere(db, 'transcription', { accountId, id }).set(values).execute();

/** Where the sound is cut; undefined until it is planned. */
export const planOf = ({ plan }: Row<'transcription'>): SoundPlan | undefined =>
  plan === null ? undefined : soundPlan.parse(JSON.parse(plan));

/** Deletes parts, because they belong to another plan. */
export const storePlan = (db: Db, row: Row<'transcription'>, plan: SoundPlan): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await removeParts(trx, row);
    await update(trx, row, { plan: JSON.stringify(plan) });
  });

export type FinishedPart = Omit<SpeechPart, 'startMs'>;

/** By position in the plan. */
export const finishedParts = async (
  db: Db,
  { accountId, id }: Row<'transcription'>,
): Promise<Map<number, FinishedPart>> => {
  const rows = await rowsWhere(db, 'transcriptionPart', { accountId, transcriptionId: id })
    .select(['ordinal', 'segments', 'language'])
    .execute();
  return new Map(rows.map(({ ordinal, ...part }) => [ordinal, part]));
};

export const storePart = async (
  db: Db,
  { accountId, id }: Row<'transcription'>,
  ordinal: number,
  part: FinishedPart,
): Promise<void> => {
  await db
    .insertInto('transcriptionPart')
    .values({ accountId, transcriptionId: id, ordinal, ...part })
    .onConflict((oc) => oc.columns(['transcriptionId', 'ordinal']).doUpdateSet(part))
    .execute();
};

/**
 * @param processorMs what it took of this machine's processors
 * @returns total milliseconds of sound sent so far
 */
export const addSentDuration = async (
  db: Db,
  { accountId, id }: Row<'transcription'>,
  ms: number,
  processorMs = 0,
): Promise<number> => {
  const { sentMs } = await db
    .updateTable('transcription')
    .set(({ eb, ref }) => ({
      sentMs: eb(ref('sentMs'), '+', Math.round(ms)),
      processorMs: eb(ref('processorMs'), '+', Math.round(processorMs)),
    }))
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .returning('sentMs')
    .executeTakeFirstOrThrow();
  return sentMs;
};

/** Number of transcriptions whose speed counts. */
const RECENT = 20;

/** Seconds of this machine's processors per second of sound, in recent transcriptions; null if there are none. */
export const processorShare = async (db: Db): Promise<number | null> => {
  const recent = await db
    .selectFrom('transcription')
    .select(['processorMs', 'sentMs'])
    .where('processorMs', '>', 0)
    .orderBy('id', 'desc')
    .limit(RECENT)
    .execute();
  const total = (of: 'processorMs' | 'sentMs'): number => recent.reduce((sum, row) => sum + row[of], 0);
  return recent.length === 0 ? null : total('processorMs') / Math.max(1, total('sentMs'));
};

export const removeParts = (trx: Db, { accountId, id }: Row<'transcription'>): Promise<unknown> =>
  deleteWhere(trx, 'transcriptionPart', { accountId, transcriptionId: id }).execute();

/**
 * Called when the asset's file was replaced: discards its parts, and transcribes the new file if the transcript
 * was made from the old one, which stays until then. A transcript that a person uploaded or corrected is kept.
 */
export const transcribeAgain = async (
  trx: Db,
  clock: Clock,
  { id, accountId, itemId }: Row<'mediaAsset'>,
): Promise<void> => {
  const row = (await transcriptionsOf(trx, accountId, [id])).get(id);
  if (!row) return;
  await removeParts(trx, row);
  await update(trx, row, { plan: null });
  const transcript = await findTranscriptVersion(trx, accountId, itemId);
  const isStillNeeded = row.status === 'done' ? transcript?.contentHash === row.contentHash : !transcript;
  if (!isStillNeeded || row.status === 'failed') return;
  await update(trx, row, { status: 'waiting', message: null, failedDate: null });
  await enqueueMany(trx, clock, accountId, 'transcribeMedia', [{ transcriptionId: row.id }]);
};

/** Deletes the parts: they have become a transcript, or are no longer needed. */
export const endTranscription = async (
  trx: Db,
  row: Row<'transcription'>,
  outcome: { contentHash: string; message: string } | null,
): Promise<void> => {
  await removeParts(trx, row);
  await update(trx, row, { status: 'done', plan: null, failedDate: null, ...outcome });
};

/** Keeps the completed parts for another attempt. */
export const failTranscription = async (
  trx: Db,
  clock: Clock,
  row: Row<'transcription'>,
  message: string,
): Promise<void> => {
  await update(trx, row, { status: 'failed', failedDate: isoTime(clock), message });
};
