/** Deletes a record of a list, with a toast that restores it. */
import { lists } from '../../../../strings/console/lists/en.js';
import { useAccount } from '../../api/account.js';
import type { Resource } from '../../api/keys.js';
import { useUndoable } from '../undo-toast.js';
import { withValues } from '../with-values.js';

type Removal = (name: string, remove: () => Promise<unknown>, restore: () => Promise<unknown>) => void;

export const useRemoval = (resource: Resource): Removal => {
  const { keys } = useAccount();
  const { run } = useUndoable(keys.every(resource), keys.every('trash'));
  return (name, remove, restore) =>
    void run({
      message: withValues(lists.deleted, { name }),
      undone: withValues(lists.restored, { name }),
      remove,
      restore,
    });
};
