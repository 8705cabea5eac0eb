/** The list of the library: its number of items, what can be done with them, and the rows on the screen. */
import { Box, Button, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import { useEffect } from 'react';
import { bulk } from '../../../strings/console/bulk/en.js';
import { en } from '../../../strings/console/en.js';
import { useAccount } from '../api/account.js';
import { afterPaint } from '../parts/after-paint.js';
import { Empty, Failed, Loading } from '../parts/states.js';
import { withValues } from '../parts/with-values.js';
import { BulkBar } from './bulk/bulk-bar.js';
import { ItemRow } from './item-row.js';
import { LibraryKeys } from './library-keys.js';
import { SEARCH_FIELD, type LibrarySearch } from './library-search.js';
import { useCursor, type Cursor } from './use-cursor.js';
import { useItemWindow, type ItemWindow } from './use-item-window.js';
import { useSelection, type Selection } from './use-selection.js';

export const ItemTable = ({ search }: { search: LibrarySearch }) => {
  const { may } = useAccount();
  const all = useSelection(search);
  const selection = may('content:draft') ? all : null;
  const list = useItemWindow(search);
  const cursor = useCursor(list.items, list.show);
  const { total, error, retry } = list.items;
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" role="status">
          {total !== undefined && withValues(total === 1 ? en.library.one : en.library.count, { n: total })}
        </Text>
        <Group gap="xs">
          {selection && total !== undefined && total > 0 && (
            <Button size="compact-sm" variant="subtle" onClick={selection.selectAll}>
              {withValues(bulk.selectAll, { n: total })}
            </Button>
          )}
          <LibraryKeys
            move={cursor.move}
            open={cursor.open}
            select={() => cursor.item && selection?.toggle(cursor.item.id)}
            search={() => document.getElementById(SEARCH_FIELD)?.focus()}
          />
        </Group>
      </Group>
      {selection && <BulkBar selection={selection} search={search} total={total ?? 0} />}
      {error ? (
        <Failed error={error} retry={retry} />
      ) : total === undefined ? (
        <Loading />
      ) : total === 0 ? (
        <Empty text={en.library.nothing} />
      ) : (
        <Rows list={list} total={total} selection={selection} cursor={cursor} />
      )}
    </div>
  );
};

interface RowsProps {
  list: ItemWindow;
  total: number;
  selection: Selection | null;
  cursor: Cursor;
}

const Rows = ({ list, total, selection, cursor }: RowsProps) => {
  // For measurements.
  useEffect(() => afterPaint(() => performance.mark('lectern:list-visible')), []);
  return (
    <Box ref={list.list}>
      <Table aria-label={en.screens.library} aria-rowcount={total + 1} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            {selection && (
              <Table.Th w="2.5rem">
                <VisuallyHidden>{bulk.selection}</VisuallyHidden>
              </Table.Th>
            )}
            <Table.Th>{en.fields.title}</Table.Th>
            <Table.Th visibleFrom="sm" w="8rem">
              {en.fields.date}
            </Table.Th>
            <Table.Th visibleFrom="md" w="11rem">
              {en.fields.speakers}
            </Table.Th>
            <Table.Th visibleFrom="md" w="11rem">
              {en.fields.collection}
            </Table.Th>
            <Table.Th w="8rem">{en.library.status}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Spacer height={list.above} />
          {list.rows.map(({ index }) => (
            <ItemRow
              key={index}
              index={index}
              item={list.items.at(index)}
              selection={selection}
              cursor={cursor.index === index ? cursor : null}
            />
          ))}
          <Spacer height={list.below} />
        </Table.Tbody>
      </Table>
    </Box>
  );
};

/** Takes the place of the rows that are not rendered. */
const Spacer = ({ height }: { height: number }) =>
  height > 0 ? <Table.Tr aria-hidden h={height} style={{ border: 0 }} /> : null;
