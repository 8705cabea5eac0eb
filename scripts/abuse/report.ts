/** The report of a run: a row per class, and every exceeded limit with its request. */
import { table } from '../../src/cli/output.js';
import type { Memory } from '../harness/proc.js';
import { MAX_STALL_MS, type ClassReport } from '../../test/support/abuse/run-class.js';
import type { AbuseClass } from '../../test/support/abuse/abuse-class.js';
import type { VisitorReport } from './visitor.js';

/** Peak memory is measured relative to ordinary use. */
export interface Row extends ClassReport, Memory {
  visitor: VisitorReport;
  /** Peak resident memory in MiB, and how much of it remained afterwards; NaN where the class has no limit. */
  peakMiB: number;
  leftMiB: number;
  bars?: AbuseClass['memory'];
}

export interface EngineReport {
  engine: string;
  rows: Row[];
  /** Exceeded limits, as sentences. */
  missed: string[];
}

const MAX_PEAK_MIB = 300;
/** The longest that the other account may wait. On a busy machine, where it waits even without abuse, longer. */
const MAX_WAIT_MS = 250;
const CONTROL_FACTOR = 4;
/** Problems shown per kind and class; the rest are counted. */
const SHOWN = 8;

/**
 * The limits that a class exceeded.
 * @param control the row of ordinary use
 */
export const missedBars = (
  { name, problems, serverMiB, childrenMiB, peakMiB, leftMiB, bars, visitor }: Row,
  control: Row,
): string[] => [
  ...shortened(problems.map((problem) => `${name}: ${problem}`)),
  ...(!bars && serverMiB > MAX_PEAK_MIB ? [`${name}: ${Math.round(serverMiB)} MiB above idle`] : []),
  ...(bars && peakMiB > bars.peakMiB ? [`${name}: ${Math.round(peakMiB)} MiB in all`] : []),
  ...(bars && leftMiB > bars.leftMiB ? [`${name}: ${Math.round(leftMiB)} MiB stay`] : []),
  ...(childrenMiB > MAX_PEAK_MIB ? [`${name}: ClickHouse ${Math.round(childrenMiB)} MiB above idle`] : []),
  ...(visitor.longest > Math.max(MAX_WAIT_MS, CONTROL_FACTOR * control.visitor.longest)
    ? [`${name}: the other account waited ${Math.round(visitor.longest)} ms`]
    : []),
  ...shortened(visitor.failures.map((failure) => `${name}: the other account was not answered: ${failure}`)),
];

const shortened = (lines: readonly string[]): string[] =>
  lines.length > SHOWN ? [...lines.slice(0, SHOWN), `… and ${lines.length - SHOWN} more`] : [...lines];

const statusesOf = (statuses: ReadonlyMap<string, number>): string =>
  [...statuses]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([status, times]) => `${status}: ${times}`)
    .join(', ');

export const rendered = (reports: readonly EngineReport[], seed: number): string => {
  const whole = (value: number): string => (Number.isNaN(value) ? '' : String(Math.round(value)));
  const headings =
    'class|cases|stall ms|MiB above idle|in all|stays|ClickHouse|others: calls|slowest ms|statuses'.split(
      '|',
    );
  const rowOf = ({ name, visitor, statuses, ...row }: Row): string[] => [
    name,
    ...[row.cases, row.longestStallMs, row.serverMiB, row.peakMiB, row.leftMiB, row.childrenMiB].map(whole),
    ...[visitor.calls, visitor.longest].map(whole),
    statusesOf(statuses),
  ];
  const parts = reports.flatMap(({ engine, rows, missed }) => [
    `${engine}\n`,
    table(headings, rows.map(rowOf)),
    missed.length > 0 ? `\nMissed bars:\n${missed.join('\n')}\n` : '\nAll bars are met.\n',
  ]);
  return [
    ...parts,
    `Bars: no 5xx but 503, no stall above ${MAX_STALL_MS} ms, at most ${MAX_PEAK_MIB} MiB above idle, the other account answered.`,
    `seed ${seed}`,
  ].join('\n');
};
