/** Signing in, and redeeming a link, on the console's plain page. */
import { en } from '../../../strings/console/en.js';
import {
  api,
  errorType,
  linkToken,
  unwrap,
  type SessionState,
  type SignInMethods,
  type SignInResult,
} from './api.js';
import { action, element, form, panel, type Field } from './dom.js';
import { openProvider } from './open-id.js';
import { usePasskey } from './passkeys.js';

const email: Field = { name: 'email', label: en.email, type: 'email', autocomplete: 'username' };
const password: Field = {
  name: 'password',
  label: en.password,
  type: 'password',
  autocomplete: 'current-password',
};
const code: Field = { name: 'code', label: en.code, type: 'text', autocomplete: 'one-time-code' };
export const newPassword: Field = {
  name: 'password',
  label: en.newPassword,
  type: 'password',
  autocomplete: 'new-password',
};

type Done = () => Promise<void>;

const withPasskey = async (): Promise<SignInResult> =>
  unwrap(api.POST('/auth/passkeys/sign-in', { body: { credential: await usePasskey() } }));

/** How to get a new password: by mail, or from somebody. */
const forgottenView = (isMailed: boolean): HTMLElement => {
  const { view, body } = panel(en.forgotten);
  body.append(
    isMailed
      ? form(en.sendLink, [email], async ({ email = '' }) => {
          await unwrap(api.POST('/auth/reset', { body: { email } }));
          body.replaceChildren(element('p', { role: 'status' }, en.mailSent));
        })
      : element('p', {}, en.noMail),
  );
  return view;
};

const accepting = (token: string | null): { token?: string } => (token === null ? {} : { token });

/**
 * The ways to sign in; replaces itself by the next step, if there is one.
 * @param begun what a link has led to: its second factor is next
 */
export const signInView = (methods: SignInMethods, done: Done, begun?: SignInResult): HTMLElement => {
  const view = element('section', {});
  const next = async (result: SignInResult): Promise<void> => {
    if (!result.next || result.next === 'signIn') return done();
    const passkeyButton =
      result.next === 'passkey' && action(en.passkey, async () => next(await withPasskey()));
    view.replaceChildren(
      ...[passkeyButton || null].filter((button) => button !== null),
      form(en.continue, [code], async (values) =>
        next(await unwrap(api.POST('/auth/totp', { body: { code: values.code ?? '' } }))),
      ),
    );
  };
  view.append(element('h2', {}, en.signIn));
  if (methods.password)
    view.append(
      form(en.signIn, [email, password], async ({ email = '', password = '' }) =>
        next(await unwrap(api.POST('/auth/sign-in', { body: { email, password } }))),
      ),
    );
  if (methods.passkey) view.append(action(en.passkey, async () => next(await withPasskey())));
  if (methods.openId) view.append(action(en.openId, () => openProvider(accepting(linkToken.get()))));
  if (methods.password) view.append(forgottenView(methods.mail));
  if (begun) void next(begun);
  return view;
};

const redeem = async (token: string, chosen?: string): Promise<SignInResult> =>
  unwrap(
    api.POST('/auth/links/redeem', {
      body: { token, ...(chosen !== undefined && { password: chosen }) },
    }),
  );

/** Redeems the link once the person asks for it, because programs that check links open pages too. */
export const redeemView = (token: string, { methods }: SessionState, done: Done): HTMLElement => {
  const view = element('section', {}, element('p', {}, en.redeem));
  const use = async (chosen?: string): Promise<void> => {
    try {
      const result = await redeem(token, chosen);
      linkToken.drop();
      if (result.next && result.next !== 'signIn') view.replaceChildren(signInView(methods, done, result));
      else await done();
    } catch (error) {
      if (errorType(error) === 'SignInRequiredError')
        return view.replaceChildren(
          element('p', {}, en.signInFirst),
          signInView(methods, () => use()),
        );
      if (errorType(error) !== 'ValidationError' || chosen !== undefined) throw error;
      view.replaceChildren(form(en.continue, [newPassword], ({ password: typed = '' }) => use(typed)));
    }
  };
  view.append(action(en.continue, () => use()));
  if (methods.openId) view.append(action(en.openId, () => openProvider({ token })));
  return view;
};
