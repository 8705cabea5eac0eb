/** Runs the jobs of a batch one after the other, for handlers whose jobs take long. */
import type { Job, JobKind, JobOutcome } from './job.types.js';

export const oneByOne = async <K extends JobKind>(
  jobs: readonly Job<K>[],
  run: (job: Job<K>) => Promise<JobOutcome>,
): Promise<JobOutcome[]> => {
  const outcomes: JobOutcome[] = [];
  for (const job of jobs) outcomes.push(await run(job));
  return outcomes;
};
