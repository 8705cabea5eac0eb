/** A table of one account's public items is searched without a filter, and with one as soon as others come in. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import lancedb from '@lancedb/lancedb';
import { expect, it } from 'vitest';
import { toSql } from '../../indexer/vectors/lancedb-filter.js';
import { filtered } from '../../indexer/vectors/lancedb-matching.js';
import { randomFrom } from '../../scripts/random.js';
import { chunks, engines, everyone, ids, nearVector, randomVector, talk } from './index-harness.js';

const TALKS = 110;
const CHUNKS = 50;

it('never finds what is not the reader’s where everything was a moment ago', async () => {
  const store = await engines[0]!.make!();
  const index = await store.create();
  try {
    const random = randomFrom(42);
    const many = Array.from({ length: TALKS }, (_, at) => {
      const own = chunks(
        Array.from({ length: CHUNKS }, () => 'one two three'),
        random,
      );
      return talk(at + 1, [], { chunks: own });
    });
    await index.replaceItems(many);
    await index.maintain();
    const { chunks: own, centroid } = many[0]!;
    const vector = nearVector(randomVector(random), random);
    const publicOnly = { ...everyone, publishedOnly: true };
    const foundNow = async (): Promise<Set<number>> => {
      await setImmediate();
      const lists = await Promise.all([
        index.nearestChunks(own[0]!.vector, publicOnly, 60, { text: false }),
        index.nearestChunks(vector, publicOnly, TALKS * CHUNKS, { text: false }),
        index.keywordChunks('one two', publicOnly, TALKS * CHUNKS, { text: 10 }),
        index.nearestItems(centroid, publicOnly, TALKS),
        index.keywordItems('three', publicOnly, TALKS),
      ]);
      for (const list of lists.slice(1)) expect(new Set(ids(list)).size).toBeGreaterThanOrEqual(TALKS - 1);
      return new Set(lists.flatMap(ids));
    };
    expect((await foundNow()).size).toBe(TALKS);
    let isWriting = true;
    const writing = index
      .replaceItems([talk(999, [], { accountId: 2, chunks: own, centroid })])
      .then(() => index.updateAttributes([{ ...many[1]!, published: false }]))
      .finally(() => (isWriting = false));
    while (isWriting) expect(await foundNow()).not.toContain(999);
    await writing;
    const after = await foundNow();
    expect(after).toContain(1);
    for (const hidden of [2, 999]) expect(after).not.toContain(hidden);
  } finally {
    await index.close();
    await store.dispose();
  }
});

it('searches again with the filter what was written to meanwhile', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-lance-'));
  try {
    const connection = await lancedb.connect(folder, { readConsistencyInterval: 0 });
    const mine = Array.from({ length: 6_000 }, () => ({ accountId: 1, published: true }));
    const table = await connection.createTable('rows', mine);
    const asked: (string | null)[] = [];
    const countMine = (filter: typeof everyone, meanwhile?: () => Promise<unknown>) =>
      filtered(table, filter, toSql(filter)!, async (condition) => {
        asked.push(condition);
        await meanwhile?.();
        return table.countRows(condition ?? undefined);
      });
    const narrow = { ...everyone, collectionId: 1 };
    expect(await countMine(everyone)).toBe(6_000);
    const other = { accountId: 2, published: true };
    expect(await countMine(everyone, async () => asked.length === 2 && table.add([other]))).toBe(6_000);
    expect(await countMine(everyone)).toBe(6_000);
    expect(asked).toEqual([null, null, toSql(everyone), toSql(everyone)]);
    await filtered(table, narrow, toSql(narrow)!, (condition) => Promise.resolve(asked.push(condition)));
    expect(asked.at(-1)).toBe(toSql(narrow));
    connection.close();
  } finally {
    await rm(folder, { recursive: true });
  }
});
