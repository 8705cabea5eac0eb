/** Signing in, with the next step where there is one. */
import { Button, Collapse, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { en } from '../../../strings/console/en.js';
import { linkToken, sessionApi, unwrap, type SignInMethods, type SignInResult } from '../api/session-api.js';
import { ActionForm } from '../parts/action-form.js';
import { codeField, emailField, passwordField } from './fields.js';
import { openProvider } from './open-id.js';
import { usePasskey } from './passkeys.js';

type Done = () => Promise<void>;
type Next = NonNullable<SignInResult['next']>;

export const SignIn = ({
  methods,
  first = 'signIn',
  done,
}: {
  methods: SignInMethods;
  first?: Next;
  done: Done;
}) => {
  const [step, setStep] = useState(first);
  const proceed = async (result: SignInResult): Promise<void> => {
    if (!result.next || result.next === 'signIn') await done();
    else setStep(result.next);
  };
  const withPasskey = async (): Promise<void> =>
    proceed(
      await unwrap(sessionApi.POST('/auth/passkeys/sign-in', { body: { credential: await usePasskey() } })),
    );
  return (
    <Stack component="section" aria-labelledby="sign-in">
      <Title order={2} size="h4" id="sign-in">
        {en.signIn}
      </Title>
      {step === 'signIn' ? (
        <FirstStep methods={methods} proceed={proceed} withPasskey={withPasskey} />
      ) : (
        <>
          {step === 'passkey' && <ActionForm button={en.passkey} send={withPasskey} />}
          <ActionForm
            fields={[codeField]}
            button={en.continue}
            send={async ({ code = '' }) =>
              proceed(await unwrap(sessionApi.POST('/auth/totp', { body: { code } })))
            }
          />
        </>
      )}
    </Stack>
  );
};

const accepting = (token: string | null): { token?: string } => (token === null ? {} : { token });

const FirstStep = ({
  methods,
  proceed,
  withPasskey,
}: {
  methods: SignInMethods;
  proceed: (result: SignInResult) => Promise<void>;
  withPasskey: () => Promise<void>;
}) => (
  <>
    {methods.password && (
      <ActionForm
        fields={[emailField, passwordField]}
        button={en.signIn}
        send={async ({ email = '', password = '' }) =>
          proceed(await unwrap(sessionApi.POST('/auth/sign-in', { body: { email, password } })))
        }
      />
    )}
    {methods.passkey && <ActionForm variant="default" button={en.passkey} send={withPasskey} />}
    {methods.openId && (
      <ActionForm
        variant="default"
        button={en.openId}
        send={() => openProvider(accepting(linkToken.get()))}
      />
    )}
    {methods.password && <Forgotten isMailed={methods.mail} />}
  </>
);

/** How to get a new password: by mail, or from somebody. */
const Forgotten = ({ isMailed }: { isMailed: boolean }) => {
  const [isOpen, { toggle }] = useDisclosure(false);
  const [isSent, setSent] = useState(false);
  return (
    <Stack align="start">
      <Button variant="subtle" onClick={toggle} aria-expanded={isOpen} px={0}>
        {en.forgotten}
      </Button>
      <Collapse expanded={isOpen}>
        {!isMailed && <Text size="sm">{en.noMail}</Text>}
        {isMailed && isSent && <Text role="status">{en.mailSent}</Text>}
        {isMailed && !isSent && (
          <ActionForm
            fields={[{ ...emailField, name: 'resetEmail' }]}
            button={en.sendLink}
            send={async ({ resetEmail = '' }) => {
              await unwrap(sessionApi.POST('/auth/reset', { body: { email: resetEmail } }));
              setSent(true);
            }}
          />
        )}
      </Collapse>
    </Stack>
  );
};
