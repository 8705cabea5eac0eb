/**
 * What may fail while a store is in trouble, and how responses and log lines name the store. Judges responses, log lines
 * and healing times by it.
 */
import type { Outcome } from './call.js';
import { HEALING_LIMIT_MS, type Healing } from './healing.js';
import type { LogLine } from './program.js';

/** `disk` holds the data folder of the program: spool and caches, and files where there is no bucket. */
export type StoreName = 'database' | 'index' | 'clickhouse' | 'bucket' | 'disk';
/** What is in trouble: a store, a process of the program, or its clock. */
export type Subject = StoreName | 'api' | 'worker' | 'clock';

/** The requests of the load. */
export type RequestKind =
  | 'create'
  | 'patch'
  | 'delete'
  | 'transcript'
  | 'events'
  | 'image'
  | 'resource'
  | 'upload'
  | 'search'
  | 'list'
  | 'item'
  | 'page'
  | 'explain'
  | 'stats';

interface Expectation {
  /** What gets 503 without it; `all`: every request. */
  needs: readonly RequestKind[] | 'all';
  /** How the message of a 503 names it. */
  named: RegExp;
  /** Lines of the log at level error that it explains. */
  logged: RegExp;
}

const expectations: Record<Subject, Expectation> = {
  database: {
    needs: 'all',
    named: /database is not available|query took too long|too many writes/i,
    logged:
      /database|ECONNRE|57P0|53100|08006|XX000|Connection terminated|timeout exceeded|job table|Query read timeout/i,
  },
  index: {
    needs: ['explain'],
    named: /search (engine|index)|qdrant/i,
    logged: /search (engine|index)|qdrant|index/i,
  },
  clickhouse: { needs: ['stats'], named: /clickhouse/i, logged: /clickhouse/i },
  bucket: { needs: ['image', 'upload'], named: /file storage/i, logged: /file storage/i },
  disk: { needs: ['events', 'image'], named: /disk|spool|events/i, logged: /ENOSPC|disk|spool|SQLITE_FULL/i },
  api: { needs: 'all', named: /^$/, logged: /^$/ },
  worker: { needs: [], named: /^$/, logged: /^$/ },
  // Signed requests carry the time.
  clock: { needs: ['image', 'upload'], named: /file storage/i, logged: /file storage|RequestTimeTooSkewed/i },
};

const mayFail = (subject: Subject, kind: RequestKind): boolean => {
  const { needs } = expectations[subject];
  return needs === 'all' || needs.includes(kind);
};

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

export const wrongOutcomes = (outcomes: readonly Outcome[], subject: Subject | null): string[] =>
  counted(outcomes.map((outcome) => wrongWith(outcome, subject)).filter((wrong) => wrong !== null));

export const unexplainedLines = (lines: readonly LogLine[], subject: Subject | null): string[] =>
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

export const lateHealing = (healing: Healing, lateJobs: readonly string[]): string[] => [
  ...Object.entries(healing).flatMap(([what, ms]) => {
    if (ms <= HEALING_LIMIT_MS) return [];
    return [`${what} ${Number.isNaN(ms) ? 'did not heal' : `took ${(ms / 1_000).toFixed(1)} s to heal`}`];
  }),
  ...counted(lateJobs.map((job) => `late job: ${job.slice(0, MAX_TEXT)}`)),
];
