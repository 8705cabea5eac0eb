/** The report of a benchmark: timings and metrics with their limits, as tables and as JSON. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { table } from '../../src/cli/output.js';
import { percentile } from '../harness/stats.js';

/** How long calls of one kind took, in milliseconds. */
export interface Timing {
  name: string;
  calls: number;
  p50: number;
  p99: number;
}

/** A measurement; a ratio unless it has a unit. */
export interface Metric {
  name: string;
  value: number;
  unit?: string;
  atLeast?: number;
  atMost?: number;
}

export interface BenchResult {
  name: string;
  timings: Timing[];
  metrics: Metric[];
  /** Context needed to interpret the metrics. */
  notes: string[];
}

export const timing = (name: string, ms: readonly number[]): Timing => ({
  name,
  calls: ms.length,
  p50: percentile(ms, 0.5),
  p99: percentile(ms, 0.99),
});

const passes = ({ value, atLeast, atMost }: Metric): boolean =>
  (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost);

const limited = ({ atLeast, atMost }: Metric): boolean => atLeast !== undefined || atMost !== undefined;

const rounded = (value: number): string =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);

const metricRow = (bench: string, metric: Metric): string[] => [
  bench,
  metric.name,
  `${rounded(metric.value)}${metric.unit ? ` ${metric.unit}` : ''}`,
  metric.atLeast !== undefined
    ? `≥ ${metric.atLeast}`
    : metric.atMost !== undefined
      ? `≤ ${metric.atMost}`
      : '',
  limited(metric) ? (passes(metric) ? 'PASS' : 'FAIL') : '',
];

/** Renders timings, metrics and notes of all benchmarks as text. */
export const rendered = (results: readonly BenchResult[]): string => {
  const timings = results.flatMap(({ name, timings: all }) =>
    all.map((t) => [name, t.name, String(t.calls), rounded(t.p50), rounded(t.p99)]),
  );
  const metrics = results.flatMap(({ name, metrics: all }) => all.map((metric) => metricRow(name, metric)));
  const notes = results.flatMap(({ name, notes: all }) => all.map((note) => `${name}: ${note}`));
  return [
    timings.length > 0 ? table(['bench', 'timing', 'calls', 'p50 ms', 'p99 ms'], timings) : '',
    table(['bench', 'metric', 'value', 'limit', ''], metrics),
    notes.join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n');
};

/** Describes the machine, without its host name. */
const machine = () => ({
  processors: cpus().length,
  model: cpus()[0]?.model ?? 'unknown',
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  platform: `${process.platform}-${process.arch}`,
  node: process.versions.node,
});

/** @returns path of the written file */
export const writeReport = (folder: string, results: readonly BenchResult[]): string => {
  mkdirSync(folder, { recursive: true });
  const date = new Date().toISOString();
  const file = join(folder, `bench-${date.replaceAll(/[:.]/g, '-')}.json`);
  const withVerdicts = results.map((result) => ({
    ...result,
    metrics: result.metrics.map((metric) => (limited(metric) ? { ...metric, pass: passes(metric) } : metric)),
  }));
  writeFileSync(file, `${JSON.stringify({ date, machine: machine(), results: withVerdicts }, null, 2)}\n`);
  return file;
};

export const allPass = (results: readonly BenchResult[]): boolean =>
  results.every(({ metrics }) => metrics.every(passes));
