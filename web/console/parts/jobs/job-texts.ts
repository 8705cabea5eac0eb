/** What a job is and how far it is, in words. */
import { lists } from '../../../../strings/console/lists/en.js';
import { withValues } from '../with-values.js';
import type { Job } from './wait-for-job.js';

/** The text of a value that may be newer than this console. */
const textOf = (texts: Readonly<Record<string, string>>, value: string): string => texts[value] ?? value;

export const jobNameOf = ({ action, kind, undoOf }: Job): string => {
  if (undoOf !== null) return withValues(lists.jobs.undoes, { id: undoOf });
  return action === null ? textOf(lists.jobs.kinds, kind) : textOf(lists.jobs.actions, action);
};

export const progressOf = ({ done, total, failed }: Job): string =>
  withValues(failed > 0 ? lists.jobs.withFailures : lists.jobs.done, { done, total, failed });

/** For the bar of a job that is under way: failed records are processed too. */
export const percentOf = ({ done, total, failed, status }: Job): number =>
  status === 'done' || total === 0 ? 100 : ((done + failed) / total) * 100;
