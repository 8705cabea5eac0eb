/** Signs out; the server tells the browser to clear what the site has stored. */
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { messageOf, sessionApi, unwrap } from '../api/session-api.js';
import { useRefreshSession } from '../api/use-session.js';

export const useSignOut = (): (() => Promise<void>) => {
  const refresh = useRefreshSession();
  const navigate = useNavigate();
  return async () => {
    try {
      await unwrap(sessionApi.POST('/auth/sign-out'));
      await navigate({ to: '/sign-in' });
      await refresh();
    } catch (error) {
      notifications.show({ color: 'red', message: messageOf(error) });
    }
  };
};
