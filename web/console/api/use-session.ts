/** Who is signed in. */
import {
  queryOptions,
  useQuery,
  useQueryClient,
  type QueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { sessionKey } from './keys.js';
import { sessionApi, unwrap, type SessionState } from './session-api.js';

const session = queryOptions({
  queryKey: sessionKey,
  queryFn: () => unwrap(sessionApi.GET('/auth/session')),
});

/** Asks who is signed in before any screen does, which saves the first one a round trip. */
export const prefetchSession = (client: QueryClient): void => {
  client.query(session).catch(() => undefined);
};

export const useSession = (): UseQueryResult<SessionState> => useQuery(session);

/** Reads who is signed in anew, and forgets everything that was read for somebody else. */
export const useRefreshSession = (): (() => Promise<SessionState>) => {
  const client = useQueryClient();
  return async () => {
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
    await client.invalidateQueries(session);
    return client.query({ ...session, staleTime: 'static' });
  };
};
