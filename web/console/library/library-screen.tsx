/** All items of the account: filters, order, and a list of which only the rows on the screen are rendered. */
import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { en } from '../../../strings/console/en.js';
import { useAccount } from '../api/account.js';
import { FilterChips } from '../parts/filter-chips.js';
import { LanguageSelect } from '../parts/language-select.js';
import { useAllSeries, useCollections, useSpeakers, useTopics } from '../parts/lookups.js';
import { Screen } from '../parts/screen.js';
import { ItemTable } from './item-table.js';
import {
  chipsOf,
  FLAGS,
  LISTED_STATUSES,
  SEARCH_FIELD,
  SORTS,
  type LibrarySearch,
  type Sort,
} from './selection/library-search.js';

const TYPING_MS = 250;
const ROUTE = '/a/$account/library';

export const LibraryScreen = () => {
  const { may, shortName } = useAccount();
  const search = useSearch({ from: ROUTE });
  return (
    <Screen
      title={en.screens.library}
      actions={
        may('content:draft') && (
          <Button component={Link} to={`/a/${shortName}/add`}>
            {en.screens.add}
          </Button>
        )
      }
    >
      <Filters search={search} />
      <ItemTable search={search} />
    </Screen>
  );
};

const Filters = ({ search }: { search: LibrarySearch }) => {
  const navigate = useNavigate({ from: ROUTE });
  const change = (changes: Partial<LibrarySearch>): void =>
    void navigate({ search: (former) => ({ ...former, ...changes }), replace: true });
  const { typed, type } = useTypedSearch(search.q ?? '', (q) => change({ q: q || undefined }));
  const collections = useCollections().data ?? [];
  const speakers = useSpeakers().data ?? [];
  // Other screens link to the items of a series or a topic.
  const series = useAllSeries(search.seriesId !== undefined).data ?? [];
  const topics = useTopics(search.topicId !== undefined).data ?? [];
  const chips = chipsOf(search, {
    collections,
    speakers,
    topics,
    series: series.map(({ id, title }) => ({ id, name: title })),
  });
  const options = (records: readonly { id: number; name: string }[]) =>
    records.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <Stack gap="sm" component="section" aria-label={en.library.filters}>
      <Group align="end">
        <TextInput
          id={SEARCH_FIELD}
          type="search"
          label={en.library.search}
          value={typed}
          flex="1 1 14rem"
          onChange={({ currentTarget: { value } }) => type(value)}
        />
        <Select
          label={en.library.status}
          clearable
          data={LISTED_STATUSES.map((value) => ({ value, label: en.statuses[value] }))}
          value={search.status ?? null}
          onChange={(status) => change({ status: status ?? undefined })}
        />
        <Select
          label={en.library.collectionId}
          clearable
          searchable
          data={options(collections)}
          value={search.collectionId === undefined ? null : String(search.collectionId)}
          onChange={(id) => change({ collectionId: id === null ? undefined : Number(id) })}
        />
        <Select
          label={en.library.speakerId}
          clearable
          searchable
          limit={100}
          data={options(speakers)}
          value={search.speakerId === undefined ? null : String(search.speakerId)}
          onChange={(id) => change({ speakerId: id === null ? undefined : Number(id) })}
        />
        <LanguageSelect
          label={en.fields.language}
          value={search.effectiveLanguage ?? null}
          onChange={(language) => change({ effectiveLanguage: language ?? undefined })}
        />
        <Select
          label={en.library.only}
          clearable
          data={FLAGS.map((value) => ({ value, label: en.library.flags[value] }))}
          value={FLAGS.find((flag) => search[flag]) ?? null}
          onChange={(flag) =>
            change(Object.fromEntries(FLAGS.map((one) => [one, one === flag ? true : undefined])))
          }
        />
        <Select
          label={en.library.order}
          allowDeselect={false}
          data={Object.keys(SORTS).map((value) => ({
            value,
            label: en.library.sorts[value as keyof typeof SORTS],
          }))}
          value={search.sort ?? 'newest'}
          onChange={(sort) => change({ sort: sort === 'newest' ? undefined : (sort as Sort) })}
        />
      </Group>
      <FilterChips chips={chips.map(({ label, without }) => ({ label, remove: () => change(without) }))} />
    </Stack>
  );
};

/** What is typed, which the address follows; and what another view has in its address. */
const useTypedSearch = (inAddress: string, search: (q: string) => void) => {
  const [typed, setTyped] = useState(inAddress);
  const searched = useRef(inAddress);
  const searchSoon = useDebouncedCallback((q: string) => {
    searched.current = q;
    search(q);
  }, TYPING_MS);
  useEffect(() => {
    if (inAddress === searched.current) return;
    searched.current = inAddress;
    setTyped(inAddress);
  }, [inAddress]);
  return {
    typed,
    type: (value: string): void => {
      setTyped(value);
      searchSoon(value);
    },
  };
};
