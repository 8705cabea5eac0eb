/** Logs batches of jobs that take long, with what they spent their time on. */
import { asJobs, loggedMs, loggedWork } from '../db/request-work.js';
import type { Log } from '../lib/log.js';
import type { Job } from './job.types.js';

/**
 * At level `info`, because many jobs take long by nature, such as transcriptions.
 * @param slowMs logs batches that take longer; 0 for none
 */
export const createSlowJobLog =
  (log: Log, slowMs: number) =>
  <T>(jobs: readonly Job[], run: () => Promise<T>): Promise<T> => {
    if (slowMs === 0) return run();
    const started = performance.now();
    return asJobs(async (work) => {
      try {
        return await run();
      } finally {
        const ms = performance.now() - started;
        const [first] = jobs;
        if (ms >= slowMs)
          log.info(
            {
              kind: first?.kind,
              jobId: first?.id,
              jobs: jobs.length,
              ms: loggedMs(ms),
              ...loggedWork(work),
            },
            'slow job',
          );
      }
    });
  };
