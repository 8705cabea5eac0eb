/** Asks people to confirm who they are, where the server demands it. */
import { en } from '../../../strings/console/en.js';
import { api, errorType, unwrap, type OwnSession, type SignInMethods } from './api.js';
import { action, element, form, type Field } from './dom.js';
import { openProvider } from './open-id.js';
import { usePasskey } from './passkeys.js';

export interface Who {
  session: OwnSession;
  methods: SignInMethods;
}

const password: Field = {
  name: 'current',
  label: en.currentPassword,
  type: 'password',
  autocomplete: 'current-password',
};
const code: Field = { name: 'code', label: en.appCode, type: 'text', autocomplete: 'one-time-code' };

/** Runs what needs a recent sign-in; after a refusal, asks in `body` who it is, and runs it again. */
export const confirmed = async (body: HTMLElement, who: Who, work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (errorType(error) !== 'ReauthenticationRequiredError') throw error;
    const before = [...body.childNodes];
    await new Promise<void>((resolve) => body.replaceChildren(...waysToConfirm(who, resolve)));
    body.replaceChildren(...before);
    await work();
  }
};

/** The ways that the person has. */
const waysToConfirm = ({ session, methods }: Who, done: () => void): HTMLElement[] => {
  const { hasPassword, factors } = session;
  const ways = [
    ...(hasPassword && methods.password
      ? [
          form(en.continue, [password], async ({ current = '' }) => {
            await unwrap(api.POST('/auth/reauthenticate', { body: { password: current } }));
            done();
          }),
        ]
      : []),
    ...(factors.totp
      ? [
          form(en.continue, [code], async ({ code: typed = '' }) => {
            await unwrap(api.POST('/auth/reauthenticate', { body: { code: typed } }));
            done();
          }),
        ]
      : []),
    ...(factors.passkeys > 0 && methods.passkey
      ? [
          action(en.confirmWithPasskey, async () => {
            await unwrap(api.POST('/auth/reauthenticate', { body: { passkey: await usePasskey() } }));
            done();
          }),
        ]
      : []),
    ...(session.method === 'openId' ? [action(en.confirmWithOpenId, () => openProvider())] : []),
  ];
  return [element('p', {}, ways.length > 0 ? en.confirm : en.signInAgain), ...ways];
};
