/** `npm run bench [-- name…] [--strict]`: performance measurements, most of them as ratios within one run. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { note, print } from '../../src/cli/output.js';
import { inFolder, readOptions } from '../harness/command.js';
import { ROOT } from '../harness/program.js';
import type { Bench } from './bench.js';
import { consoleBench } from './console.js';
import { importBench } from './import.js';
import { ingestBench } from './ingest.js';
import { itemsBench } from './items.js';
import { allPass, rendered, writeReport, type BenchResult } from './report.js';
import { searchBench } from './search.js';
import { startBench } from './start.js';
import { transcribeBench } from './transcribe.js';

/** Each is described in docs/bench.md. */
const benches: Record<string, Bench> = {
  console: consoleBench,
  import: importBench,
  ingest: ingestBench,
  items: itemsBench,
  search: searchBench,
  start: startBench,
  transcribe: transcribeBench,
};

const usage = `npm run bench [-- name…] [--strict]
names: ${Object.keys(benches).join(', ')} (default: all)
--strict: exit with code 1 if a metric misses its limit`;

/** @returns the exit code; a missed limit counts as a failure only with `--strict` */
export const main = async (args: readonly string[]): Promise<number> => {
  const read = readOptions(args, usage, { strict: 'flag' });
  if (!read) return 2;
  const names = read.words.length > 0 ? read.words : Object.keys(benches);
  if (names.some((name) => !benches[name])) {
    note(usage);
    return 2;
  }
  const results = await inFolder('bench', (folder) => runAll(names, folder));
  print(rendered(results));
  note(`Written to ${writeReport(join(ROOT, 'bench-results'), results)}`);
  return read.options.strict && !allPass(results) ? 1 : 0;
};

const runAll = async (names: readonly string[], folder: string): Promise<BenchResult[]> => {
  const results: BenchResult[] = [];
  let folders = 0;
  const scratch = async (name: string): Promise<string> => {
    const path = join(folder, `${name}-${folders++}`);
    await mkdir(path);
    return path;
  };
  for (const name of names) {
    note(`— ${name}`);
    results.push({ name, ...(await benches[name]!({ scratch })) });
  }
  return results;
};
