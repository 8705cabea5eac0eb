/** Long computations in threads: bounded in time, memory and queue, and fair between accounts. */
import { afterAll, describe, expect, it } from 'vitest';
import { createThreadPool } from '../../src/platform/lib/thread-pool.js';
import { transfer } from '../../workers/index.js';
import { poolTasks } from '../support/pool-tasks.js';

describe('a thread pool', () => {
  const pool = createThreadPool({
    tasks: poolTasks,
    entry: '../support/pool-thread',
    importer: import.meta.url,
    inlineBytes: 10,
    threads: 2,
    timeoutMs: 4_000,
    memoryMb: 64,
    maxPendingBytes: 100,
  });
  afterAll(() => pool.close());
  const task = { accountId: 1, bytes: 50, path: 'segments' };

  it('runs large tasks in a thread, and small ones directly', async () => {
    expect(await pool.run('threadOf', undefined, task)).toBeGreaterThan(0);
    expect(await pool.run('threadOf', undefined, { ...task, bytes: 10 })).toBe(0);
  });

  it('transfers bytes both ways', async () => {
    const bytes = new Uint8Array(1_000).fill(7);
    const back = await pool.run('same', transfer(bytes, [bytes]), task);
    expect([...back]).toEqual([...new Uint8Array(1_000).fill(7)]);
    expect(bytes.length).toBe(0);
  });

  it('passes errors on', async () => {
    await expect(pool.run('fail', 'typed', task)).rejects.toMatchObject({
      status: 422,
      type: 'ValidationError',
    });
    await expect(pool.run('fail', 'plain', task)).rejects.toThrow('it broke');
  });

  it('ends tasks that take too much time or memory, and continues', async () => {
    const ended = expect(pool.run('forever', undefined, task)).rejects.toMatchObject({
      status: 422,
      details: [{ path: 'segments', message: 'takes too long to parse' }],
    });
    expect(await pool.run('threadOf', undefined, { ...task, accountId: 2 })).toBeGreaterThan(0);
    await ended;
    await expect(pool.run('hoard', undefined, task)).rejects.toMatchObject({
      status: 422,
      details: [{ path: 'segments', message: 'needs too much memory to parse' }],
    });
    expect(await pool.run('threadOf', undefined, task)).toBeGreaterThan(0);
  });

  it('runs one task per account at a time, so that no account occupies all threads', async () => {
    const mine = [1, 2, 3].map(() => pool.run('threadOf', undefined, { ...task, bytes: 11 }));
    const [first, ...more] = await Promise.all(mine);
    expect(new Set([first, ...more]).size).toBe(1);
  });

  it('rejects tasks over its limit, except those of jobs', async () => {
    const running = [pool.run('threadOf', undefined, task), pool.run('threadOf', undefined, task)];
    await expect(pool.run('threadOf', undefined, task)).rejects.toMatchObject({
      status: 503,
      headers: { 'Retry-After': '5' },
    });
    expect(await pool.run('threadOf', undefined, { ...task, isJob: true })).toBeGreaterThan(0);
    await Promise.all(running);
  });

  it('stops running tasks when it stops', async () => {
    const stopped = expect(pool.run('forever', undefined, task)).rejects.toMatchObject({ status: 503 });
    await pool.close();
    await stopped;
    await expect(pool.run('threadOf', undefined, task)).rejects.toMatchObject({ status: 503 });
  });
});
