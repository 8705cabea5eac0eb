/** Tasks for tests of the thread pool. */
import { threadId } from 'node:worker_threads';
import { transfer } from '../../workers/index.js';
import { invalid } from '../../src/platform/lib/errors.js';

export const poolTasks = {
  threadOf: (): number => threadId,
  same: (bytes: Uint8Array): Uint8Array => transfer(bytes, [bytes]),
  fail: (kind: string): never => {
    throw kind === 'typed' ? invalid([{ path: 'a', message: 'is wrong' }]) : new Error('it broke');
  },
  forever: (): never => {
    for (;;);
  },
  hoard: (): never => {
    for (const all: unknown[] = []; ;) all.push(new Array(10_000).fill({}));
  },
};
