/** The columns of the library: their headings, by which the list is sorted, and what they show. */
import { Table, Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { en } from '../../../strings/console/en.js';
import type { Schemas } from '../api/account.js';
import { clockOf, dateOf, timeOf } from '../parts/dates.js';
import { StatusBadge } from '../parts/status-badge.js';
import { withValues } from '../parts/with-values.js';
import type { ColumnName, Sort } from './selection/library-search.js';

type Item = Schemas['Item'];

interface Column {
  width: string;
  /** Hidden on screens that are narrower. */
  visibleFrom?: 'sm' | 'md';
  cell(item: Item, timeZone: string): ReactNode;
}

const text = (value: string | null | undefined) => (
  <Text size="sm" truncate>
    {value}
  </Text>
);

export const columnsByName: Record<ColumnName, Column> = {
  date: {
    width: '8rem',
    visibleFrom: 'sm',
    cell: ({ date, dateIsKnown }) => (dateIsKnown ? dateOf(date) : en.library.undated),
  },
  speakers: {
    width: '11rem',
    visibleFrom: 'md',
    cell: ({ speakers }) => text(speakers?.map(({ name }) => name).join(', ')),
  },
  collection: { width: '11rem', visibleFrom: 'md', cell: ({ collection }) => text(collection?.name) },
  series: { width: '11rem', visibleFrom: 'md', cell: ({ series }) => text(series?.title) },
  duration: {
    width: '6rem',
    visibleFrom: 'sm',
    cell: ({ durationSecs }) => durationSecs !== null && clockOf(durationSecs * 1_000),
  },
  added: {
    width: '11rem',
    visibleFrom: 'md',
    cell: ({ entryDate }, timeZone) => text(timeOf(entryDate, timeZone)),
  },
  status: { width: '8rem', cell: ({ status }) => <StatusBadge status={status} /> },
};

/** The orders of a column; a heading gives the first one, and then the other. */
const SORTS: Partial<Record<ColumnName | 'title', readonly [Sort, Sort]>> = {
  title: ['title', 'titleDescending'],
  date: ['newest', 'oldest'],
  added: ['added', 'addedFirst'],
};

const ASCENDING: readonly Sort[] = ['title', 'oldest', 'addedFirst'];

interface HeadingProps {
  name: ColumnName | 'title';
  sort: Sort;
  sortBy(sort: Sort): void;
}

export const Heading = ({ name, sort, sortBy }: HeadingProps) => {
  const column = name === 'title' ? null : columnsByName[name];
  const label = name === 'title' ? en.fields.title : en.library.columnNames[name];
  const sorts = SORTS[name];
  const isSorted = sorts?.includes(sort);
  const isAscending = ASCENDING.includes(sort);
  return (
    <Table.Th
      w={column?.width}
      visibleFrom={column?.visibleFrom}
      aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : undefined}
    >
      {sorts ? (
        <UnstyledButton
          fz="inherit"
          fw="inherit"
          title={withValues(en.library.sortBy, { column: label })}
          onClick={() => sortBy(sort === sorts[0] ? sorts[1] : sorts[0])}
        >
          {label}
          {isSorted && <span aria-hidden>{isAscending ? ' ↑' : ' ↓'}</span>}
        </UnstyledButton>
      ) : (
        label
      )}
    </Table.Th>
  );
};
