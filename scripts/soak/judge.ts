/** Judges responses, log lines and healing times: what a fault explains, and what it does not. */
import type { Outcome } from './call.js';
import { expectations, mayFail, type Subject } from './expectations.js';
import { HEALING_LIMIT_MS, type Healing } from './healing.js';
import type { LogLine } from './program.js';

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
