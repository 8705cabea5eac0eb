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
      const [first] = job.errors;
      if (job.status === 'failed' && first) throw new LecternError(422, first.type, first.message);
      return job;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};
