/** Records in an order of their own, each with a button that changes it and one that deletes it. */
import { Button, Group, Text } from '@mantine/core';
import { lists } from '../../../../strings/console/lists/en.js';
import { useAccount } from '../../api/account.js';
import type { Resource } from '../../api/keys.js';
import { useRemoval } from './use-removal.js';
import { ReorderList } from '../reorder-list.js';
import { useAction } from '../use-action.js';
import { withValues } from '../with-values.js';

interface Named {
  id: number;
  name: string;
}

interface Props<T extends Named> {
  label: string;
  records: readonly T[];
  resource: Resource;
  /** What a row says beside the name. */
  noteOf?: (record: T) => string;
  edit(record: T): void;
  remove(id: number): Promise<unknown>;
  restore(id: number): Promise<unknown>;
  /** @param displayOrder from 1; the records behind it move on */
  place(id: number, displayOrder: number): Promise<unknown>;
}

export const OrderedRecords = <T extends Named>({
  label,
  records,
  resource,
  noteOf,
  edit,
  remove,
  restore,
  place,
}: Props<T>) => {
  const { keys, may } = useAccount();
  const { run } = useAction(keys.every(resource));
  const removeRecord = useRemoval(resource);
  const text = (record: T) => (
    <Text>
      {record.name}
      {noteOf && (
        <Text span size="sm" c="dimmed">
          {` · ${noteOf(record)}`}
        </Text>
      )}
    </Text>
  );
  if (!may('content:write')) return records.map((record) => <div key={record.id}>{text(record)}</div>);
  /** The first that stands elsewhere is moved, until all are in their place. */
  const reorder = (ids: number[]) =>
    run(async () => {
      const order = records.map(({ id }) => id);
      for (const [at, id] of ids.entries()) {
        if (order[at] === id) continue;
        await place(id, at + 1);
        order.splice(order.indexOf(id), 1);
        order.splice(at, 0, id);
      }
    });
  return (
    <ReorderList
      label={label}
      rows={records}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      reorder={reorder}
    >
      {(record) => (
        <Group justify="space-between" flex={1}>
          {text(record)}
          <Group gap="xs">
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={withValues(lists.order.edit, { name: record.name })}
              onClick={() => edit(record)}
            >
              {lists.edit}
            </Button>
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              aria-label={withValues(lists.order.delete, { name: record.name })}
              onClick={() =>
                removeRecord(
                  record.name,
                  () => remove(record.id),
                  () => restore(record.id),
                )
              }
            >
              {lists.delete}
            </Button>
          </Group>
        </Group>
      )}
    </ReorderList>
  );
};
