/** A queue in which accounts take turns. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createFairQueue } from '../../src/platform/lib/fair-queue.js';

describe('a queue of accounts', () => {
  /** Starts work that ends on command. */
  const start = (queue: ReturnType<typeof createFairQueue>, log: string[]) => {
    const ends: (() => void)[] = [];
    return {
      add: (accountId: number, name: string) =>
        queue.run(accountId, () => {
          log.push(name);
          return new Promise<string>((resolve) => ends.push(() => resolve(name)));
        }),
      endFirst: async () => {
        ends.shift()?.();
        await nextTurn();
      },
    };
  };

  it('runs a few tasks per account at once and rejects more than may wait', async () => {
    const log: string[] = [];
    const queue = createFairQueue({ atOnce: 2, maxWaiting: 1, refusal: 'Too many' });
    const { add, endFirst } = start(queue, log);
    const done = [add(1, 'a'), add(1, 'b'), add(1, 'c')];
    await expect(add(1, 'd')).rejects.toMatchObject({ status: 503, message: 'Too many' });
    const other = add(2, 'e');
    await nextTurn();
    expect(log).toEqual(['a', 'b', 'e']);
    await endFirst();
    expect(log).toEqual(['a', 'b', 'e', 'c']);
    for (let i = 0; i < 3; i++) await endFirst();
    expect(await Promise.all([...done, other])).toEqual(['a', 'b', 'c', 'e']);
    const again = add(1, 'f');
    await nextTurn();
    await endFirst();
    expect(await again).toBe('f');
  });

  it('serves accounts in turn, however much each has queued', async () => {
    const log: string[] = [];
    const { add, endFirst } = start(createFairQueue({ atOnce: 2, total: 2 }), log);
    const done = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => add(1, name));
    done.push(add(2, 'b1'), add(2, 'b2'), add(3, 'c1'));
    await nextTurn();
    for (let i = 0; i < 8; i++) await endFirst();
    await Promise.all(done);
    expect(log).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5']);
  });

  it('continues after a failed task', async () => {
    const queue = createFairQueue({ atOnce: 1 });
    await expect(queue.run(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await queue.run(1, () => Promise.resolve(7))).toBe(7);
  });
});
