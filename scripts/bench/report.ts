/** What a benchmark says: timings, metrics with their limits, a table of both, and the same as JSON. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { table } from '../../src/cli/output.js';
import { percentile } from './stats.js';

/** Milliseconds of many calls of one kind. */
export interface Timing {
  name: string;
  calls: number;
  p50: number;
  p99: number;
}

/** One number that is looked at. `ratio` unless a unit says otherwise. */
export interface Figure {
  name: string;
  value: number;
  unit?: string;
  atLeast?: number;
  atMost?: number;
}

export interface BenchResult {
  name: string;
  timings: Timing[];
  metrics: Figure[];
  /** What a reader must know to read the metrics. */
  notes: string[];
}

export const timing = (name: string, ms: readonly number[]): Timing => ({
  name,
  calls: ms.length,
  p50: percentile(ms, 0.5),
  p99: percentile(ms, 0.99),
});

export const passes = ({ value, atLeast, atMost }: Figure): boolean =>
  (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost);

const limited = ({ atLeast, atMost }: Figure): boolean => atLeast !== undefined || atMost !== undefined;

const rounded = (value: number): string =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);

const figureRow = (bench: string, figure: Figure): string[] => [
  bench,
  figure.name,
  `${rounded(figure.value)}${figure.unit ? ` ${figure.unit}` : ''}`,
  figure.atLeast !== undefined
    ? `≥ ${figure.atLeast}`
    : figure.atMost !== undefined
      ? `≤ ${figure.atMost}`
      : '',
  limited(figure) ? (passes(figure) ? 'PASS' : 'FAIL') : '',
];

/** Timings, metrics and notes of all benchmarks as text. */
export const rendered = (results: readonly BenchResult[]): string => {
  const timings = results.flatMap(({ name, timings: all }) =>
    all.map((t) => [name, t.name, String(t.calls), rounded(t.p50), rounded(t.p99)]),
  );
  const metrics = results.flatMap(({ name, metrics: all }) => all.map((figure) => figureRow(name, figure)));
  const notes = results.flatMap(({ name, notes: all }) => all.map((note) => `${name}: ${note}`));
  return [
    timings.length > 0 ? table(['bench', 'timing', 'calls', 'p50 ms', 'p99 ms'], timings) : '',
    table(['bench', 'figure', 'value', 'limit', ''], metrics),
    notes.join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n');
};

/** Class of the machine, without its name. */
const machine = () => ({
  processors: cpus().length,
  model: cpus()[0]?.model ?? 'unknown',
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  platform: `${process.platform}-${process.arch}`,
  node: process.versions.node,
});

/** @returns the file written */
export const writeReport = (folder: string, results: readonly BenchResult[]): string => {
  mkdirSync(folder, { recursive: true });
  const date = new Date().toISOString();
  const file = join(folder, `bench-${date.replaceAll(/[:.]/g, '-')}.json`);
  const withVerdicts = results.map((result) => ({
    ...result,
    metrics: result.metrics.map((figure) => (limited(figure) ? { ...figure, pass: passes(figure) } : figure)),
  }));
  writeFileSync(file, `${JSON.stringify({ date, machine: machine(), results: withVerdicts }, null, 2)}\n`);
  return file;
};

export const allPass = (results: readonly BenchResult[]): boolean =>
  results.every(({ metrics }) => metrics.every(passes));
