/** Signs out, after which the browser forgets what the site has stored. */
import { Button } from '@mantine/core';
import { en } from '../../../strings/console/en.js';
import { useSignOut } from './use-sign-out.js';

export const SignOutButton = () => {
  const { signOut, question } = useSignOut();
  return (
    <div>
      <Button variant="default" onClick={signOut}>
        {en.signOut}
      </Button>
      {question}
    </div>
  );
};
