/** Says what was removed, and offers for ten seconds to undo it. */
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { en } from '../../../strings/console/en.js';
import { messageOf } from '../api/session-api.js';
import { useAction } from './use-action.js';
import { useConfirmed } from './use-confirmed.js';

const SHOWN_MS = 10_000;

const showUndo = (message: string, undo: () => void): void => {
  const id = notifications.show({
    role: 'status',
    autoClose: SHOWN_MS,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          {en.undo}
        </Button>
      </Group>
    ),
  });
};

interface Removal {
  /** What has been done, for the toast. */
  message: string | (() => string);
  /** What undoing it did. */
  undone: string;
  remove(): Promise<unknown>;
  restore(): Promise<unknown>;
}

export interface Undoable {
  isRunning: boolean;
  /** @returns whether it succeeded */
  run(removal: Removal): Promise<boolean>;
}

/**
 * Runs what can be undone. The toast outlives the screen that showed it.
 * @param stale keys of what the removal makes stale
 */
export const useUndoable = (...stale: QueryKey[]): Undoable => {
  const client = useQueryClient();
  const confirmed = useConfirmed();
  const { run, isRunning } = useAction(...stale);
  const undo = async ({ restore, undone }: Removal): Promise<void> => {
    try {
      await confirmed(restore);
      notifications.show({ message: undone, role: 'status' });
    } catch (error) {
      notifications.show({ color: 'red', message: messageOf(error), role: 'alert' });
    }
    await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
  return {
    isRunning,
    run: async (removal) => {
      const isDone = await run(removal.remove);
      const { message } = removal;
      if (isDone) showUndo(typeof message === 'string' ? message : message(), () => void undo(removal));
      return isDone;
    },
  };
};
