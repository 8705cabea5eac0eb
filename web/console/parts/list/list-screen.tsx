/** A screen with a list of records: search, filters, pages, and what can be done with each record. */
import { Group, Pagination, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { lists } from '../../../../strings/console/lists/en.js';
import { useAccount, type Scope } from '../../api/account.js';
import { Screen } from '../screen.js';
import { Empty, Loaded, NotAllowed } from '../states.js';
import { withValues } from '../with-values.js';
import { useListSearch } from './list-search.js';
import { RecordTable, type RecordTableProps } from './record-table.js';
import { PAGE_SIZE, useRecordPage, type PageSource, type RecordPage } from './use-record-page.js';

const TYPING_MS = 250;

export interface ListScreenProps<T> extends PageSource<T>, Omit<RecordTableProps<T>, 'records' | 'label'> {
  title: string;
  scope: Scope;
  /** Label of the search field; without one, the list is not searched. */
  searchLabel?: string;
  /** Fields that filter the list, beside the search. */
  filterFields?: ReactNode;
  /** What can be done without a record, beside the heading. */
  screenActions?: ReactNode;
  empty: string;
  /** Between the heading and the list. */
  children?: ReactNode;
}

export const ListScreen = <T,>({ title, scope, screenActions, children, ...list }: ListScreenProps<T>) => {
  const { may } = useAccount();
  return (
    <Screen title={title} actions={may(scope) && screenActions}>
      {may(scope) ? (
        <>
          {children}
          <RecordList title={title} {...list} />
        </>
      ) : (
        <NotAllowed />
      )}
    </Screen>
  );
};

/** The list without a screen around it, for screens that have more. Its filters are in the address. */
export const RecordList = <T,>({
  title,
  resource,
  filters,
  load,
  refetchInterval,
  searchLabel,
  filterFields,
  empty,
  ...table
}: Omit<ListScreenProps<T>, 'scope' | 'screenActions' | 'children'>) => {
  const { search } = useListSearch();
  const { q, page } = search;
  const query = useRecordPage<T>({ resource, filters, load, refetchInterval }, { q, page, enabled: true });
  return (
    <Stack gap="md">
      {(searchLabel !== undefined || filterFields !== undefined) && (
        <Group align="end" component="section" aria-label={lists.filters}>
          {searchLabel !== undefined && <SearchField label={searchLabel} />}
          {filterFields}
        </Group>
      )}
      <Loaded query={query}>
        {(data) => (
          <>
            <Count data={data} />
            {data.records.length === 0 ? (
              <Empty text={q === undefined ? empty : lists.nothingMatches} />
            ) : (
              <RecordTable label={title} records={data.records} {...table} />
            )}
            <Pages total={data.totalRecords} />
          </>
        )}
      </Loaded>
    </Stack>
  );
};

const Count = ({ data: { totalRecords } }: { data: RecordPage<unknown> }) => (
  <Text size="sm" c="dimmed" role="status">
    {totalRecords === 1 ? lists.oneRecord : withValues(lists.records, { n: totalRecords })}
  </Text>
);

const SearchField = ({ label }: { label: string }) => {
  const { search, change } = useListSearch();
  const [typed, setTyped] = useState(search.q ?? '');
  const sent = useRef(search.q);
  const searchFor = useDebouncedCallback((text: string) => {
    const q = text || undefined;
    sent.current = q;
    change({ q });
  }, TYPING_MS);
  // A link, or the way back, changes the address too.
  useEffect(() => {
    if (search.q === sent.current) return;
    sent.current = search.q;
    setTyped(search.q ?? '');
  }, [search.q]);
  return (
    <TextInput
      type="search"
      label={label}
      value={typed}
      flex="1 1 14rem"
      maw="30rem"
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        searchFor(value);
      }}
    />
  );
};

const Pages = ({ total }: { total: number }) => {
  const { search, change } = useListSearch();
  const pages = Math.ceil(total / PAGE_SIZE);
  if (pages <= 1) return null;
  return (
    <Pagination
      component="nav"
      aria-label={lists.pages}
      total={pages}
      value={search.page ?? 1}
      onChange={(page) => change({ page: page === 1 ? undefined : page })}
      getItemProps={(page) => ({ 'aria-label': withValues(lists.page, { n: page }) })}
      getControlProps={(control) => ({
        'aria-label': control === 'next' ? lists.nextPage : lists.previousPage,
      })}
    />
  );
};
