/**
 * Searches in the search thread return the same as in the caller's, even while the thread stops, and only accepted
 * items.
 */
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createSearcher,
  createSearchThread,
  IndexUnavailableError,
  type SearchRequest,
  type SearchThread,
} from '../../indexer/index.js';
import { sampleIndex, type SampleIndex } from '../support/sample-index.js';

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
  let thread: SearchThread;
  const workers: Worker[] = [];
  const warnings: string[] = [];
  const onWorker = (worker: Worker): number => workers.push(worker);
  const threadOver = (limitBytes: number): SearchThread =>
    createSearchThread({
      file: { ...sample.file, limitBytes },
      index: sample.index,
      embedder: sample.embedder,
      answerBytes: 2 ** 20,
      warn: (message) => warnings.push(message),
    });

  beforeAll(async () => {
    sample = await sampleIndex();
    process.on('worker', onWorker);
    thread = threadOver(2 ** 28);
    await thread.load(1);
  });
  afterAll(async () => {
    process.off('worker', onWorker);
    await thread.close();
    await sample.dispose();
  });

  it('returns the same results as a search in the calling thread', async () => {
    const { passages } = await thread.state();
    expect(passages).toBe((await sample.index.counts()).chunks);
    const searcher = createSearcher(sample);
    for (const { q, item } of sample.catalog.questions) {
      const found = await thread.search(asking(q));
      expect(sample.titleOf(found.results[0]!.itemId)).toBe(item);
      const ids = ({ results }: { results: { itemId: number }[] }) =>
        results.slice(0, 3).map((r) => r.itemId);
      expect(ids(found)).toEqual(ids(await searcher.search(asking(q))));
    }
    const misspelt = await thread.search(asking('forgivness and bread'));
    expect(misspelt.corrections.size).toBeGreaterThan(0);
    const itemId = sample.idOf(sample.catalog.items[0]!.title);
    const related = { itemId, filter, limit: 3 };
    const ids = (hits: { itemId: number }[] | null) => hits?.map((hit) => hit.itemId);
    expect(ids(await thread.related(related))).toEqual(ids(await searcher.related(related)));
  });

  it('returns only items that are accepted now, on every page, and reports when that cannot be checked', async () => {
    const all = await thread.search(asking('bread and patience', { limit: 3 }));
    const accepted = all.results.slice(1).map(({ itemId }) => itemId);
    const accept = vi.fn((ids: readonly number[]) =>
      Promise.resolve(new Set(ids.filter((id) => accepted.includes(id)))),
    );
    const some = await thread.search(asking('bread and patience', { accept, limit: 1 }));
    expect(some.totalRecords).toBe(2);
    expect(some.results.map(({ itemId }) => itemId)).toEqual(accepted.slice(0, 1));
    const next = await thread.search(asking('bread and patience', { accept, limit: 1, offset: 1 }));
    expect(next.results.map(({ itemId }) => itemId)).toEqual(accepted.slice(1));
    expect(next.results[0]!.passages.length).toBeGreaterThan(0);
    // Items are checked even if the index says that they pass the filter, because the index may lag behind.
    const narrow = asking('bread and patience', { filter: { ...filter, collectionId: 2 }, accept });
    expect((await thread.search(narrow)).results.map(({ itemId }) => itemId)).toEqual(accepted);
    const failing = asking('bread', { accept: () => Promise.reject(new TypeError('no database')) });
    await expect(thread.search(failing)).rejects.toThrow(TypeError);
  });

  it('caches responses until something changes, and checks visibility again for each', async () => {
    const accept = vi.fn((ids: readonly number[]) => Promise.resolve(new Set(ids)));
    const request = asking('a coin worth less than the lid', { accept });
    const { answers } = await thread.state();
    const [first, second] = [await thread.search(request), await thread.search(request)];
    expect((await thread.state()).answers).toBe(answers + 1);
    expect(accept).toHaveBeenCalledTimes(2);
    // Nothing was done for the second one.
    expect(second).toEqual({ ...first, timings: { embed: 0, candidates: 0, rank: 0, passages: 0 } });
    expect(second.results[0]!.passages[0]).not.toBe(first.results[0]!.passages[0]);
    const [best] = second.results;
    accept.mockImplementation((ids) => Promise.resolve(new Set(ids.filter((id) => id !== best!.itemId))));
    expect((await thread.search(request)).results.map(({ itemId }) => itemId)).not.toContain(best!.itemId);
    accept.mockImplementation((ids) => Promise.resolve(new Set(ids)));
    const elsewhere = { ...request, filter: { ...filter, accountId: 2 } };
    expect((await thread.search(elsewhere))?.results ?? []).toEqual([]);
    const [item] = await sample.index.readItems(1, [best!.itemId]);
    await sample.index.updateAttributes([{ ...item!, seriesId: 77 }]);
    await thread.search(request);
    expect((await thread.state()).answers).toBeGreaterThan(answers + 1);
  });

  it('reflects changes', async () => {
    const [first] = (await thread.search(asking('bread and patience'))).results;
    const [item] = await sample.index.readItems(1, [first!.itemId]);
    const { items } = await thread.state();
    await sample.index.removeItems(1, [first!.itemId]);
    // Without another search.
    await expect.poll(async () => (await thread.state()).items, { timeout: 60_000 }).toBe(items - 1);
    const ids = async () =>
      (await thread.search(asking('bread and patience'))).results.map(({ itemId }) => itemId);
    expect(await ids()).not.toContain(first!.itemId);
    await sample.index.replaceItems([
      { ...item!, chunks: item!.chunks.map((chunk) => ({ ...chunk, speaker: null })) },
    ]);
    expect((await ids())[0]).toBe(first!.itemId);
  });

  it('searches an account that does not fit by keywords, in passages and titles, and warns once', async () => {
    const small = threadOver(1_000);
    await small.load(1);
    const byWords = await small.search(asking('a coin worth less than the "jam jar lid"'));
    expect(byWords.mode).toBe('keyword');
    expect(sample.titleOf(byWords.results[0]!.itemId)).toBe('Two Coins in the Box');
    expect(byWords.results[0]!.passages[0]!.text).toContain('coin');
    const narrow = asking('bread', { filter: { ...filter, collectionId: 2, speakerId: 2 } });
    const all = await thread.search({ ...narrow, mode: 'keyword' });
    const found = await small.search(narrow);
    expect(found.results.map(({ itemId }) => itemId).sort()).toEqual(
      all.results.map(({ itemId }) => itemId).sort(),
    );
    expect((await small.search(asking('bread', { filter: { ...filter, accountId: 2 } }))).results).toEqual(
      [],
    );
    expect((await small.state()).accountsBeyondMemory).toBe(2);
    expect(
      warnings.filter((warning) => /Account 1 is searched by keywords only.*QDRANT_URL/.test(warning)),
    ).toHaveLength(1);
    await small.close();
  });

  it('repeats unfinished requests in a new thread when the last one stops', async () => {
    const questions = sample.catalog.questions.map(({ q }) => thread.search(asking(q)));
    await workers[0]!.terminate();
    const found = await Promise.all(questions);
    expect(found.map(({ results }) => sample.titleOf(results[0]!.itemId))).toEqual(
      sample.catalog.questions.map(({ item }) => item),
    );
    expect(warnings.join()).toContain('The search thread stopped');
    await thread.load(1);
    expect((await thread.state()).accounts).toBe(1);
    expect((await thread.search(asking('grace'))).results.length).toBeGreaterThan(0);
  });

  it('reports when the index is removed', async () => {
    await sample.wreck();
    await expect(thread.search(asking('grace'))).rejects.toThrow(IndexUnavailableError);
  });
});
