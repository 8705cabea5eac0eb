/** The step that suggests scriptures, chapters, descriptions and topics, for a person to accept. */
import pLimit from 'p-limit';
import type { FoundSuggestions } from '../content/suggestions/found-suggestions.js';
import { storeSuggestions } from '../content/suggestions/store-suggestions.js';
import { findRow } from '../platform/db/rows.js';
import { AppError, messageOf, sentence } from '../platform/lib/errors.js';
import { loadItems } from '../search/indexing/indexable-item.repository.js';
import { endStep } from './run.repository.js';
import type { Step, StepFactory, StepResult, WorkItem } from './step.js';
import type { Written } from './suggest/suggest-source.js';
import { createTopicLibrary } from './suggest/topic-library.js';
import { readSegments } from './transcript-source.repository.js';
import { requestWritings, type Writing } from './writing/request-writings.js';

const NAME = 'suggest';
const WEIGHT = 10;
const TURNED_OFF: StepResult = { status: 'skipped', message: 'Suggestions are turned off (SUGGESTIONS).' };

const BEING_WRITTEN: StepResult = {
  status: 'waiting',
  message: 'A chat server is writing descriptions and topics.',
};
const FROM_TALK = 'Descriptions and topics are taken from the transcript alone.';

export const suggestStep: StepFactory = (deps) => {
  const { db, clock, index, embedder, suggestThreads, writingModel } = deps;
  if (!suggestThreads) return { weight: WEIGHT, run: turnedOff };
  // One part at a time: the segments of others would only fill the memory.
  const inTurn = pLimit(1);
  const library = createTopicLibrary({ db, index, embedder });

  /** The vectors of the item's chunks, which the step that follows takes too. */
  const embed = async (work: WorkItem): Promise<readonly Float32Array[]> => {
    const { chunks } = work.draft;
    if (chunks.length === 0) return [];
    const embeddings = await (await embedder.get()).embedDocuments(chunks.map(({ text }) => text));
    work.draft = { ...work.draft, embeddings };
    return embeddings;
  };

  /** What there is to suggest, or a message that says why nothing could be made: the item goes on without. */
  const find = async (
    accountId: number,
    work: WorkItem,
    segments: string,
    written: Written | null,
  ): Promise<FoundSuggestions | string> => {
    const embeddings = await embed(work);
    const topics = await library.topics(accountId);
    const { collectionId } = work.item;
    const collection = await findRow(db, 'collection', accountId, collectionId);
    const fullService = collection?.fullService === 1;
    const options = { accountId, bytes: segments.length, path: 'transcript', isJob: true };
    let found: FoundSuggestions;
    try {
      const input = { segments, embeddings, topics, fullService, written };
      found = await suggestThreads.run('suggest', input, options);
    } catch (error) {
      // While the server stops.
      if (error instanceof AppError && error.status === 503) throw error;
      return `Nothing is suggested: the transcript ${messageOf(error).replace(/^transcript: /, '')}.`;
    }
    return { ...found, topics: await library.withoutUnshared(accountId, work.itemId, found.topics) };
  };

  /** Stores them and ends the step in one transaction: no run makes the same suggestions again. */
  const store = async (
    accountId: number,
    work: WorkItem,
    found: FoundSuggestions,
    contentHash: string,
    message: string | undefined,
  ): Promise<StepResult> => {
    const { itemId, transcript } = work;
    const source = { contentHash, mediaAssetId: transcript?.mediaAssetId ?? null };
    const result: StepResult = { status: 'done', input: contentHash, ...(message && { message }) };
    const isIndexChanged = await db.transaction().execute(async (trx) => {
      const isAccepted = await storeSuggestions(trx, clock, accountId, itemId, source, found);
      await endStep(trx, clock, accountId, NAME, new Map([[itemId, result]]));
      return isAccepted;
    });
    if (isIndexChanged) await takeScriptures(accountId, work);
    return result;
  };

  /** The step that follows indexes what has been accepted. */
  const takeScriptures = async (accountId: number, work: WorkItem): Promise<void> => {
    const [loaded] = await loadItems(db, accountId, [work.itemId], { withChunks: false });
    if (!loaded) return;
    const { books, chapters, description } = loaded.draft;
    work.draft = { ...work.draft, books, chapters, description };
  };

  const suggest = async (
    accountId: number,
    work: WorkItem,
    source: { segments: string; contentHash: string } | undefined,
    writing: Writing | undefined,
  ): Promise<StepResult> => {
    if (!source) return { status: 'skipped', message: 'The item has no transcript.' };
    if (writing === 'waiting') return BEING_WRITTEN;
    const written = writing?.written ? (JSON.parse(writing.written) as Written) : null;
    const found = await find(accountId, work, source.segments, written);
    if (typeof found === 'string') return { status: 'skipped', message: found };
    return store(accountId, work, found, source.contentHash, outcomeOf(writing, found));
  };

  /** Has a chat server write of the items, where there is one, that have no descriptions of their own. */
  const request = (
    accountId: number,
    items: readonly WorkItem[],
    transcripts: ReadonlyMap<number, { contentHash: string }>,
  ): Promise<Map<number, Writing>> => {
    if (writingModel === null) return Promise.resolve(new Map<number, Writing>());
    const wanted = items.flatMap(({ itemId, item: { description, shortDescription } }) => {
      const transcript = transcripts.get(itemId);
      const isDescribed = description !== null && shortDescription !== null;
      return transcript && !isDescribed ? [{ itemId, contentHash: transcript.contentHash }] : [];
    });
    return requestWritings(db, clock, writingModel, accountId, wanted);
  };

  return {
    weight: WEIGHT,
    run: ({ accountId, items }) =>
      inTurn(async () => {
        const isDone = ({ inputs, transcript }: WorkItem): boolean =>
          transcript !== undefined && inputs.get(NAME) === transcript.contentHash;
        const results = new Map<number, StepResult>();
        for (const { itemId, transcript } of items.filter(isDone))
          results.set(itemId, { status: 'done', input: transcript!.contentHash });
        const others = items.filter((work) => !isDone(work));
        const segments = await readSegments(
          db,
          accountId,
          others.map(({ itemId }) => itemId),
        );
        const writings = await request(accountId, others, segments);
        for (const work of others) {
          const { itemId } = work;
          results.set(itemId, await suggest(accountId, work, segments.get(itemId), writings.get(itemId)));
        }
        return results;
      }),
  };
};

/** What became of a text that a chat server was to write, for people. */
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

const turnedOff: Step['run'] = ({ items }) =>
  Promise.resolve(new Map(items.map(({ itemId }) => [itemId, TURNED_OFF])));
