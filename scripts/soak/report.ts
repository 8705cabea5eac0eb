/** The table that is printed while the soak runs: one line per fault. */
import type { FaultReport } from './run-fault.js';

const COLUMNS = [
  'fault',
  'held',
  'requests',
  '503',
  'none',
  'slowest',
  'reads',
  'search',
  'writes',
  'jobs',
  'events',
  'files',
  'result',
];
const WIDTHS = [17, 6, 9, 6, 6, 8, 6, 7, 7, 6, 7, 6, 0];

const line = (cells: readonly string[]): string =>
  cells.map((cell, at) => (at === 0 ? cell.padEnd(WIDTHS[0]!) : cell.padStart(WIDTHS[at]!))).join(' ');

const secs = (ms: number): string => (Number.isNaN(ms) ? '—' : (ms / 1_000).toFixed(1));

export const heading = (): string => line(COLUMNS);

export const rowOf = (report: FaultReport): string => {
  const { reads, searches, writes, jobs, events, files } = report.healing;
  const { violations } = report;
  return [
    line([
      report.fault,
      report.secs.toFixed(1),
      String(report.requests),
      String(report.unavailable),
      String(report.unanswered),
      secs(report.slowestMs),
      ...[reads, searches, writes, jobs, events, files].map(secs),
      violations.length === 0 ? '  ok' : '  FAILED',
    ]),
    ...violations.map((violation) => `    ${violation}`),
  ].join('\n');
};
