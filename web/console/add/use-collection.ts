/** The collection in which items are created: the one that was chosen last, or the only one. */
import { useLocalStorage } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import { useAccount, type Schemas } from '../api/account.js';
import { useCollections } from '../parts/lookups.js';

export interface ChosenCollection {
  query: UseQueryResult<Schemas['Collection'][]>;
  /** null until one is chosen. */
  id: number | null;
  choose(id: number): void;
}

export const useCollection = (): ChosenCollection => {
  const { person, shortName } = useAccount();
  const query = useCollections();
  const [stored, choose] = useLocalStorage<number | null>({
    key: `lectern.${person.id}.${shortName}.collection`,
    defaultValue: null,
  });
  const collections = query.data ?? [];
  const only = collections.length === 1 ? collections[0]!.id : null;
  return { query, id: collections.some(({ id }) => id === stored) ? stored : only, choose };
};
