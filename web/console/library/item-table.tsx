/** The list of the library: its number of items, what can be done with them, and the rows on the screen. */
import { Box, Button, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { bulk } from '../../../strings/console/bulk/en.js';
import { en } from '../../../strings/console/en.js';
import { useAccount } from '../api/account.js';
import { afterPaint } from '../parts/after-paint.js';
import { Empty, Failed, Loading } from '../parts/states.js';
import { withValues } from '../parts/with-values.js';
import { BulkBar } from './bulk/bulk-bar.js';
import { Heading } from './columns.js';
import { ItemRow } from './item-row.js';
import { LibraryKeys } from './library-keys.js';
import { SEARCH_FIELD, USUAL_COLUMNS, type LibrarySearch, type Sort } from './selection/library-search.js';
import { useCursor, type Cursor } from './use-cursor.js';
import { useItemWindow, type ItemWindow } from './use-item-window.js';
import { useSelection, type Selection } from './selection/use-selection.js';
import { ColumnMenu, ViewMenu } from './view-menus.js';

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
          <ViewMenu />
          <Box visibleFrom="sm">
            <ColumnMenu shown={search.columns ?? USUAL_COLUMNS} />
          </Box>
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
        <Rows list={list} total={total} selection={selection} cursor={cursor} search={search} />
      )}
    </div>
  );
};

interface RowsProps {
  list: ItemWindow;
  total: number;
  selection: Selection | null;
  cursor: Cursor;
  search: LibrarySearch;
}

const Rows = ({ list, total, selection, cursor, search }: RowsProps) => {
  const navigate = useNavigate({ from: '/a/$account/library' });
  const { columns = USUAL_COLUMNS, sort = 'newest' } = search;
  const sortBy = (next: Sort): void =>
    void navigate({ search: (former) => ({ ...former, sort: next }), replace: true });
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
            {(['title', ...columns] as const).map((name) => (
              <Heading key={name} name={name} sort={sort} sortBy={sortBy} />
            ))}
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
              columns={columns}
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
