/**
 * Runs one fault: begins it, waits, ends it, and judges what happened meanwhile and how soon it healed. The table of the
 * faults grows by a line each.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clients, Outcome } from './call.js';
import type { Fault } from './faults.js';
import { measureHealing, type Healing } from './healing.js';
import { lateHealing, unexplainedLines, wrongOutcomes } from './expectations.js';
import type { Ledger } from './ledger.js';
import type { Load } from './load.js';
import type { Program } from './program.js';
import type { StoreReader } from './store-reader.js';
import type { Send } from './writes.js';

export interface Soak {
  clients: Clients;
  ledger: Ledger;
  load: Load;
  program: Program;
  reader: StoreReader;
  /** Sends a file. */
  upload: Send;
}

export interface FaultReport {
  fault: string;
  secs: number;
  requests: number;
  /** Responses with 503. */
  unavailable: number;
  /** Requests without a response. */
  unanswered: number;
  /** Of all responses. */
  slowestMs: number;
  skipped: number;
  healing: Healing;
  violations: string[];
}

const countOf = (outcomes: readonly Outcome[], status: number): number =>
  outcomes.filter((outcome) => outcome.status === status).length;

export const runFault = async (soak: Soak, fault: Fault, holdMs: number): Promise<FaultReport> => {
  const { clients, ledger, load, program, reader, upload } = soak;
  const from = performance.now();
  await fault.begin();
  await sleep(holdMs);
  await fault.end();
  const secs = (performance.now() - from) / 1_000;
  const { healing, lateJobs } = await measureHealing(clients, ledger, reader, upload);
  await load.settled();
  const { outcomes, skipped } = load.take();
  return {
    fault: fault.name,
    secs,
    requests: outcomes.length,
    unavailable: countOf(outcomes, 503),
    unanswered: countOf(outcomes, 0),
    slowestMs: outcomes.reduce((most, { ms }) => Math.max(most, ms), 0),
    skipped,
    healing,
    violations: [
      ...wrongOutcomes(outcomes, fault.subject),
      ...unexplainedLines(program.takeLog(), fault.subject),
      ...lateHealing(healing, lateJobs),
    ],
  };
};

/** Waits without a fault. @returns what went wrong */
export const runCalm = async ({ load, program }: Soak, ms: number): Promise<string[]> => {
  if (ms > 0) await sleep(ms);
  const { outcomes } = load.take();
  return [...wrongOutcomes(outcomes, null), ...unexplainedLines(program.takeLog(), null)];
};

const COLUMNS = 'fault|held|requests|503|none|slowest|reads|search|writes|jobs|events|files|result'.split(
  '|',
);
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
