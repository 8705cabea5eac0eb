/** Asks people to confirm who they are where the server demands it, and then repeats what it refused. */
import { Modal, Stack, Text } from '@mantine/core';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { en } from '../../../strings/console/en.js';
import { errorType, sessionApi, unwrap } from '../api/session-api.js';
import { useSession } from '../api/use-session.js';
import { ActionForm } from '../parts/action-form.js';
import { ConfirmContext, type Confirmed } from '../parts/use-confirmed.js';
import { appCodeField, currentPasswordField } from './fields.js';
import { openProvider } from './open-id.js';
import { usePasskey } from './passkeys.js';

export const ConfirmProvider = ({ children }: { children: ReactNode }) => {
  const [question, setQuestion] = useState<{ answer: (isConfirmed: boolean) => void } | null>(null);
  const confirmed = useCallback<Confirmed>(async (work) => {
    try {
      return await work();
    } catch (error) {
      if (errorType(error) !== 'ReauthenticationRequiredError') throw error;
      const isConfirmed = await new Promise<boolean>((answer) => setQuestion({ answer }));
      setQuestion(null);
      if (!isConfirmed) throw error;
      return await work();
    }
  }, []);
  const value = useMemo(() => confirmed, [confirmed]);
  return (
    <ConfirmContext.Provider value={value}>
      {children}
      <Modal opened={question !== null} onClose={() => question?.answer(false)} title={en.confirmTitle}>
        {question && <WaysToConfirm done={() => question.answer(true)} />}
      </Modal>
    </ConfirmContext.Provider>
  );
};

/** The ways that the person has. */
const WaysToConfirm = ({ done }: { done: () => void }) => {
  const { session, methods } = useSession().data ?? {};
  if (!session || !methods) return null;
  const { hasPassword, factors, method } = session;
  const confirm = async (body: { password: string } | { code: string }): Promise<void> => {
    await unwrap(sessionApi.POST('/auth/reauthenticate', { body }));
    done();
  };
  const withPasskey = async (): Promise<void> => {
    await unwrap(sessionApi.POST('/auth/reauthenticate', { body: { passkey: await usePasskey() } }));
    done();
  };
  const ways = [
    hasPassword && methods.password && (
      <ActionForm
        key="password"
        fields={[currentPasswordField]}
        button={en.continue}
        send={({ password = '' }) => confirm({ password })}
      />
    ),
    factors.totp && (
      <ActionForm
        key="code"
        fields={[appCodeField]}
        button={en.continue}
        send={({ code = '' }) => confirm({ code })}
      />
    ),
    factors.passkeys > 0 && methods.passkey && (
      <ActionForm key="passkey" button={en.confirmWithPasskey} send={withPasskey} />
    ),
    method === 'openId' && (
      <ActionForm key="openId" button={en.confirmWithOpenId} send={() => openProvider()} />
    ),
  ].filter((way) => way !== false);
  return (
    <Stack>
      <Text>{ways.length > 0 ? en.confirm : en.signInAgain}</Text>
      {ways}
    </Stack>
  );
};
