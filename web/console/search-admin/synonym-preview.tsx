/** The results of a search before and after a synonym, which is not saved yet. */
import { Button, Group, List, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { desk } from '../../../strings/console/search-admin/en.js';
import { unwrap, useAccount } from '../api/account.js';
import { useAction } from '../parts/use-action.js';

interface Props {
  /** A search to begin with. */
  query: string;
  synonym: { id?: number; term: string; synonyms: string[]; bothWays: boolean };
}

interface Listed {
  before: string[];
  after: string[];
}

const SHOWN = 5;

export const SynonymPreview = ({ query: first, synonym }: Props) => {
  const { api } = useAccount();
  const { run, isRunning } = useAction();
  const [query, setQuery] = useState(first);
  const [listed, setListed] = useState<Listed | null>(null);
  const isComplete = query.trim() !== '' && synonym.term.trim() !== '' && synonym.synonyms.length > 0;
  const preview = (): Promise<boolean> =>
    run(async () => {
      const body = { query, synonyms: [synonym], limit: SHOWN };
      const { before, after } = await unwrap(api.POST('/search/preview', { body }));
      const titles = ({ results }: typeof before): string[] => results.map(({ item }) => item.title);
      setListed({ before: titles(before), after: titles(after) });
    });
  return (
    <Stack gap="xs">
      <Group align="end">
        <TextInput
          label={desk.previewQuery}
          flex="1 1 10rem"
          maxLength={500}
          value={query}
          onChange={({ currentTarget: { value } }) => setQuery(value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // The synonym is saved by its own button.
            event.preventDefault();
            if (isComplete) void preview();
          }}
        />
        <Button variant="default" loading={isRunning} disabled={!isComplete} onClick={() => void preview()}>
          {desk.preview}
        </Button>
      </Group>
      {listed && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Titles label={desk.before} titles={listed.before} />
          <Titles label={desk.after} titles={listed.after} />
        </SimpleGrid>
      )}
    </Stack>
  );
};

const Titles = ({ label, titles }: { label: string; titles: readonly string[] }) => (
  <Stack gap={4} role="group" aria-label={label}>
    <Text size="sm" fw={500}>
      {label}
    </Text>
    {titles.length === 0 ? (
      <Text size="sm">{desk.none}</Text>
    ) : (
      <List type="ordered" size="sm">
        {titles.map((title, at) => (
          <List.Item key={at}>{title}</List.Item>
        ))}
      </List>
    )}
  </Stack>
);
