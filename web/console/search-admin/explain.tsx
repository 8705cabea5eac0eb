/** A search as visitors get it, opened into what each score consists of. */
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { desk } from '../../../strings/console/search-admin/en.js';
import { unwrap, useAccount } from '../api/account.js';
import { useListSearch } from '../parts/list/list-search.js';
import { Empty, Loaded } from '../parts/states.js';
import { withValues } from '../parts/with-values.js';
import type { DeskSearch } from './desk-search.js';
import { ExplainedTalk, type Result } from './explained-talk.js';
import { ItemPicker } from './item-picker.js';
import { SynonymDialog } from './synonyms.js';

const MAX_QUERY = 500;

export const Explain = () => {
  const { may } = useAccount();
  const { search, change } = useListSearch();
  const { also = [] } = useSearch({ from: '/a/$account/search-desk' });
  const [typed, setTyped] = useState(search.q ?? '');
  const [isAdding, setAdding] = useState(search.add === 'synonym' && may('content:write'));
  const close = (): void => {
    setAdding(false);
    if (search.add !== undefined) change({ add: undefined });
  };
  return (
    <Stack>
      <Text size="sm">{desk.explainText}</Text>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change({ q: typed.trim() || undefined, also: undefined } as DeskSearch);
        }}
      >
        <Group align="end">
          <TextInput
            type="search"
            label={desk.query}
            flex="1 1 14rem"
            maxLength={MAX_QUERY}
            value={typed}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
          />
          <Button type="submit">{desk.search}</Button>
          {may('content:write') && (
            <Button variant="default" onClick={() => setAdding(true)}>
              {desk.addSynonym}
            </Button>
          )}
        </Group>
      </form>
      {also.length > 0 && <Text size="sm">{withValues(desk.pinsApplyTo, { queries: also.join(', ') })}</Text>}
      {search.q !== undefined && <Explained key={search.q} query={search.q} />}
      {isAdding && <SynonymDialog synonym={null} term={search.q ?? ''} close={close} />}
    </Stack>
  );
};

const Explained = ({ query }: { query: string }) => {
  const { api, keys } = useAccount();
  const [itemId, setItemId] = useState<number | null>(null);
  const explanation = useQuery({
    queryKey: keys.list('explanations', { query, itemId }),
    // The results stay while another talk is asked for.
    placeholderData: keepPreviousData,
    queryFn: () =>
      unwrap(api.POST('/search/explain', { body: { query, ...(itemId !== null && { itemId }) } })),
  });
  return (
    <Loaded query={explanation}>
      {({ results, below, item, totalRecords }) => (
        <Stack>
          <ItemPicker label={desk.whyNot} description={desk.whyNotHint} choose={setItemId} />
          {itemId !== null && item && (
            <Stack gap="xs" role="status">
              <Text>{item.missing?.message ?? withValues(desk.isHere, { n: item.rank ?? '' })}</Text>
              {item.rank === null && <ExplainedTalk result={item} query={query} />}
            </Stack>
          )}
          <Talks
            title={desk.results}
            note={withValues(desk.found, { n: totalRecords })}
            query={query}
            results={results}
          />
          {results.length === 0 && <Empty text={desk.none} />}
          {below.length > 0 && (
            <Talks title={desk.below} note={desk.belowText} query={query} results={below} />
          )}
        </Stack>
      )}
    </Loaded>
  );
};

interface TalksProps {
  title: string;
  note: string;
  query: string;
  results: readonly Result[];
}

const Talks = ({ title, note, query, results }: TalksProps) => (
  <Stack component="section" aria-label={title}>
    <Title order={2} size="h4">
      {title}
    </Title>
    <Text size="sm" c="dimmed">
      {note}
    </Text>
    {results.map((result) => (
      <ExplainedTalk key={result.item.id} result={result} query={query} />
    ))}
  </Stack>
);
