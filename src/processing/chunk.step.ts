/** Step: cuts transcripts into chunks and stores them in SQL. */
import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import { textLanguage, type Chunk } from '../../indexer/index.js';
import { removeObsoleteCorrections } from '../suggestions/correction-suggestions.js';
import type { ItemChunk } from '../transcripts/reading/chunk-transcript.js';
import { recordDetected, recomputeLanguages } from '../content/items/item-language.repository.js';
import { publishesOnceReady } from '../content/items/item-schedule.js';
import type { TranscriptThreads } from '../transcripts/transcript-tasks.js';
import { AppError, messageOf } from '../platform/lib/errors.js';
import { replaceChunks } from '../transcripts/reading/chunk.repository.js';
import { loadItems } from '../search/indexing/indexable-item.repository.js';
import { becomesReadyFrom, isIndexed, mediaToIndex, type StepFactory, type WorkItem } from './step.js';
import type { StepResult } from './runs/run.repository.js';
import { readSegments } from './runs/transcript-source.repository.js';

export const segmentStep: StepFactory = ({ db, clock, index, threads }) => {
  // One part at a time, because the segments of several parts would fill the memory.
  const inTurn = pLimit(1);

  /** @returns the chunks to store; null to leave those that are stored */
  const segment = async (
    accountId: number,
    { transcript }: WorkItem,
    segments: string,
  ): Promise<{ result: StepResult; chunks: readonly ItemChunk[] | null }> => {
    if (!transcript?.isIndexable) {
      const message = transcript
        ? 'The variant type of its media asset is not indexed.'
        : 'The item has no transcript.';
      return { result: { status: 'skipped', message }, chunks: [] };
    }
    const chunks = await chunksOf(threads, accountId, segments);
    if (typeof chunks === 'string')
      return { result: { status: 'actionRequired', message: chunks }, chunks: null };
    return { result: { status: 'done', input: transcript.contentHash }, chunks };
  };

  const use = (work: WorkItem, chunks: readonly Chunk[]): void => {
    const { item, draft } = work;
    // An item that will be published right after is indexed as public.
    const published =
      draft.published || (publishesOnceReady(clock, item) && becomesReadyFrom.has(item.status));
    work.draft = { ...draft, chunks, mediaAssetId: mediaToIndex(work), published };
  };

  /**
   * Loads the chunks that an interrupted run has stored.
   * @returns the items that have some
   */
  const resume = async (accountId: number, items: readonly WorkItem[]): Promise<Set<number>> => {
    const current = items.filter(
      ({ inputs, transcript }) => transcript?.isIndexable && inputs.get('segment') === transcript.contentHash,
    );
    const ids = current.map(({ itemId }) => itemId);
    const loaded = await loadItems(db, accountId, ids, { withChunks: true });
    const chunks = new Map(loaded.map(({ item, draft }) => [item.id, draft.chunks]));
    const resumed = current.filter(({ itemId }) => chunks.get(itemId)?.length);
    for (const work of resumed) use(work, chunks.get(work.itemId) ?? []);
    return new Set(resumed.map(({ itemId }) => itemId));
  };

  return {
    weight: 10,
    run: ({ accountId, items }) =>
      inTurn(async () => {
        // Before the first chunk is in SQL, because chunks without an index would require a reindex.
        await index.writable();
        const resumed = await resume(accountId, items);
        const others = items.filter(({ itemId }) => !resumed.has(itemId));
        const segments = await readSegments(
          db,
          accountId,
          others.map(({ itemId }) => itemId),
        );
        const results = new Map<number, StepResult>();
        for (const { itemId, transcript } of items)
          if (resumed.has(itemId)) results.set(itemId, { status: 'done', input: transcript!.contentHash });
        const segmented: { work: WorkItem; chunks: readonly ItemChunk[] }[] = [];
        for (const work of others) {
          const source = segments.get(work.itemId);
          // The transcript may have been replaced, or deleted with its media, since the previous step.
          work.transcript &&= source && { ...work.transcript, contentHash: source.contentHash };
          const { result, chunks } = await segment(accountId, work, source?.segments ?? '[]');
          results.set(work.itemId, result);
          if (chunks) segmented.push({ work, chunks });
          // Yields to waiting requests between items.
          await setImmediate();
        }
        await db.transaction().execute(async (trx) => {
          for (const { work, chunks } of segmented) {
            await replaceChunks(trx, accountId, work.itemId, chunks);
            await removeObsoleteCorrections(trx, { accountId, itemId: work.itemId }, chunks);
          }
          await recordDetected(
            trx,
            accountId,
            new Map(segmented.map(({ work, chunks }) => [work.itemId, languageOf(chunks)])),
          );
          const languages = await recomputeLanguages(trx, accountId, [...results.keys()]);
          for (const { itemId, draft } of items)
            if (languages.has(itemId)) draft.language = languages.get(itemId)!;
        });
        for (const { work, chunks } of segmented) if (isIndexed(work)) use(work, chunks);
        return results;
      }),
  };
};

const languageOf = (chunks: readonly Chunk[]): string | null =>
  textLanguage(chunks.map(({ text }) => text).join(' '));

/** The chunks, or a message with the reason why there are none. */
const chunksOf = async (
  threads: TranscriptThreads,
  accountId: number,
  segments: string,
): Promise<ItemChunk[] | string> => {
  let chunks: ItemChunk[];
  try {
    const options = { accountId, bytes: segments.length, path: 'transcript', isJob: true };
    chunks = await threads.run('chunk', { segments }, options);
  } catch (error) {
    // The server is shutting down.
    if (error instanceof AppError && error.status === 503) throw error;
    return `The transcript cannot be read (${messageOf(error)}). Upload it again.`;
  }
  return chunks.some(({ text }) => /[\p{L}\p{N}]/u.test(text))
    ? chunks
    : 'The transcript has no words. Upload another one, then process the item again.';
};
