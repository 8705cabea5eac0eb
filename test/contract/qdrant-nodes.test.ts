/** A cluster of Qdrant in which a node is gone, silent, slow, broken or behind, in the middle of each kind of write. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  IndexUnavailableError,
  loadQdrantEngine,
  type IndexRecord,
  type SearchIndex,
} from '../../indexer/index.js';
import {
  LOCAL_SHARD_NOT_FOUND,
  qdrantPython,
  startQdrantCluster,
  type Calls,
  type QdrantCluster,
  type QdrantNode,
  type When,
} from '../support/qdrant-front/start.js';
import { DIMENSIONS, everyone, ids, key, sorted, talk } from './index-harness.js';

const python = qdrantPython();
const NODES = 3;
const TALKS = 6;

/** What happens to a node, from a write on. */
const faults: Record<string, (node: QdrantNode, when: When) => Promise<unknown>> = {
  'is killed': (node, when) => node.refuse(when),
  'is silent': (node, when) => node.hang(when),
  'has lost its shard': (node, when) => node.fail(500, LOCAL_SHARD_NOT_FOUND, when),
  'is frozen': (node, when) => node.freeze(when),
  'is two writes behind': (node, when) => node.lag(2, when),
  'is slow': (node, when) => node.slow(200, when),
};

const version = (itemId: number, of: string, more: Partial<IndexRecord> = {}): IndexRecord =>
  talk(
    itemId,
    Array.from({ length: of === 'new' ? 2 : 3 }, (_, at) => `steady ${of} words of talk${itemId} part${at}`),
    more,
  );
const all = (of: string): IndexRecord[] => Array.from({ length: TALKS }, (_, at) => version(at + 1, of));

interface Operation {
  /** The write after which the fault begins. */
  after: Calls;
  run(index: SearchIndex): Promise<void>;
  /** The talks afterwards. */
  expected: IndexRecord[];
}

const operations: Record<string, Operation> = {
  'talks are replaced': {
    after: { method: 'PUT', path: '/points', collection: 'chunks' },
    run: (index) => index.replaceItems(all('new')),
    expected: all('new'),
  },
  'a talk is added': {
    after: { method: 'PUT', path: '/points', collection: 'words' },
    run: (index) => index.replaceItems([version(7, 'old')]),
    expected: [...all('old'), version(7, 'old')],
  },
  'talks get other titles': {
    after: { method: 'POST', path: '/points/batch', collection: 'chunks' },
    run: (index) =>
      index.updateAttributes(
        all('old').map((item) => ({ ...item, words: { title: `Fresh ${item.itemId}`, description: '' } })),
      ),
    expected: all('old').map((item) => ({ ...item, title: `Fresh ${item.itemId}` })),
  },
  'a talk is unpublished': {
    after: { method: 'POST', path: '/points/batch', collection: 'chunks' },
    run: (index) => index.updateAttributes([{ ...version(2, 'old'), published: false }]),
    expected: all('old').map((item) => ({ ...item, published: item.itemId !== 2 })),
  },
  'a talk is removed': {
    after: { method: 'POST', path: '/points/delete', collection: 'items' },
    run: (index) => index.removeItems(1, [2]),
    expected: all('old').filter(({ itemId }) => itemId !== 2),
  },
};

/** Tries again as the job queue does. @returns how often it was tried */
const untilDone = async (work: () => Promise<void>): Promise<number> => {
  for (let tries = 1; ; tries++) {
    try {
      await work();
      return tries;
    } catch (error) {
      if (!(error instanceof IndexUnavailableError) || tries === 200) throw error;
      await sleep(100);
    }
  }
};

/** Searches again and again until it is told to stop. @returns what went wrong */
const searching = (index: SearchIndex, stays: readonly number[]) => {
  const stop = new AbortController();
  const wrong: string[] = [];
  let searches = 0;
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      searches++;
      try {
        const reader = await index.reader!(1);
        const hits = await reader.keywordChunks('steady', everyone, 100);
        const missing = stays.filter((itemId) => !hits.some((hit) => hit.itemId === itemId));
        if (missing.length > 0) wrong.push(`talks ${missing.join()} were missing`);
        for (const { itemId, text } of hits)
          if (!text.includes(`talk${itemId} `)) wrong.push(`the text of talk ${itemId} was ${text}`);
        if (new Set(hits.map(key)).size < hits.length) wrong.push('a passage was found twice');
      } catch (error) {
        wrong.push(`a search failed: ${String(error)}`);
      }
      await sleep(5);
    }
  };
  const running = run();
  return async () => {
    stop.abort();
    await running;
    expect(searches).toBeGreaterThan(0);
    return [...new Set(wrong)];
  };
};

describe.skipIf(!python)('a cluster of Qdrant', () => {
  let cluster: QdrantCluster;
  let index: SearchIndex;
  let made = 0;
  let named: { modelId: string; tableSuffix: string; dimensions: number };

  beforeAll(async () => {
    cluster = await startQdrantCluster(python!, NODES);
  });
  afterAll(async () => {
    expect(cluster.unknown).toEqual([]);
    await cluster.stop();
  });
  beforeEach(async () => {
    named = { modelId: `nodes-${++made}`, tableSuffix: '1', dimensions: DIMENSIONS };
    const { createQdrantIndex } = await loadQdrantEngine();
    index = await createQdrantIndex({ urls: cluster.urls, ...named });
    await index.replaceItems(all('old'));
  });
  afterEach(async () => {
    for (let at = 0; at < NODES; at++) await cluster.node(at).heal();
    await index.close();
    await (await loadQdrantEngine()).dropQdrantIndex({ urls: cluster.urls }, named);
  });

  /** What a node alone has. */
  const onNode = async (url: string) => {
    const { openQdrantIndex } = await loadQdrantEngine();
    const own = openQdrantIndex({ urls: [url], ...named });
    const items = await own.readItems(1, [1, 2, 3, 4, 5, 6, 7]);
    const published = await own.keywordChunks('steady', { ...everyone, publishedOnly: true }, 100);
    const counts = await own.chunkCounts(1);
    await own.close();
    return {
      items: items
        .map(({ itemId, title, chunks }) => [itemId, title, ...chunks.map(({ text }) => text)])
        .sort(([a], [b]) => Number(a) - Number(b)),
      published: [...new Set(sorted(ids(published)))],
      counts: [...counts].sort(([a], [b]) => a - b),
    };
  };

  describe.each(Object.entries(operations))('while %s', (_, { after, run, expected }) => {
    const stays = expected.map(({ itemId }) => itemId).filter((itemId) => itemId <= TALKS);
    const cases = Object.entries(faults).flatMap(([fault, begin]) =>
      [0, 1].map((at) => [`${at === 0 ? 'the node in use' : 'another node'} ${fault}`, at, begin] as const),
    );

    it.each(cases)('%s', async (__, at, begin) => {
      await begin(cluster.node(at), { after });
      const stop = searching(index, stays);
      await untilDone(() => run(index));
      expect(await stop()).toEqual([]);
      for (let node = 0; node < NODES; node++) await cluster.node(node).heal();
      for (const url of cluster.urls)
        expect(await onNode(url)).toEqual({
          items: expected.map(({ itemId, title, chunks }) => [
            itemId,
            title,
            ...chunks.map(({ text }) => text),
          ]),
          published: expected.flatMap(({ itemId, published }) => (published ? [itemId] : [])),
          counts: expected.map(({ itemId, chunks }) => [itemId, chunks.length]),
        });
    });
  });
});
