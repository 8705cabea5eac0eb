/** One row of the library. */
import { Anchor, Checkbox, Skeleton, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { bulk } from '../../../strings/console/bulk/en.js';
import { useAccount, type Schemas } from '../api/account.js';
import { withValues } from '../parts/with-values.js';
import { columnsByName } from './columns.js';
import type { ColumnName } from './selection/library-search.js';
import type { Cursor } from './use-cursor.js';
import { ROW_PX } from './use-item-window.js';
import type { Selection } from './selection/use-selection.js';

interface Props {
  index: number;
  /** Undefined until its page is there. */
  item: Schemas['Item'] | undefined;
  /** Null for people who may not change items. */
  selection: Selection | null;
  /** Null if the keys act on another row. */
  cursor: Cursor | null;
  columns: readonly ColumnName[];
}

export const ItemRow = ({ index, item, selection, cursor, columns }: Props) => (
  <Table.Tr
    h={ROW_PX}
    aria-rowindex={index + 2}
    bg={cursor ? 'var(--mantine-color-default-hover)' : undefined}
  >
    {selection && item && (
      <Table.Td>
        <Checkbox
          aria-label={withValues(bulk.select, { title: item.title })}
          checked={selection.has(item.id)}
          disabled={selection.isAll}
          onChange={() => selection.toggle(item.id)}
        />
      </Table.Td>
    )}
    {item ? (
      <Cells item={item} cursor={cursor} columns={columns} />
    ) : (
      <Table.Td colSpan={columns.length + (selection ? 2 : 1)}>
        <Skeleton h="1rem" w="60%" />
      </Table.Td>
    )}
  </Table.Tr>
);

const Cells = ({ item, cursor, columns }: Pick<Props, 'cursor' | 'columns'> & { item: Schemas['Item'] }) => {
  const { person, shortName } = useAccount();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (cursor?.takesFocus()) link.current?.focus({ preventScroll: true });
  });
  return (
    <>
      <Table.Td>
        <Anchor ref={link} component={Link} to={`/a/${shortName}/items/${item.id}`} lineClamp={1}>
          {item.title}
        </Anchor>
      </Table.Td>
      {columns.map((name) => (
        <Table.Td key={name} visibleFrom={columnsByName[name].visibleFrom}>
          {columnsByName[name].cell(item, person.timeZone)}
        </Table.Td>
      ))}
    </>
  );
};
