/** Cancelling a job, and undoing what it changed. */
import { useNavigate } from '@tanstack/react-router';
import { lists } from '../../../../strings/console/lists/en.js';
import { unwrap, useAccount } from '../../api/account.js';
import { useAction } from '../use-action.js';
import { isFinished, type Job } from './wait-for-job.js';

export interface JobActions {
  isRunning: boolean;
  canCancel(job: Job): boolean;
  canUndo(job: Job): boolean;
  cancel(job: Job): void;
  undo(job: Job): void;
}

export const useJobActions = (): JobActions => {
  const { api, keys, may, shortName } = useAccount();
  const navigate = useNavigate();
  const { run, isRunning } = useAction(keys.every('jobs'), keys.every('items'));
  return {
    isRunning,
    canCancel: (job) => may('content:write') && !isFinished(job),
    canUndo: ({ undoUntil, undoneAt }) =>
      may('content:draft') && undoneAt === null && undoUntil !== null && undoUntil > new Date().toISOString(),
    cancel: ({ id }) =>
      void run(
        () => unwrap(api.POST('/jobs/{jobId}/cancel', { params: { path: { jobId: id } } })),
        lists.jobs.cancelled,
      ),
    undo: ({ id }) =>
      void run(async () => {
        const { job } = await unwrap(api.POST('/jobs/{jobId}/undo', { params: { path: { jobId: id } } }));
        await navigate({ to: `/a/${shortName}/jobs/${job.id}` });
      }, lists.jobs.undoing),
  };
};
