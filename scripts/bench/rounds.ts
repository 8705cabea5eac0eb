/** Two things measured in turn, so that what else the machine does falls on both. */
import type { Progress } from '../../src/cli/output.js';
import type { LoadGenerator } from './load.js';
import { processSecs } from './server.js';
import { median } from './stats.js';

export interface Side {
  port: number;
  pid: number;
  /** Whole requests of one round as text, sent in turn. */
  requests(round: number): string[];
}

export interface Rounds {
  calls: number;
  clients: number;
  rounds: number;
  /** The first of them only warm up. */
  warm: number;
}

/** @returns medians of the rounds: how many times as fast the first is as the second, by the clock and by processor time, and calls a second of the first; then ms of each call */
export const alternate = async (
  generator: LoadGenerator,
  first: Side,
  second: Side,
  { calls, clients, rounds, warm }: Rounds,
  bar: Progress,
) => {
  const round = async ({ port, pid, requests }: Side, at: number) => {
    const before = processSecs(pid);
    const answer = await generator.run({ port, requests: requests(at), clients, calls });
    return { ...answer, cpu: processSecs(pid) - before };
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
