/** Runs a change: its failure is shown, and what was read of the resource is read anew. */
import { notifications } from '@mantine/notifications';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../api/session-api.js';
import { useConfirmed } from './use-confirmed.js';

export interface Action {
  isRunning: boolean;
  /** @returns whether it succeeded */
  run(work: () => Promise<unknown>, done?: string): Promise<boolean>;
}

/** @param stale keys of what the change makes stale */
export const useAction = (...stale: QueryKey[]): Action => {
  const client = useQueryClient();
  const confirmed = useConfirmed();
  const [isRunning, setRunning] = useState(false);
  return {
    isRunning,
    run: async (work, done) => {
      setRunning(true);
      try {
        await confirmed(work);
        await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
        if (done !== undefined) notifications.show({ message: done, role: 'status' });
        return true;
      } catch (error) {
        notifications.show({ color: 'red', message: messageOf(error), role: 'alert' });
        return false;
      } finally {
        setRunning(false);
      }
    },
  };
};
