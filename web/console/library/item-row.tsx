/** One row of the library. */
import { Anchor, Checkbox, Skeleton, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { bulk } from '../../../strings/console/bulk/en.js';
import { en } from '../../../strings/console/en.js';
import { useAccount, type Schemas } from '../api/account.js';
import { dateOf } from '../parts/dates.js';
import { StatusBadge } from '../parts/status-badge.js';
import { withValues } from '../parts/with-values.js';
import type { Cursor } from './use-cursor.js';
import { ROW_PX } from './use-item-window.js';
import type { Selection } from './use-selection.js';

interface Props {
  index: number;
  /** Undefined until its page is there. */
  item: Schemas['Item'] | undefined;
  /** Null for people who may not change items. */
  selection: Selection | null;
  /** Null if the keys act on another row. */
  cursor: Cursor | null;
}

export const ItemRow = ({ index, item, selection, cursor }: Props) => (
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
      <Cells item={item} cursor={cursor} />
    ) : (
      <Table.Td colSpan={selection ? 6 : 5}>
        <Skeleton h="1rem" w="60%" />
      </Table.Td>
    )}
  </Table.Tr>
);

const Cells = ({ item, cursor }: { item: Schemas['Item']; cursor: Cursor | null }) => {
  const { shortName } = useAccount();
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
      <Table.Td visibleFrom="sm">{item.dateIsKnown ? dateOf(item.date) : en.library.undated}</Table.Td>
      <Table.Td visibleFrom="md">
        <Text size="sm" truncate>
          {item.speakers?.map(({ name }) => name).join(', ')}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Text size="sm" truncate>
          {item.collection?.name}
        </Text>
      </Table.Td>
      <Table.Td>
        <StatusBadge status={item.status} />
      </Table.Td>
    </>
  );
};
