/** Job: transcribes a recording part by part. Completed parts survive a restart. */
import { createReadStream } from 'node:fs';
import { clockTime } from '../../../strings/format.js';
import {
  findTranscriptVersion,
  saveTranscript,
  type TranscriptInput,
} from '../../transcripts/stored/transcript.repository.js';
import { storeLargeText } from '../../transcripts/stored/transcript-text.repository.js';
import { saveAndProcess } from '../../transcripts/stored/save-transcript.js';
import type { TranscriptThreads } from '../../transcripts/transcript-tasks.js';
import { accountById } from '../../identity/accounts/account.repository.js';
import type { Db } from '../../platform/db/dialect.js';
import { findRow, lockRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { oneByOne, type Job, type JobHandler, type JobOutcome } from '../../platform/jobs/job.types.js';
import type { Clock } from '../../platform/lib/clock.js';
import { AppError, messageOf, sentence } from '../../platform/lib/errors.js';
import type { Ffmpeg } from '../media/ffmpeg.js';
import { findSource, runUnlessDeleted, type MediaSource } from '../media/media-source.js';
import type { Workspace } from '../media/workspace.js';
import { blobKeyOf } from '../../platform/storage/blob-key.js';
import { PermanentError } from '../model-server/http-client.js';
import { whileBusy } from '../model-server/while-busy.js';
import { continueRun, explainDelay, reportStep } from '../runs/run.repository.js';
import { planParts, type SoundPlan } from './split-sound.js';
import { canDecode, decodeSound, wholeFile, wavPart } from './sound.js';
import type { Sound, Transcriber } from './transcriber.js';
import {
  addSentDuration,
  endTranscription,
  failTranscription,
  finishedParts,
  findTranscription,
  planOf,
  removeParts,
  storePart,
  storePlan,
  type FinishedPart,
} from './transcription.repository.js';

interface Deps {
  db: Db;
  clock: Clock;
  threads: TranscriptThreads;
  workspace: Workspace;
  ffmpeg: Ffmpeg | null;
  /** Null if there is no transcriber any more. */
  transcriber: Transcriber | null;
}

interface Work {
  row: Row<'transcription'>;
  /** Words that the recording may have. */
  prompt: string;
  /** BCP 47, as configured or as staff have set it; null to detect it. */
  language: string | null;
  source: MediaSource;
  folder: string;
  signal: AbortSignal;
}

/** Retries of a part while the transcriber is busy. After that, the whole job is postponed. */
const PATIENCE = { attempts: 3, maxWaitMs: 30_000 };
/** Progress of the step once the sound is decoded. */
const DECODED_PERCENT = 5;

const NOT_SPOKEN = 'No speech was found in the recording. Check it, or upload a transcript.';
const UPLOAD = 'Upload a transcript, or process the item again.';

export const transcribeMediaHandler = (deps: Deps): JobHandler<'transcribeMedia'> => {
  const { db, clock, threads, workspace, ffmpeg, transcriber } = deps;

  const transcribe = async (work: Work): Promise<void> => {
    if (!transcriber) throw new PermanentError(`Transcription is not set up. ${UPLOAD}`);
    const parts =
      canDecode(ffmpeg, work.source.asset) || transcriber.maxFileBytes === 0
        ? await transcribeParts(transcriber, work)
        : [await transcribeWhole(transcriber, work)];
    const { accountId } = work.row;
    const bytes = parts.reduce((sum, { segments }) => sum + segments.length, 0);
    const options = { accountId, bytes, path: 'transcript', isJob: true };
    const whole = await threads.run('joinSpeech', { parts }, options);
    if (whole.segments === '[]') {
      // Another attempt, perhaps with another model, sends them again.
      await removeParts(db, work.row);
      throw new PermanentError(NOT_SPOKEN);
    }
    const text = await storeLargeText(db, clock, accountId, whole);
    await finish(work, { ...text, language: work.language ?? whole.language });
  };

  const transcribeParts = async (own: Transcriber, work: Work) => {
    const { row, source, folder, signal } = work;
    const finished = await finishedParts(db, row);
    let plan = planOf(row);
    if (!plan || finished.size < plan.parts.length) {
      const path = await workspace.localFile(source.blobKey, folder, signal);
      const samples = await decodeSound(ffmpeg, { asset: source.asset, path, folder, signal });
      if (!plan) {
        plan = await planParts(createReadStream(samples, { highWaterMark: 256 * 1024 }), own.partMs);
        await storePlan(db, row, plan);
        finished.clear();
      }
      await report(work, plan, finished, row.sentMs);
      for (const [ordinal, { startMs, endMs }] of plan.parts.entries()) {
        if (finished.has(ordinal)) continue;
        const { part, sentMs } = await transcribePart(own, work, wavPart(samples, startMs, endMs));
        await storePart(db, row, ordinal, part);
        finished.set(ordinal, part);
        await report(work, plan, finished, sentMs);
      }
    }
    return plan.parts.map(({ startMs }, ordinal) => ({ startMs, ...finished.get(ordinal)! }));
  };

  /** Sends the uploaded file, if there is no decoder to cut it. */
  const transcribeWhole = async (own: Transcriber, work: Work) => {
    const { source, folder, signal } = work;
    const sound = wholeFile(source.asset, own.maxFileBytes);
    const path = await workspace.localFile(source.blobKey, folder, signal);
    const { part } = await transcribePart(own, work, { ...sound, open: () => createReadStream(path) });
    return { startMs: 0, ...part };
  };

  const transcribePart = (
    own: Transcriber,
    { row, ...request }: Work,
    sound: Sound,
  ): Promise<{ part: FinishedPart; sentMs: number }> =>
    whileBusy(PATIENCE, request.signal, async () => {
      const { processorMs, ...file } = await own.transcribe(sound, request);
      const sentMs = await addSentDuration(db, row, sound.durationMs ?? 0, processorMs);
      const input = { ...file, durationMs: sound.durationMs };
      const { accountId } = row;
      const options = { accountId, bytes: file.bytes.length, path: 'transcript', isJob: true };
      try {
        return { part: await threads.run('readSpeech', input, options), sentMs };
      } catch (error) {
        if (!(error instanceof AppError) || error.status !== 422) throw error;
        throw new PermanentError(
          `The transcriber returned an unreadable transcript: ${error.message}. ${UPLOAD}`,
        );
      }
    });

  const report = async (
    { row: { accountId, itemId } }: Work,
    { durationMs, parts }: SoundPlan,
    finished: ReadonlyMap<number, unknown>,
    sentMs: number,
  ): Promise<void> => {
    const left = parts.findIndex((_part, ordinal) => !finished.has(ordinal));
    const doneMs = left < 0 ? durationMs : parts[left]!.startMs;
    const percent = DECODED_PERCENT + ((100 - DECODED_PERCENT) * doneMs) / Math.max(1, durationMs);
    const message = `Transcribed up to ${roundClock(doneMs)} of ${roundClock(durationMs)}; sound sent so far: ${secs(sentMs)}.`;
    await reportStep(db, accountId, [itemId], 'transcribe', Math.min(99, percent), message);
  };

  /** Keeps a transcript that staff have uploaded in the meantime. */
  const finish = ({ row, source: { asset, blobKey } }: Work, whole: TranscriptInput): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const { accountId, itemId, mediaAssetId } = row;
      const item = await lockRow(trx, 'item', accountId, itemId);
      const isThere = await lockRow(trx, 'mediaAsset', accountId, mediaAssetId);
      const now = await findTranscription(trx, accountId, row.id);
      if (!item || !isThere || !now || !(await isTranscribable(trx, now)))
        return endTranscription(trx, row, null);
      // The file has been replaced by another one, which has its own job.
      if (blobKeyOf(isThere.url) !== blobKey) return;
      const message = `Transcribed from "${asset.originalFilename ?? asset.filename ?? 'the recording'}"${speedOf(now, transcriber?.description ?? '')}; sound sent: ${secs(now.sentMs)}.`;
      await endTranscription(trx, row, { contentHash: whole.contentHash, message });
      const transcript = { ...whole, mediaAssetId };
      if (await continueRun(trx, clock, row)) await saveTranscript(trx, clock, accountId, item, transcript);
      else await saveAndProcess(trx, clock, accountId, item, transcript);
    });

  /** Lets the item's waiting run continue without a transcript from here. */
  const end = (row: Row<'transcription'>, problem: string | null): Promise<void> =>
    db.transaction().execute(async (trx) => {
      if (problem === null) await endTranscription(trx, row, null);
      else await failTranscription(trx, clock, row, problem);
      await continueRun(trx, clock, row);
    });

  const run = async (
    { accountId, payload }: Job<'transcribeMedia'>,
    stopping: AbortSignal,
  ): Promise<JobOutcome> => {
    const row = await findTranscription(db, accountId, payload.transcriptionId);
    if (!row) return undefined;
    const { itemId, mediaAssetId } = row;
    const currentSource = async (): Promise<MediaSource | undefined> =>
      (await isTranscribable(db, row)) ? findSource(db, accountId, mediaAssetId) : undefined;
    const source = await currentSource();
    if (!source) {
      await end(row, null);
      return undefined;
    }
    const account = await accountById(db, accountId);
    const language =
      transcriber?.language ?? (await findRow(db, 'item', accountId, itemId))?.language ?? null;
    const prompt = promptOf(transcriber?.prompt ?? null, account?.settings.vocabulary ?? []);
    try {
      return await runUnlessDeleted(
        stopping,
        async () => (await currentSource()) === undefined,
        (signal) =>
          workspace.within((folder) => transcribe({ row, prompt, language, source, folder, signal })),
        () => end(row, null),
      );
    } catch (error) {
      if (error instanceof PermanentError) {
        await end(row, error.message);
        return undefined;
      }
      await explainDelay(db, accountId, [itemId], `${sentence(messageOf(error))} It will be tried again.`);
      throw error;
    }
  };

  return {
    batchSize: 1,
    limit: transcriber?.limit ?? { total: 1, perAccount: 1 },
    run: (jobs, stopping) => oneByOne(jobs, (job) => run(job, stopping)),
    onDead: async ({ accountId, payload }, error) => {
      const row = await findTranscription(db, accountId, payload.transcriptionId);
      if (row) await end(row, `${sentence(messageOf(error))} ${UPLOAD}`);
    },
  };
};

