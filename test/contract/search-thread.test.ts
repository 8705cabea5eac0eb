/** Searches in the search thread: as the engine's, also while the thread stops, and never past what is accepted. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createSearcher,
  createSearchThread,
  IndexUnavailableError,
  withChangeLog,
  withThread,
  type SearchIndex,
  type SearchRequest,
  type SearchThread,
} from '../../indexer/index.js';
import { sampleIndex, type SampleIndex } from '../support/sample-index.js';
import { changeLog } from './index-harness.js';

const filter = { accountId: 1, publishedOnly: true };
const asking = (text: string, more: Partial<SearchRequest> = {}): SearchRequest => ({
  text,
  mode: 'hybrid',
  filter,
  limit: 10,
  offset: 0,
  passages: 3,
  ...more,
});

describe('the search thread', () => {
  let sample: SampleIndex;
  let index: SearchIndex;
  let thread: SearchThread;
  const changes = changeLog();
  const workers: Worker[] = [];
  const errors: unknown[] = [];
  const onWorker = (worker: Worker): number => workers.push(worker);
  let folder: string;
  const threadOver = (limitBytes: number): SearchThread =>
    createSearchThread({
      snapshots: { folder, name: 'sample' },
      engine: sample.index,
      changes,
      embedder: sample.embedder,
      dimensions: sample.embedder.dimensions,
      limitBytes,
      answerBytes: 2 ** 20,
      onError: (error) => errors.push(error),
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-snapshots-'));
    sample = await sampleIndex();
    process.on('worker', onWorker);
    index = withChangeLog(sample.index, changes);
    thread = threadOver(2 ** 28);
    await thread.load(1);
  });
  afterAll(async () => {
    process.off('worker', onWorker);
    await thread.close();
    await sample.dispose();
    await rm(folder, { recursive: true });
  });

  it('answers as searches in this thread do', async () => {
    const { passages } = await thread.state();
    expect(passages).toBe((await sample.index.counts()).chunks);
    const searcher = createSearcher(sample);
    for (const { q, item } of sample.catalog.questions) {
      const found = await thread.search(asking(q));
      expect(sample.titleOf(found!.results[0]!.itemId)).toBe(item);
      const ids = ({ results }: { results: { itemId: number }[] }) =>
        results.slice(0, 3).map((r) => r.itemId);
      expect(ids(found!)).toEqual(ids(await searcher.search(asking(q))));
    }
    const misspelt = await thread.search(asking('forgivness and bread'));
    expect(misspelt!.corrections.size).toBeGreaterThan(0);
    const itemId = sample.idOf(sample.catalog.items[0]!.title);
    const related = { itemId, filter, limit: 3 };
    const ids = (hits: { itemId: number }[] | null) => hits?.map((hit) => hit.itemId);
    expect(ids(await thread.related(related))).toEqual(ids(await searcher.related(related)));
  });

  it('shows what is accepted at this moment, on every page, and says when that could not be asked', async () => {
    const all = await thread.search(asking('bread and patience', { limit: 3 }));
    const accepted = all!.results.slice(1).map(({ itemId }) => itemId);
    const accept = vi.fn((ids: readonly number[]) =>
      Promise.resolve(new Set(ids.filter((id) => accepted.includes(id)))),
    );
    const some = await thread.search(asking('bread and patience', { accept, limit: 1 }));
    expect(some!.totalRecords).toBe(2);
    expect(some!.results.map(({ itemId }) => itemId)).toEqual(accepted.slice(0, 1));
    const next = await thread.search(asking('bread and patience', { accept, limit: 1, offset: 1 }));
    expect(next!.results.map(({ itemId }) => itemId)).toEqual(accepted.slice(1));
    expect(next!.results[0]!.passages.length).toBeGreaterThan(0);
    // What passes the filter by the index is asked about, and what does not as well: the index may lag behind.
    const narrow = asking('bread and patience', { filter: { ...filter, collectionId: 2 }, accept });
    expect((await thread.search(narrow))!.results.map(({ itemId }) => itemId)).toEqual(accepted);
    const failing = asking('bread', { accept: () => Promise.reject(new TypeError('no database')) });
    await expect(thread.search(failing)).rejects.toThrow(TypeError);
  });

  it('answers again what was asked before, until something changes, and still asks what may be shown', async () => {
    const accept = vi.fn((ids: readonly number[]) => Promise.resolve(new Set(ids)));
    const request = asking('a coin worth less than the lid', { accept });
    const { answers } = await thread.state();
    const [first, second] = [await thread.search(request), await thread.search(request)];
    expect((await thread.state()).answers).toBe(answers + 1);
    expect(accept).toHaveBeenCalledTimes(2);
    expect(second).toEqual(first);
    expect(second!.results[0]!.passages[0]).not.toBe(first!.results[0]!.passages[0]);
    const [best] = second!.results;
    accept.mockImplementation((ids) => Promise.resolve(new Set(ids.filter((id) => id !== best!.itemId))));
    expect((await thread.search(request))!.results.map(({ itemId }) => itemId)).not.toContain(best!.itemId);
    accept.mockImplementation((ids) => Promise.resolve(new Set(ids)));
    const elsewhere = { ...request, filter: { ...filter, accountId: 2 } };
    expect((await thread.search(elsewhere))?.results ?? []).toEqual([]);
    await changes.record([{ accountId: 1, itemIds: [best!.itemId], withChunks: false }]);
    await thread.search(request);
    expect((await thread.state()).answers).toBeGreaterThan(answers + 1);
  });

  it('follows changes', async () => {
    const [first] = (await thread.search(asking('bread and patience')))!.results;
    const [item] = await sample.index.readItems(1, [first!.itemId]);
    const { items } = await thread.state();
    await index.removeItems(1, [first!.itemId]);
    // Nobody needs to search for it.
    await expect.poll(async () => (await thread.state()).items, { timeout: 20_000 }).toBe(items - 1);
    const ids = async () =>
      (await thread.search(asking('bread and patience')))!.results.map(({ itemId }) => itemId);
    expect(await ids()).not.toContain(first!.itemId);
    await index.replaceItems([
      { ...item!, chunks: item!.chunks.map((chunk) => ({ ...chunk, speaker: null })) },
    ]);
    expect((await ids())[0]).toBe(first!.itemId);
  });

  it('leaves to the engine what does not fit', async () => {
    const small = threadOver(1_000);
    await small.load(1);
    expect(await small.search(asking('grace'))).toBeNull();
    await small.close();
  });

  it('lets the engine answer when it stops in the middle of searches, and starts again', async () => {
    const searcher = withThread(thread, createSearcher(sample));
    const questions = sample.catalog.questions.map(({ q }) => searcher.search(asking(q)));
    await workers[0]!.terminate();
    const found = await Promise.all(questions);
    expect(found.map(({ results }) => sample.titleOf(results[0]!.itemId))).toEqual(
      sample.catalog.questions.map(({ item }) => item),
    );
    expect(errors.map(String).join()).toContain('The search thread stopped');
    await thread.load(1);
    expect((await thread.state()).accounts).toBe(1);
    expect((await thread.search(asking('grace')))!.results.length).toBeGreaterThan(0);
  });

  it('forgets all when the index is taken away', async () => {
    await sample.wreck();
    await expect(thread.search(asking('grace'))).rejects.toThrow(IndexUnavailableError);
    expect((await thread.state()).accounts).toBe(0);
  });
});
