/**
 * Job: suggests scriptures, chapters, descriptions and topics for an item that is ready. A person accepts or
 * dismisses them.
 */
import { currentTranscripts } from '../content/items/current-transcript.repository.js';
import { announceItemChange } from '../content/items/refresh-item.js';
import type { FoundSuggestions } from '../suggestions/found-suggestions.js';
import { storeSuggestions } from '../suggestions/store-suggestions.js';
import { findRow } from '../platform/db/rows.js';
import type { Row } from '../platform/db/tables.js';
import type { JobHandler } from '../platform/jobs/job.types.js';
import { AppError, isStoreDown, messageOf, sentence } from '../platform/lib/errors.js';
import {
  endStep,
  explainDelay,
  isProcessing,
  startStep,
  stepInputs,
  SUGGEST,
  type StepResult,
} from './runs/run.repository.js';
import type { ProcessingDeps } from './step.js';
import { TURNED_OFF } from './suggest/suggest-step.repository.js';
import type { WrittenSuggestions } from './suggest/suggest-tasks.js';
import { createTopicLibrary } from './suggest/topic-library.js';
import { readSegments } from './runs/transcript-source.repository.js';
import { requestWritings, type Writing } from './writing/request-writings.js';

const BEING_WRITTEN: StepResult = {
  status: 'waiting',
  message: 'A chat server is writing descriptions and topics.',
};
const FROM_TALK = 'Descriptions and topics come from the transcript only.';

interface Source {
  /** JSON of the segments. */
  segments: string;
  contentHash: string;
}

export const suggestItemHandler = (deps: ProcessingDeps): JobHandler<'suggestItem'> => {
  const { db, clock, index, embedder, suggestThreads, writingModel } = deps;
  const library = createTopicLibrary({ db, index, embedder });

  /** The suggestions, or a message with the reason why there are none. */
  const find = async (
    { accountId, id, collectionId }: Row<'item'>,
    { segments }: Source,
    written: WrittenSuggestions | null,
  ): Promise<FoundSuggestions | string> => {
    // Reuses the vectors in the index, so that nothing is embedded twice.
    const { index: vectors } = await index.writable();
    const [indexed] = await vectors.readItems(accountId, [id]);
    const embeddings = (indexed?.chunks ?? []).map(({ vector }) => vector);
    const topics = await library.topics(accountId);
    const collection = await findRow(db, 'collection', accountId, collectionId);
    const fullService = collection?.fullService === 1;
    const options = { accountId, bytes: segments.length, path: 'transcript', isJob: true };
    let found: FoundSuggestions;
    try {
      const input = { segments, embeddings, topics, fullService, written };
      found = await suggestThreads!.run('suggest', input, options);
    } catch (error) {
      // The server is shutting down.
      if (error instanceof AppError && error.status === 503) throw error;
      return `No suggestions: the transcript ${messageOf(error).replace(/^transcript: /, '')}.`;
    }
    return { ...found, topics: await library.withoutUnshared(accountId, id, found.topics) };
  };

  const end = (accountId: number, itemId: number, result: StepResult): Promise<void> =>
    db.transaction().execute((trx) => endStep(trx, clock, accountId, SUGGEST, new Map([[itemId, result]])));

  /**
   * Stores the suggestions and ends the step in one transaction, so that no job repeats the work. If the
   * transcript was replaced in the meantime, stores nothing: the item is processed again.
   */
  const store = (
    { accountId, id: itemId }: Row<'item'>,
    found: FoundSuggestions,
    contentHash: string,
    message: string | undefined,
  ): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const transcript = (await currentTranscripts(trx, accountId, [itemId])).get(itemId);
      if (transcript?.contentHash !== contentHash) return;
      const source = { contentHash, mediaAssetId: transcript.mediaAssetId };
      const isIndexChanged = await storeSuggestions(trx, clock, accountId, itemId, source, found);
      const result: StepResult = { status: 'done', input: contentHash, ...(message && { message }) };
      await endStep(trx, clock, accountId, SUGGEST, new Map([[itemId, result]]));
      const item = isIndexChanged ? await findRow(trx, 'item', accountId, itemId) : undefined;
      if (item) await announceItemChange(trx, clock, item);
    });

  /** Requests texts from the chat server, if one is configured and the item lacks descriptions. */
  const request = async (item: Row<'item'>, contentHash: string): Promise<Writing | undefined> => {
    const { accountId, id, description, shortDescription } = item;
    if (writingModel === null || (description !== null && shortDescription !== null)) return undefined;
    const requests = [{ itemId: id, contentHash }];
    return (await requestWritings(db, clock, writingModel, accountId, requests)).get(id);
  };

  const suggest = async (accountId: number, itemId: number): Promise<void> => {
    const item = await findRow(db, 'item', accountId, itemId);
    // When the current run ends, it requests suggestions again.
    if (!item || (await isProcessing(db, accountId, itemId))) return;
    if (!suggestThreads) return end(accountId, itemId, TURNED_OFF);
    const source = (await readSegments(db, accountId, [itemId])).get(itemId);
    const inputs = (await stepInputs(db, accountId, [itemId])).get(itemId);
    if (source && inputs?.get(SUGGEST) === source.contentHash) return;
    await startStep(db, clock, accountId, [itemId], SUGGEST);
    if (!source) return end(accountId, itemId, { status: 'skipped', message: 'The item has no transcript.' });
    const writing = await request(item, source.contentHash);
    if (writing === 'waiting') return end(accountId, itemId, BEING_WRITTEN);
    const written = writing?.written ? (JSON.parse(writing.written) as WrittenSuggestions) : null;
    const found = await find(item, source, written);
    if (typeof found === 'string') return end(accountId, itemId, { status: 'skipped', message: found });
    return store(item, found, source.contentHash, outcomeOf(writing, found));
  };

  const orExplain = async (accountId: number, itemId: number): Promise<void> => {
    try {
      await suggest(accountId, itemId);
    } catch (error) {
      const reason = isStoreDown(error) ? messageOf(error) : 'It failed';
      const message = `${reason}. It will be tried again.`;
      await explainDelay(db, accountId, [itemId], message).catch(() => undefined);
      throw error;
    }
  };

  return {
    // One item at a time, so that queued items are indexed in between.
    batchSize: 1,
    run: async (jobs) => {
      for (const { accountId, payload } of jobs) await orExplain(accountId, payload.suggestionsOf);
      return [];
    },
    onDead: ({ accountId, payload: { suggestionsOf } }, error) =>
      db.transaction().execute((trx) => {
        const message = `No suggestions: ${messageOf(error)}`;
        return endStep(
          trx,
          clock,
          accountId,
          SUGGEST,
          new Map([[suggestionsOf, { status: 'error', message }]]),
        );
      }),
  };
};

/** What became of the request to the chat server, as a message for people. */
const outcomeOf = (writing: Writing | undefined, found: FoundSuggestions): string | undefined => {
  if (!writing || writing === 'waiting') return undefined;
  const { status, message, model, written } = writing;
  if (status === 'failed') return `${sentence(message ?? '')} ${FROM_TALK}`;
  if (written === null) return undefined;
  const isUsed = [...found.descriptions, ...found.topics].some(({ source }) => source === model);
  return isUsed
    ? `Descriptions and topics were written by ${model}.`
    : `What ${model} wrote is not of this talk. ${FROM_TALK}`;
};
