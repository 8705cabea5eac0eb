/** Shows operators how far a run is. */
import type { Db } from '../../platform/db/dialect.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Log } from '../../platform/lib/log.js';
import { markProgress } from './backup-run.repository.js';

const NOTE_MS = 1_000;

/** @returns what to call with each step and how much of it is done; it writes at most once a second, and each new step */
export const runProgress = (
  { db, clock, log }: { db: Db; clock: Clock; log: Log },
  id: number,
): ((step: string, done: number) => void) => {
  let noted = { step: '', at: 0 };
  return (step, done) => {
    if (step === noted.step && performance.now() - noted.at < NOTE_MS) return;
    noted = { step, at: performance.now() };
    markProgress(db, clock, id, step, done).catch((err: unknown) =>
      log.warn({ err }, 'could not note the progress of a backup'),
    );
  };
};
