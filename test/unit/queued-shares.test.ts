/** What accounts have in the queue of the event spool, as events enter and leave it. */
import { describe, expect, it } from 'vitest';
import { createQueuedShares } from '../../analytics/spool/queued-shares.js';
import { createShares } from '../../src/platform/lib/shares.js';

const SIZE = 64_000;

describe('shares of the event queue', () => {
  it('are given back in the order of the queue, to whom they belong', () => {
    const shares = createShares(SIZE);
    const queued = createQueuedShares(shares, SIZE);
    const hasRoom = (...accountIds: number[]) => accountIds.map((id) => shares.hasRoom(id, 20_000));
    for (let i = 0; i < 30; i++) queued.add(1, 1_000);
    for (let i = 0; i < 20; i++) queued.add(2, 1_000);
    expect(hasRoom(1, 2, 3)).toEqual([false, false, true]);
    // A third of the first account's events are stored.
    queued.leave(40_000);
    expect(hasRoom(1, 2)).toEqual([true, true]);
    queued.add(3, 20_000);
    expect(hasRoom(1, 2)).toEqual([false, false]);
    queued.leave(20_000);
    expect(shares.hasRoom(1, SIZE)).toBe(true);
    expect(shares.hasRoom(3, 1_000)).toBe(true);
  });

  it('have nothing of events that could not be queued', () => {
    const shares = createShares(SIZE);
    const queued = createQueuedShares(shares, SIZE);
    for (let i = 0; i < 100; i++) {
      queued.add(1, 10_000);
      queued.add(1, -10_000);
    }
    queued.add(2, 50_000);
    expect(shares.hasRoom(1, SIZE)).toBe(true);
    queued.leave(0);
    expect(shares.hasRoom(2, SIZE)).toBe(true);
  });
});
