/** The rows of the library. */
import { Anchor, Box, Button, Checkbox, Group, Skeleton, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { bulk } from '../../../strings/console/bulk/en.js';
import { en } from '../../../strings/console/en.js';
import { useAccount, type Schemas } from '../api/account.js';
import { dateOf } from '../parts/dates.js';
import { StatusBadge } from '../parts/status-badge.js';
import { Empty, Failed, Loading } from '../parts/states.js';
import { withValues } from '../parts/with-values.js';
import { BulkBar } from './bulk/bulk-bar.js';
import { LibraryKeys } from './library-keys.js';
import { SEARCH_FIELD, type LibrarySearch } from './library-search.js';
import { useCursor, type Cursor } from './use-cursor.js';
import { PAGE, useItemPages } from './use-item-pages.js';
import { useSelection, type Selection } from './use-selection.js';

const ROW_PX = 56;
/** Rows rendered beyond the screen, above and below. */
const OVERSCAN = 10;

export const ItemTable = ({ search }: { search: LibrarySearch }) => {
  const { may } = useAccount();
  const canSelect = may('content:draft');
  const selection = useSelection(search);
  const [pages, setPages] = useState<readonly number[]>([0]);
  const items = useItemPages(search, pages);
  const list = useRef<HTMLDivElement>(null);
  const virtualizer = useWindowVirtualizer({
    count: items.total ?? 0,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    scrollMargin: list.current?.offsetTop ?? 0,
  });
  const rows = virtualizer.getVirtualItems();
  const first = Math.floor((rows[0]?.index ?? 0) / PAGE);
  const last = Math.floor((rows.at(-1)?.index ?? 0) / PAGE);
  // Page 0 always stays: it has the number of items.
  useEffect(() => {
    setPages([...new Set([0, ...Array.from({ length: last - first + 1 }, (_, i) => first + i)])]);
  }, [first, last]);
  useEffect(() => {
    if (items.total !== undefined) performance.mark('lectern:list-visible');
  }, [items.total]);
  const cursor = useCursor(items, (index) => virtualizer.scrollToIndex(index));
  if (items.error) return <Failed error={items.error} retry={items.retry} />;
  if (items.total === undefined) return <Loading />;
  if (items.total === 0) return <Empty text={en.library.nothing} />;
  const above = rows[0] ? rows[0].start - virtualizer.options.scrollMargin : 0;
  const below = virtualizer.getTotalSize() - ((rows.at(-1)?.end ?? 0) - virtualizer.options.scrollMargin);
  return (
    <Box ref={list}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" role="status">
          {withValues(items.total === 1 ? en.library.one : en.library.count, { n: items.total })}
        </Text>
        <Group gap="xs">
          {canSelect && (
            <Button size="compact-sm" variant="subtle" onClick={selection.selectAll}>
              {withValues(bulk.selectAll, { n: items.total })}
            </Button>
          )}
          <LibraryKeys
            move={cursor.move}
            open={cursor.open}
            select={() => cursor.item && canSelect && selection.toggle(cursor.item.id)}
            search={() => document.getElementById(SEARCH_FIELD)?.focus()}
          />
        </Group>
      </Group>
      {canSelect && <BulkBar selection={selection} search={search} total={items.total} />}
      <Table aria-label={en.screens.library} aria-rowcount={items.total + 1} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            {canSelect && <Table.Th w="2.5rem" aria-label={bulk.selection} />}
            <Table.Th>{en.fields.title}</Table.Th>
            <Table.Th visibleFrom="sm" w="8rem">
              {en.fields.date}
            </Table.Th>
            <Table.Th visibleFrom="md">{en.fields.speakers}</Table.Th>
            <Table.Th visibleFrom="md">{en.fields.collection}</Table.Th>
            <Table.Th w="8rem">{en.library.status}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Spacer height={above} />
          {rows.map(({ index }) => (
            <ItemRow
              key={index}
              index={index}
              item={items.at(index)}
              selection={canSelect ? selection : null}
              cursor={cursor.index === index ? cursor : null}
            />
          ))}
          <Spacer height={below} />
        </Table.Tbody>
      </Table>
    </Box>
  );
};

/** Takes the place of the rows that are not rendered. */
const Spacer = ({ height }: { height: number }) =>
  height > 0 ? <Table.Tr aria-hidden h={height} style={{ border: 0 }} /> : null;

const ItemRow = ({
  index,
  item,
  selection,
  cursor,
}: {
  index: number;
  item: Schemas['Item'] | undefined;
  /** Null for people who may not change items. */
  selection: Selection | null;
  /** Null if the keys act on another row. */
  cursor: Cursor | null;
}) => {
  const { shortName } = useAccount();
  const link = useRef<HTMLAnchorElement>(null);
  const isThere = item !== undefined;
  useEffect(() => {
    if (isThere && cursor?.takesFocus()) link.current?.focus({ preventScroll: true });
  }, [cursor, isThere]);
  if (!item)
    return (
      <Table.Tr h={ROW_PX} aria-rowindex={index + 2}>
        <Table.Td colSpan={selection ? 6 : 5}>
          <Skeleton h="1rem" w="60%" />
        </Table.Td>
      </Table.Tr>
    );
  return (
    <Table.Tr
      h={ROW_PX}
      aria-rowindex={index + 2}
      bg={cursor ? 'var(--mantine-color-default-hover)' : undefined}
    >
      {selection && (
        <Table.Td>
          <Checkbox
            aria-label={withValues(bulk.select, { title: item.title })}
            checked={selection.has(item.id)}
            disabled={selection.isAll}
            onChange={() => selection.toggle(item.id)}
          />
        </Table.Td>
      )}
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
    </Table.Tr>
  );
};
