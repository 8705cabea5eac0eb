/** `npm run bench [-- name…] [--strict]`: performance measurements, most of them as ratios within one run. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { note, print, progress } from '../../src/cli/output.js';
import type { Bench, BenchContext } from './bench.js';
import { bulkBench } from './bulk.js';
import { consoleBench } from './console.js';
import { statsBench } from './engagement-stats.js';
import { importBench } from './import.js';
import { ingestBench } from './ingest.js';
import { itemsBench } from './items.js';
import { languagesBench } from './languages.js';
import { processingBench } from './processing.js';
import { startBench } from './start.js';
import { searchLargeBench } from './search-large.js';
import { searchSoakBench } from './search-soak.js';
import { searchBench } from './search.js';
import { siteBench } from './site.js';
import { sizesBench } from './sizes.js';
import { transcriptsBench } from './transcripts.js';
import { autocompleteBench } from './autocomplete.js';
import { allPass, rendered, writeReport, type BenchResult } from './report.js';

const benches: Record<string, Bench> = {
  bulk: bulkBench,
  console: consoleBench,
  import: importBench,
  ingest: ingestBench,
  items: itemsBench,
  languages: languagesBench,
  processing: processingBench,
  search: searchBench,
  'search-1m': searchLargeBench,
  'search-soak': searchSoakBench,
  site: siteBench,
  sizes: sizesBench,
  start: startBench,
  stats: statsBench,
  transcripts: transcriptsBench,
  autocomplete: autocompleteBench,
};

/** Number of chunks in the library of `search-1m`. */
const CHUNKS = /^--chunks=(\d+)$/;
/** Number of items of `bulk`. */
const ITEMS = /^--items=(\d+)$/;
/** Number of events in the year of `stats`. */
const EVENTS = /^--events=(\d+)$/;
/** Minutes of the mixed load of `search-soak`. */
const MINUTES = /^--minutes=(\d+)$/;

const usage = `npm run bench [-- name…] [--strict] [--chunks=N] [--items=N] [--events=N] [--minutes=N]
names: ${Object.keys(benches).join(', ')} (default: all)
--chunks=N: size of the library of search-1m (default: 1,000,000)
--items=N: number of items of bulk (default: 100,000)
--events=N: number of events of stats (default: 10,000,000)
--minutes=N: mixed load of search-soak (default: 3)
--strict: exit with code 1 if a metric misses its limit`;

const root = resolve(fileURLToPath(new URL('../../../', import.meta.url)));

/** @returns the exit code; a missed limit counts as a failure only with `--strict` */
export const main = async (args: readonly string[]): Promise<number> => {
  const names = args.filter((arg) => !arg.startsWith('-'));
  const unknown = [
    ...names.filter((name) => !benches[name]),
    ...args.filter(
      (arg) =>
        arg.startsWith('-') &&
        arg !== '--strict' &&
        ![CHUNKS, ITEMS, EVENTS, MINUTES].some((option) => option.test(arg)),
    ),
  ];
  if (unknown.length > 0) {
    note(usage);
    return args.includes('--help') ? 0 : 2;
  }
  const numberOf = (option: RegExp): number | undefined => {
    const value = args.map((arg) => option.exec(arg)?.[1]).find((found) => found !== undefined);
    return value === undefined ? undefined : Number(value);
  };
  const sizes = {
    chunks: numberOf(CHUNKS),
    items: numberOf(ITEMS),
    events: numberOf(EVENTS),
    minutes: numberOf(MINUTES),
  };
  const results = await runAll(names.length > 0 ? names : Object.keys(benches), sizes);
  print(rendered(results));
  note(`Written to ${writeReport(join(root, 'bench-results'), results)}`);
  return args.includes('--strict') && !allPass(results) ? 1 : 0;
};

const runAll = async (
  names: readonly string[],
  sizes: Pick<BenchContext, 'chunks' | 'items' | 'events' | 'minutes'>,
): Promise<BenchResult[]> => {
  const folders: string[] = [];
  const shared = resolve(root, '../shared/data');
  const context: BenchContext = {
    root,
    shared: existsSync(shared) ? shared : null,
    results: join(root, 'bench-results'),
    ...sizes,
    progress,
    say: note,
    scratch: async (name) => {
      const folder = await mkdtemp(join(tmpdir(), `lectern-bench-${name}-`));
      folders.push(folder);
      return folder;
    },
  };
  const results: BenchResult[] = [];
  try {
    for (const name of names) {
      note(`— ${name}`);
      results.push(await benches[name]!(context));
    }
    return results;
  } finally {
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }
};
