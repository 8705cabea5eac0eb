/**
 * Job: has a chat server write descriptions and topics of an item. The item continues whether or not that
 * succeeds.
 */
import type { Db } from '../../platform/db/dialect.js';
import { existingRows, findRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { oneByOne, type Job, type JobHandler, type JobOutcome } from '../../platform/jobs/job.types.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { messageOf } from '../../platform/lib/errors.js';
import { runUnlessDeleted } from '../media/media-source.js';
import { whileBusy } from '../model-server/while-busy.js';
import { continueSuggestions } from '../suggest/suggest-step.repository.js';
import type { SuggestThreads } from '../suggest/suggest-threads.js';
import type { WrittenSuggestions } from '../suggest/suggest-tasks.js';
import { readSegments } from '../runs/transcript-source.repository.js';
import type { ChatWriter, TalkToDescribe } from './chat-writer.js';
import { endWriting, findWriting } from './writing.repository.js';

interface Deps {
  db: Db;
  clock: Clock;
  threads: SuggestThreads | null;
  /** Null if there is no chat server any more. */
  writer: ChatWriter | null;
  /** Maximum characters of a transcript to send. */
  maxLength: number;
}

/** Retries while the server is busy or down. After that, the item continues without texts. */
const PATIENCE = { attempts: 4, maxWaitMs: 2 * 60_000 };
/** A shorter talk is not described. */
const MIN_WORDS = 200;
const MAX_TOPICS = 1_000;

export const writeSuggestionsHandler = (deps: Deps): JobHandler<'writeSuggestions'> => {
  const { db, clock, threads, writer, maxLength } = deps;

  const end = (row: Row<'writing'>, outcome: Parameters<typeof endWriting>[2] | null): Promise<void> =>
    db.transaction().execute(async (trx) => {
      if (outcome) await endWriting(trx, row, outcome);
      await continueSuggestions(trx, clock, row);
    });

  const fail = (row: Row<'writing'>, error: unknown): Promise<void> =>
    end(row, { status: 'failed', message: messageOf(error), failedDate: isoTime(clock) });

  /** Whether the item exists and still has the transcript to describe. */
  const isStillNeeded = async ({
    accountId,
    id,
    itemId,
    contentHash,
    model,
  }: Row<'writing'>): Promise<boolean> => {
    const row = await findWriting(db, accountId, id);
    const item = await findRow(db, 'item', accountId, itemId);
    return !!item && row?.status === 'waiting' && row.contentHash === contentHash && row.model === model;
  };

  /** Undefined if there is nothing to describe. */
  const talkOf = async ({
    accountId,
    itemId,
    contentHash,
  }: Row<'writing'>): Promise<TalkToDescribe | undefined> => {
    const item = await findRow(db, 'item', accountId, itemId);
    const transcript = (await readSegments(db, accountId, [itemId])).get(itemId);
    if (!item || !threads || transcript?.contentHash !== contentHash) return undefined;
    const collection = await findRow(db, 'collection', accountId, item.collectionId);
    const { segments } = transcript;
    const options = { accountId, bytes: segments.length, path: 'transcript', isJob: true };
    const fullService = collection?.fullService === 1;
    const text = await threads.run('excerpt', { segments, fullService, maxLength }, options);
    if (text.split(/\s+/, MIN_WORDS).length < MIN_WORDS) return undefined;
    const topics = await existingRows(db, 'topic', accountId)
      .select('name')
      .orderBy('id')
      .limit(MAX_TOPICS)
      .execute();
    return { title: item.title, topics: topics.map(({ name }) => name), text };
  };

  const write = async (row: Row<'writing'>, own: ChatWriter, signal: AbortSignal): Promise<void> => {
    const talk = await talkOf(row);
    let written: WrittenSuggestions | undefined;
    try {
      written = talk && (await whileBusy(PATIENCE, signal, () => own.write(talk, signal)));
    } catch (error) {
      signal.throwIfAborted();
      return fail(row, error);
    }
    await end(row, { status: 'done', written: written ? JSON.stringify(written) : null });
  };

  const run = async (
    { accountId, payload }: Job<'writeSuggestions'>,
    stopping: AbortSignal,
  ): Promise<JobOutcome> => {
    const row = await findWriting(db, accountId, payload.writingId);
    if (!row) return undefined;
    if (!writer || !(await isStillNeeded(row))) {
      await end(row, null);
      return undefined;
    }
    return runUnlessDeleted(
      stopping,
      async () => !(await isStillNeeded(row)),
      (signal) => write(row, writer, signal),
      () => end(row, null),
    );
  };

  return {
    batchSize: 1,
    limit: { total: 4, perAccount: 2 },
    run: (jobs, stopping) => oneByOne(jobs, (job) => run(job, stopping)),
    onDead: async ({ accountId, payload }, error) => {
      const row = await findWriting(db, accountId, payload.writingId);
      if (row) await fail(row, error);
    },
  };
};
