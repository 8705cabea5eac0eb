/** The two jobs of a change of many items: the dry run, then the change itself. */
import { useState } from 'react';
import { bulk } from '../../../../strings/console/bulk/en.js';
import { unwrap, useAccount } from '../../api/account.js';
import { waitForJob, type Job } from '../../parts/jobs/wait-for-job.js';
import { useAction } from '../../parts/use-action.js';
import { useUndoable } from '../../parts/undo-toast.js';
import { withValues } from '../../parts/with-values.js';
import type { BulkBody } from './bulk-request.js';

type State =
  | { is: 'preparing' }
  | { is: 'checking'; job: Job | null }
  /** The dry run has finished. */
  | { is: 'checked'; job: Job; body: BulkBody }
  | { is: 'applying'; job: Job | null };

export interface BulkJob {
  state: State;
  /** Finds out what would change. @throws {LecternError} */
  check(body: BulkBody): Promise<void>;
  /** Makes the change that was checked. @returns whether it was made */
  apply(body: BulkBody): Promise<boolean>;
  /** Ends the change; what it has changed stays. */
  stop(job: Job): void;
  back(): void;
}

export const useBulkJob = (): BulkJob => {
  const { api, keys } = useAccount();
  const [state, setState] = useState<State>({ is: 'preparing' });
  const { run } = useUndoable(keys.every('items'), keys.every('jobs'), keys.every('home'));
  const cancel = useAction(keys.every('jobs'));
  const start = async (body: BulkBody, is: 'checking' | 'applying'): Promise<Job> => {
    setState({ is, job: null });
    const { job } = await unwrap(api.POST('/items/bulk', { body }));
    return waitForJob(api, job.id, (seen) => setState({ is, job: seen }));
  };
  return {
    state,
    check: async (body) => {
      try {
        const job = await start({ ...body, dryRun: true }, 'checking');
        setState({ is: 'checked', job, body });
      } catch (error) {
        setState({ is: 'preparing' });
        throw error;
      }
    },
    apply: (body) => {
      let made: Job | null = null;
      return run({
        message: () => messageOf(made),
        undone: bulk.undone,
        remove: async () => {
          made = await start(body, 'applying');
        },
        restore: async () => {
          if (!made) return;
          const params = { path: { jobId: made.id } };
          const { job } = await unwrap(api.POST('/jobs/{jobId}/undo', { params }));
          await waitForJob(api, job.id);
        },
      });
    },
    stop: ({ id }) =>
      void cancel.run(() => unwrap(api.POST('/jobs/{jobId}/cancel', { params: { path: { jobId: id } } }))),
    back: () => setState({ is: 'preparing' }),
  };
};

const messageOf = (job: Job | null): string => {
  if (!job) return '';
  const texts = [withValues(bulk.changed, { n: job.changed })];
  if (job.failed > 0) texts.push(withValues(bulk.failed, { n: job.failed }));
  return texts.join(' ');
};
