/** A table of records, with a menu of what can be done with each. */
import { Button, Menu, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { lists } from '../../../../strings/console/lists/en.js';
import { withValues } from '../with-values.js';

export interface Column<T> {
  label: string;
  cell(record: T): ReactNode;
  /** Hidden on screens that are narrower. */
  visibleFrom?: 'xs' | 'sm' | 'md' | 'lg';
  width?: string;
}

export interface RowAction {
  label: string;
  run(): void;
  /** Whether it removes something. */
  isRemoval?: boolean;
}

export interface RecordTableProps<T> {
  /** Names the table. */
  label: string;
  records: readonly T[];
  columns: readonly Column<T>[];
  keyOf(record: T): string | number;
  /** Names the record, for the label of its menu. */
  nameOf(record: T): string;
  /** What this person may do with a record; false leaves an action out. */
  actionsOf?: (record: T) => (RowAction | false)[];
}

export const RecordTable = <T,>({
  label,
  records,
  columns,
  keyOf,
  nameOf,
  actionsOf,
}: RecordTableProps<T>) => {
  const rows = records.map((record) => ({
    record,
    actions: (actionsOf?.(record) ?? []).filter((action) => action !== false),
  }));
  const hasActions = rows.some(({ actions }) => actions.length > 0);
  return (
    <Table aria-label={label} verticalSpacing="sm">
      <Table.Thead>
        <Table.Tr>
          {columns.map((column) => (
            <Table.Th key={column.label} visibleFrom={column.visibleFrom} w={column.width}>
              {column.label}
            </Table.Th>
          ))}
          {hasActions && <Table.Th w="4rem">{lists.actions}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ record, actions }) => (
          <Table.Tr key={keyOf(record)}>
            {columns.map((column) => (
              <Table.Td key={column.label} visibleFrom={column.visibleFrom} className="wraps">
                {column.cell(record)}
              </Table.Td>
            ))}
            {hasActions && (
              <Table.Td>{actions.length > 0 && <RowMenu name={nameOf(record)} actions={actions} />}</Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
};

export const RowMenu = ({ name, actions }: { name: string; actions: readonly RowAction[] }) => (
  <Menu position="bottom-end" withinPortal>
    <Menu.Target>
      <Button variant="default" size="compact-sm" aria-label={withValues(lists.actionsOf, { name })}>
        ⋯
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {actions.map((action) => (
        <Menu.Item
          key={action.label}
          className={action.isRemoval ? 'removal' : undefined}
          onClick={action.run}
        >
          {action.label}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);
