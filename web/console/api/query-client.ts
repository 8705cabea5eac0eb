/** The cache of what the server has returned. */
import { QueryClient } from '@tanstack/react-query';
import { LecternError } from '../../../client/index.js';

const RETRIES = 2;
/** What the screens show may be this old before it is read again when it is shown. */
const STALE_MS = 10_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      // Another try does not help what the request is refused for.
      retry: (failures, error) =>
        failures < RETRIES &&
        (!(error instanceof LecternError) || error.status >= 500 || error.status === 429),
    },
  },
});
