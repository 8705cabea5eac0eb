/** A table of analytics: each row with a bar behind it, and a name that filters the page by it. */
import { Anchor, Button, Table, Text, VisuallyHidden } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { analytics } from '../../../strings/console/analytics/en.js';
import { lists } from '../../../strings/console/lists/en.js';
import { Failed, Loading } from '../parts/states.js';
import { withValues } from '../parts/with-values.js';
import { Change } from './change.js';
import type { Filters } from './analytics-search.js';
import { countOf } from './numbers.js';
import { useAnalyticsAddress } from './use-analytics-address.js';
import type { Rows } from './use-report.js';
import styles from './analytics.module.css';

export interface ReportColumn<T> {
  label: string;
  /** Null if it is unknown. */
  valueOf(row: T): number | null;
  /** Value in the previous period; undefined if there is none. */
  previousOf?: (row: T) => number | undefined;
  format?: (value: number) => string;
  /** Only where there is room. */
  isExtra?: true;
}

/** The filter that a row sets. */
type RowFilter = { [K in keyof Filters]-?: { name: K; value: NonNullable<Filters[K]> } }[keyof Filters];

export interface BarTableProps<T> {
  /** Names the table. */
  label: string;
  nameLabel: string;
  rows: UseInfiniteQueryResult<Rows<T>>;
  keyOf(row: T): string | number;
  nameOf(row: T): string;
  filterOf?: (row: T) => RowFilter;
  /** Below the name. */
  noteOf?: (row: T) => ReactNode;
  /** The bar has the length of the first. */
  columns: readonly ReportColumn<T>[];
  /** At the end of a row. */
  actionOf?: (row: T) => ReactNode;
  /** Instead of the table, where there is no row. */
  empty?: string;
}

export const BarTable = <T,>(props: BarTableProps<T>) => {
  const { rows: query, label, empty = analytics.noRows } = props;
  if (query.isError && !query.data) return <Failed error={query.error} retry={() => query.refetch()} />;
  if (!query.data) return <Loading />;
  const { rows, hasMore } = query.data;
  if (rows.length === 0)
    return (
      <Text c="dimmed" size="sm">
        {empty}
      </Text>
    );
  return (
    <div className={styles.rows} data-stale={query.isPlaceholderData}>
      <BarRows {...props} shown={rows} />
      {hasMore && (
        <Button
          variant="default"
          size="compact-sm"
          mt="xs"
          className="screen-only"
          aria-label={withValues(analytics.showMoreOf, { card: label })}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {analytics.showMore}
        </Button>
      )}
    </div>
  );
};

const BarRows = <T,>({ shown, ...table }: BarTableProps<T> & { shown: readonly T[] }) => {
  const { label, nameLabel, columns, keyOf, actionOf } = table;
  const barOf = (row: T): number => columns[0]?.valueOf(row) ?? 0;
  const longest = Math.max(1, ...shown.map(barOf));
  return (
    <Table aria-label={label} verticalSpacing={6} className={styles.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{nameLabel}</Table.Th>
          {columns.map((column) => (
            <Table.Th key={column.label} ta="right" visibleFrom={column.isExtra && 'xs'}>
              {column.label}
            </Table.Th>
          ))}
          {actionOf && (
            <Table.Th className="screen-only">
              <VisuallyHidden>{lists.actions}</VisuallyHidden>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {shown.map((row) => (
          <Table.Tr
            key={keyOf(row)}
            className={styles.bar}
            style={{ '--share': `${(barOf(row) / longest) * 100}%` }}
          >
            <Table.Td className="wraps">
              <RowName row={row} {...table} />
            </Table.Td>
            {columns.map((column) => (
              <Table.Td key={column.label} ta="right" visibleFrom={column.isExtra && 'xs'}>
                <Figure row={row} column={column} />
              </Table.Td>
            ))}
            {actionOf && <Table.Td className={`${styles.action} screen-only`}>{actionOf(row)}</Table.Td>}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
};

const RowName = <T,>({ row, nameOf, filterOf, noteOf }: BarTableProps<T> & { row: T }) => {
  const { filterBy } = useAnalyticsAddress();
  const name = nameOf(row);
  const filter = filterOf?.(row);
  return (
    <>
      {filter ? (
        <Anchor
          component="button"
          // The colour of links has too little contrast on a bar.
          c="var(--mantine-color-text)"
          size="sm"
          ta="left"
          className={styles.name}
          title={withValues(analytics.filterBy, { value: name })}
          onClick={() => filterBy(filter.name, filter.value)}
        >
          {name}
        </Anchor>
      ) : (
        <Text size="sm">{name}</Text>
      )}
      {noteOf?.(row)}
    </>
  );
};

const Figure = <T,>({ row, column }: { row: T; column: ReportColumn<T> }) => {
  const { valueOf, previousOf, format = countOf } = column;
  const value = valueOf(row);
  if (value === null) return '–';
  return (
    <>
      <span data-value={value}>{format(value)}</span>
      {previousOf && (
        <Text component="div" size="xs">
          <Change value={value} previous={previousOf(row)} />
        </Text>
      )}
    </>
  );
};
