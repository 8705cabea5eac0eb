/** The types of resources, in their order. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { readAll } from '../parts/lookups.js';

export const useResourceTypes = (): UseQueryResult<Schemas['ResourceType'][]> => {
  const { api, keys } = useAccount();
  return useQuery({
    queryKey: keys.list('resourceTypes'),
    queryFn: () =>
      readAll(async (query) => {
        const { resourceTypes, hasMore } = await unwrap(api.GET('/resource-types', { params: { query } }));
        return { records: resourceTypes, hasMore };
      }),
  });
};