/** Whether the item has no transcript, or one made from a recording that has been replaced since. */
const isTranscribable = async (
  db: Db,
  { accountId, itemId, status, contentHash }: Row<'transcription'>,
): Promise<boolean> => {
  const transcript = await findTranscriptVersion(db, accountId, itemId);
  return !transcript || (status === 'waiting' && transcript.contentHash === contentHash);
};

/** Of a transcriber on this server: its name and speed. */
const speedOf = ({ processorMs, sentMs }: Row<'transcription'>, description: string): string =>
  processorMs > 0 && sentMs > 0
    ? ` by ${description}, with ${(processorMs / sentMs).toFixed(2)} s of processor per second of sound`
    : '';

const secs = (ms: number): string => `${Math.round(ms / 1_000)} s`;

const roundClock = (ms: number): string => clockTime(Math.round(ms / 1_000));

/** Whisper reads only the last 224 tokens. */
const MAX_LENGTH = 600;

/**
 * The text with as many words of the vocabulary as fit, preferring the last ones.
 * @param text what recordings are about; null without a text
 */
export const promptOf = (text: string | null, vocabulary: readonly string[]): string => {
  let length = text?.length ?? 0;
  const fitting = vocabulary.toReversed().filter((words) => {
    if (length + words.length + 2 > MAX_LENGTH) return false;
    length += words.length + 2;
    return true;
  });
  const words = fitting.length > 0 ? `${fitting.toReversed().join(', ')}.` : '';
  return [text, words].filter(Boolean).join(' ');
};
