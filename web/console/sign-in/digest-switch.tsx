/** Whether the weekly analytics of an account are mailed to the person. */
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { en } from '../../../strings/console/en.js';
import { mayIn } from '../api/account.js';
import { sessionKey } from '../api/keys.js';
import { sessionApi, unwrap, type Membership } from '../api/session-api.js';
import { useAction } from '../parts/use-action.js';

/** @param isMailed whether this server mails them at all */
export const DigestSwitch = ({ membership, isMailed }: { membership: Membership; isMailed: boolean }) => {
  const { shortName, role, lacksSecondFactor, digestMail } = membership;
  const { run, isRunning } = useAction(sessionKey);
  /** While it is being saved. */
  const [chosen, setChosen] = useState<boolean | null>(null);
  if (!mayIn(role, 'stats:read') || lacksSecondFactor) return null;
  const choose = async (isWanted: boolean): Promise<void> => {
    // Not disabled meanwhile: it would lose the focus.
    if (isRunning) return;
    const call = { params: { path: { shortName } }, body: { digestMail: isWanted } };
    setChosen(isWanted);
    await run(
      () => unwrap(sessionApi.PUT('/auth/memberships/{shortName}/digest-mail', call)),
      isWanted ? en.digestMail.on : en.digestMail.off,
    );
    setChosen(null);
  };
  return (
    <Checkbox
      mt="xs"
      label={en.digestMail.label}
      description={isMailed ? en.digestMail.hint : en.digestMail.noMail}
      checked={chosen ?? digestMail}
      disabled={!isMailed && !digestMail}
      onChange={({ currentTarget }) => void choose(currentTarget.checked)}
    />
  );
};
