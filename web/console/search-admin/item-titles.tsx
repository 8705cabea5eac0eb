/** Titles of items of which only the ids are known, each a link. */
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { where } from '../../../client/index.js';
import { unwrap, useAccount } from '../api/account.js';

export const ItemTitles = ({ ids }: { ids: readonly number[] }) => {
  const { api, keys, shortName } = useAccount();
  const { data: titles } = useQuery({
    queryKey: keys.list('items', { titlesOf: ids }),
    enabled: ids.length > 0,
    queryFn: async () => {
      const query = { ...where({ 'id.in': ids.join() }), _limit: 100 };
      const { items } = await unwrap(api.GET('/items', { params: { query } }));
      return new Map(items.map(({ id, title }) => [id, title]));
    },
  });
  return ids.map((id, at) => (
    <span key={id}>
      {at > 0 && ', '}
      <Anchor component={Link} to={`/a/${shortName}/items/${id}`} size="sm">
        {titles?.get(id) ?? `#${id}`}
      </Anchor>
    </span>
  ));
};
