/** Where items are created; and the first collection of an account that has none. */
import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { en } from '../../../strings/console/en.js';
import { unwrap, useAccount } from '../api/account.js';
import { useAction } from '../parts/use-action.js';
import { Loaded } from '../parts/states.js';
import type { ChosenCollection } from './use-collection.js';

interface Props {
  collection: ChosenCollection;
  /** Guesses depend on the collection, so it stays while there are some. */
  isLocked: boolean;
}

export const CollectionField = ({ collection: { query, id, choose }, isLocked }: Props) => (
  <Loaded query={query}>
    {(collections) =>
      collections.length === 0 ? (
        <FirstCollection choose={choose} />
      ) : (
        <Select
          label={en.fields.collection}
          description={isLocked ? en.add.locked : en.add.collection}
          maw="30rem"
          allowDeselect={false}
          searchable
          disabled={isLocked}
          data={collections.map((one) => ({ value: String(one.id), label: one.name }))}
          value={id === null ? null : String(id)}
          onChange={(value) => value !== null && choose(Number(value))}
        />
      )
    }
  </Loaded>
);

const FirstCollection = ({ choose }: Pick<ChosenCollection, 'choose'>) => {
  const { api, keys, may } = useAccount();
  const { run, isRunning } = useAction(keys.every('collections'));
  const [name, setName] = useState('');
  if (!may('content:write')) return <Text>{en.add.noCollection}</Text>;
  const create = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void run(async () => {
      const { collection } = await unwrap(api.POST('/collections/create', { body: { name: name.trim() } }));
      choose(collection.id);
    });
  };
  return (
    <form onSubmit={create}>
      <Stack gap="xs">
        <TextInput
          label={en.fields.collection}
          description={en.add.firstCollection}
          maw="30rem"
          required
          withAsterisk={false}
          maxLength={255}
          value={name}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <Group>
          <Button type="submit" loading={isRunning}>
            {en.add.createCollection}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
