/** Redeems the link that was opened once the person asks for it, because programs that check links open pages too. */
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { en } from '../../../strings/console/en.js';
import {
  errorType,
  linkToken,
  sessionApi,
  unwrap,
  type SignInMethods,
  type SignInResult,
} from '../api/session-api.js';
import { ActionForm } from '../parts/action-form.js';
import { newPasswordField } from './fields.js';
import { openProvider } from './open-id.js';
import { SignIn } from './sign-in.js';

/** `totp` and `passkey` are what is left to do after the link was redeemed. */
type Step = 'start' | 'password' | 'signInFirst' | 'totp' | 'passkey';

const redeem = async (token: string, password?: string): Promise<SignInResult> =>
  unwrap(
    sessionApi.POST('/auth/links/redeem', { body: { token, ...(password !== undefined && { password }) } }),
  );

export const Redeem = ({
  token,
  methods,
  done,
}: {
  token: string;
  methods: SignInMethods;
  done: () => Promise<void>;
}) => {
  const [step, setStep] = useState<Step>('start');
  const use = async (password?: string): Promise<void> => {
    try {
      const result = await redeem(token, password);
      linkToken.drop();
      if (result.next && result.next !== 'signIn') setStep(result.next);
      else await done();
    } catch (error) {
      if (errorType(error) === 'SignInRequiredError') return setStep('signInFirst');
      if (errorType(error) !== 'ValidationError' || password !== undefined) throw error;
      setStep('password');
    }
  };
  if (step === 'totp' || step === 'passkey') return <SignIn methods={methods} first={step} done={done} />;
  return (
    <Stack>
      <Text>{step === 'signInFirst' ? en.signInFirst : en.redeem}</Text>
      {step === 'signInFirst' && <SignIn methods={methods} done={() => use()} />}
      {step === 'password' && (
        <ActionForm
          fields={[newPasswordField]}
          button={en.continue}
          send={({ password = '' }) => use(password)}
        />
      )}
      {step === 'start' && <ActionForm button={en.continue} send={() => use()} />}
      {step === 'start' && methods.openId && (
        <ActionForm variant="default" button={en.openId} send={() => openProvider({ token })} />
      )}
    </Stack>
  );
};
