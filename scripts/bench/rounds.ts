/** Measures two servers in alternation, so that other load on the machine affects both. */
import type { Progress } from '../../src/cli/output.js';
import type { LoadGenerator } from './load.js';
import { processSecs } from '../harness/proc.js';
import { median } from '../harness/stats.js';

export interface Side {
  port: number;
  pid: number;
  /** Complete requests of one round as text, sent in rotation. */
  requests(round: number): string[];
}

export interface Rounds {
  calls: number;
  clients: number;
  rounds: number;
  /** Number of initial rounds that only warm up. */
  warm: number;
}

/**
 * @returns medians over the rounds: the speed of the first server relative to the second (wall and processor
 * time) and its calls per second; and the ms of each call
 */
export const alternate = async (
  generator: LoadGenerator,
  first: Side,
  second: Side,
  { calls, clients, rounds, warm }: Rounds,
  bar: Progress,
) => {
  const round = async ({ port, pid, requests }: Side, at: number) => {
    const before = processSecs(pid);
    const result = await generator.run({ port, requests: requests(at), clients, calls });
    return { ...result, cpu: processSecs(pid) - before };
  };
  const pairs: Record<'first' | 'second', Awaited<ReturnType<typeof round>>>[] = [];
  for (let at = 0; at < rounds; at++) {
    const pair = { first: await round(first, at), second: await round(second, at) };
    if (at >= warm) pairs.push(pair);
    bar.update(at + 1, rounds);
  }
  bar.stop();
  const over = (value: (pair: (typeof pairs)[number]) => number): number => median(pairs.map(value));
  return {
    ratio: over(({ first: a, second: b }) => b.secs / a.secs),
    cpuRatio: over(({ first: a, second: b }) => b.cpu / a.cpu),
    bytesRatio: over(({ first: a, second: b }) => a.bytes / b.bytes),
    rate: over(({ first: a }) => calls / a.secs),
    firstMs: pairs.flatMap(({ first: a }) => a.ms),
    secondMs: pairs.flatMap(({ second: b }) => b.ms),
  };
};
