/** A field that chooses an item of the account by a part of its title. */
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { desk } from '../../../strings/console/search-admin/en.js';
import { unwrap, useAccount } from '../api/account.js';

interface Props {
  label: string;
  description?: string;
  /** @param id null for none */
  choose(id: number | null): void;
}

const PAUSE_MS = 250;
const SHOWN = 20;

export const ItemPicker = ({ label, description, choose }: Props) => {
  const { api, keys } = useAccount();
  const [typed, setTyped] = useState('');
  const [title] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const { data: items = [] } = useQuery({
    queryKey: keys.list('items', { title, shown: SHOWN }),
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const query = { _limit: SHOWN, ...(title !== '' && { _q: title }) };
      return (await unwrap(api.GET('/items', { params: { query } }))).items;
    },
  });
  return (
    <Select
      label={label}
      description={description}
      searchable
      clearable
      maw="30rem"
      // The server has searched.
      filter={({ options }) => options}
      data={items.map(({ id, title: name }) => ({ value: String(id), label: name }))}
      nothingFoundMessage={desk.noItems}
      onSearchChange={setTyped}
      onChange={(id) => choose(id === null ? null : Number(id))}
    />
  );
};
