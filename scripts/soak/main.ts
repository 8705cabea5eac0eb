/**
 * `npm run soak [-- --minutes=N] [--faults=a,b] [--nodes] [--report=FILE]`: runs the program on servers under load, and kills,
 * stops, slows, cuts off and fills each of its stores in turn. Exits with 1 when something was lost, did not heal,
 * or failed without a reason.
 */
import { writeFileSync } from 'node:fs';
import { print } from '../../src/cli/output.js';
import { inFolder, readOptions } from '../harness/command.js';
import { runSoak } from './run-soak.js';

const MINUTES = 20;
const usage = `npm run soak [-- --minutes=N] [--faults=a,b] [--nodes] [--load=N] [--report=FILE]
--minutes=N: how long all faults take together (default: ${MINUTES})
--faults=a,b: names of faults or of what they do or affect, such as database, kill or index-slow (default: all)
--nodes: the index on three nodes of Qdrant, for node-kill, node-stop and node-stale
--load=N: share of 50 writes and 20 reads a second, for slow machines (default: 1)
--report=FILE: writes the results as JSON`;

/** @returns the exit code: 1 when something went wrong */
const main = async (args: readonly string[]): Promise<number> => {
  const read = readOptions(args, usage, {
    minutes: 'number',
    faults: 'list',
    nodes: 'flag',
    load: 'number',
    report: 'text',
  });
  if (!read) return 2;
  const {
    minutes = MINUTES,
    faults: chosen = null,
    nodes = false,
    load: share = 1,
    report: file,
  } = read.options;
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const { signal } = stop;
  const report = await inFolder('soak', (folder) =>
    runSoak({ folder, minutes, share, chosen, nodes, signal, print }),
  );
  if (file) writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  return report.violations === 0 ? 0 : 1;
};

process.exitCode = await main(process.argv.slice(2));
