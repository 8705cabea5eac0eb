/**
 * `npm run soak [-- --minutes=N] [--faults=a,b] [--report=FILE]`: runs the program on servers under load, and kills,
 * stops, slows, cuts off and fills each of its stores in turn. Exits with 1 when something was lost, did not heal,
 * or failed without a reason.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { note, print } from '../../src/cli/output.js';
import { runSoak } from './run-soak.js';

const OPTION = /^--(minutes|faults|load|report)=(.+)$/;
const MINUTES = 20;
const usage = `npm run soak [-- --minutes=N] [--faults=a,b] [--report=FILE]
--minutes=N: how long all faults take together (default: ${MINUTES})
--faults=a,b: names of faults or of what they do or affect, such as database, kill or index-slow (default: all)
--load=N: share of 50 writes and 20 reads a second, for slow machines (default: 1)
--report=FILE: writes the results as JSON`;

/** @returns the exit code: 1 when something went wrong */
const main = async (args: readonly string[]): Promise<number> => {
  const given = new Map(args.map((arg) => [OPTION.exec(arg)?.[1], OPTION.exec(arg)?.[2] ?? '']));
  const minutes = Number(given.get('minutes') ?? MINUTES);
  const share = Number(given.get('load') ?? 1);
  if (given.has(undefined) || !(minutes > 0) || !(share > 0)) {
    note(usage);
    return 2;
  }
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const folder = mkdtempSync(join(tmpdir(), 'lectern-soak-'));
  try {
    const report = await runSoak({
      folder,
      minutes,
      share,
      chosen: given.get('faults')?.split(',') ?? null,
      signal: stop.signal,
      print,
    });
    const file = given.get('report');
    if (file) writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
    return report.violations === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

process.exitCode = await main(process.argv.slice(2));
