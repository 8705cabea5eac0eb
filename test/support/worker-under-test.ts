/** The worker in the tests of the worker library. */
import { threadId } from 'node:worker_threads';
import { KnownError } from './known-error.js';
import { transfer, serve, type Caller } from '../../workers/index.js';

/** The functions that the owner serves. */
export interface OwnerCalls {
  double(number: number): number;
  refuse(): never;
}

const calls = (data: object, owner: Caller<OwnerCalls>) => ({
  who: () => ({ pid: process.pid, threadId }),
  data: () => data,
  same: (bytes: Uint8Array) => transfer(bytes, [bytes]),
  lengthOf: (bytes: Uint8Array) => bytes.length,
  fail: (kind: 'known' | 'builtin' | 'odd') => {
    if (kind === 'known') throw new KnownError('it broke', ['here']);
    if (kind === 'builtin')
      throw Object.assign(new RangeError('too far'), { code: 'E_FAR', socket: () => 1 });
    // eslint-disable-next-line @typescript-eslint/only-throw-error
    throw 'a word';
  },
  uncloneable: () => () => 1,
  askOwner: (number: number) => owner.call('double', number),
  askRefused: () => owner.call('refuse'),
  sum: async (numbers: readonly number[], weigh: (number: number) => Promise<number>) => {
    let sum = 0;
    for (const number of numbers) sum += await weigh(number);
    return sum;
  },
  later: (ms: number) => new Promise<string>((resolve) => setTimeout(() => resolve('late'), ms)),
  forever: () => {
    for (;;);
  },
  hoard: () => {
    for (const all: unknown[] = []; ;) all.push(new Array(10_000).fill({}));
  },
  crash: () => {
    setImmediate(() => {
      throw new Error('nobody caught it');
    });
    return new Promise<never>(() => undefined);
  },
  exit: () => process.exit(3),
});

export type CallsUnderTest = ReturnType<typeof calls>;

serve<OwnerCalls>(
  (data: { fails?: boolean }, owner) => {
    if (data.fails) throw new KnownError('no such file', ['at start']);
    return calls(data, owner);
  },
  { KnownError },
);
