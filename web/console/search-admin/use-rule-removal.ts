/** Deletes a synonym or a pin, with a toast that puts it back: by its history, because it is in no trash. */
import { lists } from '../../../strings/console/lists/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { useUndoable } from '../parts/undo-toast.js';
import { withValues } from '../parts/with-values.js';

interface Removal {
  recordType: Schemas['SearchRevision']['recordType'];
  recordId: number;
  name: string;
  remove(): Promise<unknown>;
}

export const useRuleRemoval = (): ((removal: Removal) => void) => {
  const { api, keys } = useAccount();
  const { run } = useUndoable(
    keys.every('searchSynonyms'),
    keys.every('searchPins'),
    keys.every('searchRevisions'),
    keys.every('explanations'),
  );
  const restore = async ({ recordType, recordId }: Removal): Promise<void> => {
    const query = { recordType, recordId, _limit: 1 };
    const { revisions } = await unwrap(api.GET('/search/revisions', { params: { query } }));
    const [last] = revisions;
    if (last)
      await unwrap(
        api.POST('/search/revisions/{searchRevisionId}/restore', {
          params: { path: { searchRevisionId: last.id } },
        }),
      );
  };
  return (removal) =>
    void run({
      message: withValues(lists.deleted, { name: removal.name }),
      undone: withValues(lists.restored, { name: removal.name }),
      remove: removal.remove,
      restore: () => restore(removal),
    });
};
