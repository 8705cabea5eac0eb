/** The account as the API has it: its settings, limits and snippets. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { unwrap, useAccount, type Schemas } from '../api/account.js';

export const useAccountRecord = (): UseQueryResult<Schemas['Account']> => {
  const { api, keys } = useAccount();
  return useQuery({
    queryKey: keys.every('account'),
    queryFn: async () => (await unwrap(api.GET('/account'))).account,
  });
};
