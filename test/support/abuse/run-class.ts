/** Runs the cases of a class against a running server, and finds the case behind each long stall. */
import { createRandom } from '../../../scripts/random.js';
import { problemOf, type AbuseCase, type AbuseClass, type Outcome, type Target } from './abuse-class.js';

export interface Watch {
  /** The longest time in ms that the event loop was blocked since the last call. */
  takeStall(): Promise<number>;
}

export interface ClassReport {
  name: string;
  cases: number;
  /** How often each status was received. */
  statuses: Map<string, number>;
  /** Problems that error responses listed or counted. */
  countedProblems: number;
  /** The longest stall in ms that happened again when its case ran alone. */
  longestStallMs: number;
  /** Each problem with its request. */
  problems: string[];
}

export interface RunOptions {
  seed: number;
  /** Replaces the class's own number of cases. */
  count?: number;
  watch?: Watch;
  onProgress?(done: number, total: number): void;
}

export const MAX_STALL_MS = 250;
/** Each case suspected of a stall runs alone at most this often; the shortest stall counts. */
const REPEATS = 3;
const MAX_SUSPECTS = 40;

export const runClass = async (
  abuse: AbuseClass,
  target: Target,
  { seed, count = abuse.count, watch, onProgress }: RunOptions,
): Promise<ClassReport> => {
  const report: ClassReport = {
    name: abuse.name,
    cases: count,
    statuses: new Map(),
    countedProblems: 0,
    longestStallMs: 0,
    problems: [],
  };
  const suspects: { batch: AbuseCase[]; stallMs: number }[] = [];
  await watch?.takeStall();
  for (let first = 0; first < count; first += abuse.atOnce) {
    const indices = Array.from({ length: Math.min(abuse.atOnce, count - first) }, (_, i) => first + i);
    const batch = await Promise.all(
      indices.map(async (index) =>
        abuse.newCase(target, createRandom(`${seed} ${abuse.name} ${index}`), index),
      ),
    );
    await Promise.all(batch.map(async (one) => take(report, one, await one.run(), abuse)));
    const stallMs = (await watch?.takeStall()) ?? 0;
    if (stallMs > MAX_STALL_MS) suspects.push({ batch, stallMs });
    else report.longestStallMs = Math.max(report.longestStallMs, stallMs);
    onProgress?.(first + batch.length, count);
  }
  if (watch) await repeatSuspects(report, suspects, watch);
  return report;
};

const take = (
  report: ClassReport,
  { name }: AbuseCase,
  outcomes: readonly Outcome[],
  abuse: AbuseClass,
): void => {
  for (const outcome of outcomes) {
    const status = String(outcome.status);
    report.statuses.set(status, (report.statuses.get(status) ?? 0) + 1);
    report.countedProblems += outcome.details + outcome.moreProblems;
    const problem = problemOf(outcome, abuse);
    if (problem) report.problems.push(`${name}: ${problem}`);
  }
};

/** A stall caused by other work on the machine does not happen again. */
const repeatSuspects = async (
  report: ClassReport,
  suspects: { batch: AbuseCase[]; stallMs: number }[],
  watch: Watch,
): Promise<void> => {
  const cases = suspects.sort((a, b) => b.stallMs - a.stallMs).flatMap(({ batch }) => batch);
  for (const one of cases.slice(0, MAX_SUSPECTS)) {
    let shortest = Infinity;
    for (let i = 0; i < REPEATS && shortest > MAX_STALL_MS; i++) {
      await one.run();
      shortest = Math.min(shortest, await watch.takeStall());
    }
    report.longestStallMs = Math.max(report.longestStallMs, shortest);
    if (shortest > MAX_STALL_MS) report.problems.push(`${one.name}: a stall of ${Math.round(shortest)} ms`);
  }
};
