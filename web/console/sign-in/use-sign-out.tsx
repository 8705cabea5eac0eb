/** Signs out; the server tells the browser to clear what the site has stored, so text that is not saved is lost. */
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { en } from '../../../strings/console/en.js';
import { messageOf, sessionApi, unwrap } from '../api/session-api.js';
import { useRefreshSession, useSession } from '../api/use-session.js';
import { countLocalCopies, endLocalCopies } from '../parts/browser-copies.js';
import { ConfirmDialog } from '../parts/confirm-dialog.js';
import { withValues } from '../parts/with-values.js';

interface SignOut {
  /** Asks first where text would be lost. */
  signOut(): void;
  /** The question, to be rendered. */
  question: ReactNode;
}

export const useSignOut = (): SignOut => {
  const refresh = useRefreshSession();
  const navigate = useNavigate();
  const person = useSession().data?.session?.person;
  const [unsaved, setUnsaved] = useState(0);
  const leave = async (): Promise<void> => {
    try {
      await unwrap(sessionApi.POST('/auth/sign-out'));
      endLocalCopies();
      await navigate({ to: '/sign-in' });
      await refresh();
    } catch (error) {
      notifications.show({ color: 'red', message: messageOf(error) });
    }
  };
  return {
    signOut: () => {
      const count = person ? countLocalCopies(person.id) : 0;
      if (count > 0) setUnsaved(count);
      else void leave();
    },
    question: unsaved > 0 && (
      <ConfirmDialog
        title={en.unsavedTitle}
        text={withValues(unsaved === 1 ? en.unsavedOne : en.unsaved, { n: unsaved })}
        button={en.signOut}
        close={() => setUnsaved(0)}
        confirm={() => void leave()}
      />
    ),
  };
};
