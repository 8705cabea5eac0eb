/** Waits until a background job has ended. */
import { unwrap, type Schemas } from '../../api/account.js';
import { LecternError, type LecternClient } from '../../../../client/index.js';

export type Job = Schemas['Job'];

const POLL_MS = 700;

export const isFinished = ({ status }: Job): boolean => status !== 'queued' && status !== 'running';

/**
 * @param seen gets the job each time that it is read
 * @throws {LecternError} when the job has failed as a whole
 */
export const waitForJob = async (
  api: LecternClient,
  jobId: number,
  seen: (job: Job) => void = () => undefined,
): Promise<Job> => {
  for (;;) {
    const { job } = await unwrap(api.GET('/jobs/{jobId}', { params: { path: { jobId } } }));
    seen(job);
    if (isFinished(job)) {
      // Errors of single records are part of the results.
      const failure = job.errors.find(({ id }) => id === null);
      if (job.status === 'failed' && failure) throw new LecternError(422, failure.type, failure.message);
      return job;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};
