/** How many items a record has, as a link to them in the library. */
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useAccount } from '../api/account.js';
import type { LibrarySearch } from './selection/library-search.js';

export const ItemsLink = ({ count, search }: { count: number | null; search: LibrarySearch }) => {
  const { shortName } = useAccount();
  if (!count) return '0';
  return (
    <Anchor component={Link} to={`/a/${shortName}/library`} search={search as never}>
      {count}
    </Anchor>
  );
};
