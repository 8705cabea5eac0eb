/** What can be done with the selected items of the library. */
import { Button, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { bulk } from '../../../../strings/console/bulk/en.js';
import { useAccount } from '../../api/account.js';
import { withValues } from '../../parts/with-values.js';
import type { LibrarySearch } from '../selection/library-search.js';
import type { Selection } from '../selection/use-selection.js';
import { BulkDialog } from './bulk-dialog.js';
import { ACTIONS, EDITORS_ACTIONS, targetOf, type BulkAction } from './bulk-request.js';

export const BulkBar = ({
  selection,
  search,
  total,
}: {
  selection: Selection;
  search: LibrarySearch;
  /** Number of items that match. */
  total: number;
}) => {
  const { may } = useAccount();
  const [action, setAction] = useState<BulkAction | null>(null);
  const count = selection.countOf(total);
  return (
    <>
      {count > 0 && (
        <Paper withBorder p="xs" component="section" aria-label={bulk.bar} className="bulk-bar">
          <Group gap="xs">
            <Text size="sm" fw={600} role="status">
              {withValues(selection.isAll ? bulk.allSelected : bulk.selected, { n: count })}
            </Text>
            {ACTIONS.filter((name) => may('content:write') || !EDITORS_ACTIONS.includes(name)).map((name) => (
              <Button
                key={name}
                size="compact-sm"
                variant="default"
                className={name === 'delete' ? 'removal' : undefined}
                onClick={() => setAction(name)}
              >
                {bulk.actions[name]}
              </Button>
            ))}
            <Button size="compact-sm" variant="subtle" onClick={selection.clear}>
              {bulk.clear}
            </Button>
          </Group>
        </Paper>
      )}
      {action !== null && (
        <BulkDialog
          action={action}
          count={count}
          target={targetOf(selection, search)}
          close={() => setAction(null)}
          done={selection.clear}
        />
      )}
    </>
  );
};
