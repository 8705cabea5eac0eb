/** `start`: time from starting `lectern serve` on an indexed library to its first search response. */
import type { Bench } from './bench.js';
import { timing, type BenchResult } from './report.js';
import { searchLibrary } from './search.js';
import { processSecs, startServer } from './server.js';
import { median } from './stats.js';

const ROUNDS = 5;

export const startBench: Bench = async (context): Promise<BenchResult> => {
  const dataDir = await searchLibrary(context);
  const wall: number[] = [];
  const cpu: number[] = [];
  const bar = context.progress('start: rounds');
  for (let round = 0; round < ROUNDS; round++) {
    const from = performance.now();
    const server = await startServer(context.root, dataDir);
    const response = await fetch(`http://127.0.0.1:${server.publicPort}/api/search?q=grace`);
    const { mode, results } = (await response.json()) as { mode: string; results: unknown[] };
    wall.push(performance.now() - from);
    cpu.push(processSecs(server.pid));
    await server.stop();
    if (mode !== 'hybrid' || results.length === 0)
      throw new Error(`The first search was ${mode}, with ${results.length} results`);
    bar.update(round + 1, ROUNDS);
  }
  bar.stop();
  return {
    name: 'start',
    timings: [timing('start to first search response', wall)],
    metrics: [
      { name: 'process time from start to first search response', value: median(cpu), unit: 's', atMost: 2 },
    ],
    notes: [
      'process time: user and system seconds of the server at its first search response; it is polled every 20 ms',
    ],
  };
};
