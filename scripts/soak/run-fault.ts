/**
 * Runs one fault: begins it, waits, ends it, and judges what happened meanwhile and how soon it healed. The table of the
 * faults grows by a line each.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clients, Outcome } from './call.js';
import type { Fault } from './faults.js';
import { expectations, mayFail, type Subject } from './expectations.js';
import { HEALING_LIMIT_MS, measureHealing, type Healing } from './healing.js';
import type { Ledger } from './ledger.js';
import type { Load } from './load.js';
import type { LogLine, Program } from './program.js';
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
  /** Time of the slowest of all responses. */
  slowestMs: number;
  skipped: number;
  healing: Healing;
  violations: string[];
}

/** Without the store, other requests may take this long. */
const SLOWEST_MS = 10_000;
const ERROR_LEVEL = 50;
const MAX_TEXT = 300;

/** Sentences with how often each is true. */
const counted = (sentences: readonly string[]): string[] => {
  const counts = new Map<string, number>();
  for (const sentence of sentences) counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  return [...counts].map(([sentence, count]) => (count > 1 ? `${count} × ${sentence}` : sentence));
};

/** @param subject what is in trouble; null in calm times @returns why the outcome is wrong; null if it is right */
const wrongWith = ({ kind, status, message, ms }: Outcome, subject: Subject | null): string | null => {
  const is = `${kind} got ${status || 'no response'}${message ? `: ${message}` : ''}`;
  const isExplained = subject !== null && mayFail(subject, kind);
  if (status >= 200 && status < 400)
    return ms > SLOWEST_MS && !isExplained ? `${kind} took more than ${SLOWEST_MS / 1_000} s` : null;
  if (!isExplained) return is;
  // Files go to the bucket without the program.
  if (kind === 'upload' || subject === 'api') return null;
  if (status !== 503) return is;
  // The pages for visitors do not name it.
  return kind === 'page' || expectations[subject].named.test(message) ? null : is;
};

const wrongOutcomes = (outcomes: readonly Outcome[], subject: Subject | null): string[] =>
  counted(outcomes.map((outcome) => wrongWith(outcome, subject)).filter((wrong) => wrong !== null));

const unexplainedLines = (lines: readonly LogLine[], subject: Subject | null): string[] =>
  counted(
    lines
      .filter(
        ({ level, text }) => level >= ERROR_LEVEL && !(subject && expectations[subject].logged.test(text)),
      )
      .map(
        ({ process, text }) =>
          `${process} logged ${text.replace(/"(time|requestId)":[^,]*,/g, '').slice(0, MAX_TEXT)}`,
      ),
  );

const lateHealing = (healing: Healing, lateJobs: readonly string[]): string[] => [
  ...Object.entries(healing).flatMap(([what, ms]) => {
    if (ms <= HEALING_LIMIT_MS) return [];
    return [`${what} ${Number.isNaN(ms) ? 'did not heal' : `took ${(ms / 1_000).toFixed(1)} s to heal`}`];
  }),
  ...counted(lateJobs.map((job) => `late job: ${job.slice(0, MAX_TEXT)}`)),
];

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
