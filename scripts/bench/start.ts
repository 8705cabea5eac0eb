/** `start`: time from starting `lectern serve` on an indexed library to its first search response. */
import { progress } from '../../src/cli/output.js';
import { environmentOf } from '../harness/app.js';
import { processSecs } from '../harness/proc.js';
import { startServer } from '../harness/program.js';
import { median } from '../harness/stats.js';
import type { Bench } from './bench.js';
import { searchLibrary } from './library.js';
import { timing } from './report.js';

const ROUNDS = 5;

export const startBench: Bench = async (context) => {
  const dataDir = await searchLibrary(context);
  const wall: number[] = [];
  const cpu: number[] = [];
  const bar = progress('start: rounds');
  for (let round = 0; round < ROUNDS; round++) {
    const from = performance.now();
    const server = await startServer(environmentOf(dataDir));
    const response = await fetch(`${server.publicUrl}/search?q=grace`);
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
    timings: [timing('start to first search response', wall)],
    metrics: [
      { name: 'process time from start to first search response', value: median(cpu), unit: 's', atMost: 2 },
    ],
    notes: [
      'process time: user and system seconds of the server at its first search response; it is polled every 20 ms',
    ],
  };
};
