/** Who is signed in, in which accounts, on the console's plain page. */
import { en } from '../../../strings/console/en.js';
import { api, errorType, unwrap, type OwnSession } from './api.js';
import { action, element, form, withValues, type Field } from './dom.js';
import { newPassword } from './sign-in.js';

type Done = () => Promise<void>;

const current: Field = {
  name: 'current',
  label: en.currentPassword,
  type: 'password',
  autocomplete: 'current-password',
};
const firstCode: Field = { name: 'code', label: en.firstCode, type: 'text', autocomplete: 'one-time-code' };

/** Runs what needs a recent sign-in; after a refusal, asks for the password and runs it again. */
const confirmed = async (
  view: HTMLElement,
  { hasPassword }: OwnSession,
  work: () => Promise<void>,
): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (errorType(error) !== 'ReauthenticationRequiredError' || !hasPassword) throw error;
    view.replaceChildren(
      form(en.continue, [current], async ({ current: password = '' }) => {
        await unwrap(api.POST('/auth/reauthenticate', { body: { password } }));
        await work();
      }),
    );
  }
};

const passwordView = (session: OwnSession): HTMLElement => {
  const view = element('details', {}, element('summary', {}, en.changePassword));
  view.append(
    form(en.changePassword, [newPassword], ({ password = '' }) =>
      confirmed(view, session, async () => {
        await unwrap(api.POST('/auth/password', { body: { password } }));
        view.replaceChildren(element('p', { role: 'status' }, en.passwordChanged));
      }),
    ),
  );
  return view;
};

const secondFactorView = (session: OwnSession, done: Done): HTMLElement => {
  const view = element('details', {}, element('summary', {}, en.secondFactor));
  const begin = async (): Promise<void> => {
    const { secret } = await unwrap(api.POST('/auth/totp/create'));
    view.replaceChildren(
      element('p', {}, withValues(en.secret, { secret })),
      form(en.continue, [firstCode], async ({ code = '' }) => {
        const { recoveryCodes } = await unwrap(api.POST('/auth/totp/confirm', { body: { code } }));
        view.replaceChildren(
          element('p', {}, en.recoveryCodes),
          element('ul', {}, ...recoveryCodes.map((one) => element('li', {}, element('code', {}, one)))),
          action(en.continue, done),
        );
      }),
    );
  };
  view.append(action(en.continue, () => confirmed(view, session, begin)));
  return view;
};

/** The short name in `/a/{shortName}`; undefined elsewhere. */
const openAccount = (): string | undefined => /^\/a\/([^/]+)/.exec(location.pathname)?.[1];

export const signedInView = (session: OwnSession, done: Done): HTMLElement[] => {
  const { person, accounts, factors } = session;
  const opened = openAccount();
  const isMember = opened === undefined || accounts.some(({ shortName }) => shortName === opened);
  const lines = accounts.map(({ shortName, name, role, lacksSecondFactor }) =>
    element(
      'li',
      {},
      element('a', { href: `/a/${shortName}`, ariaCurrent: shortName === opened ? 'page' : null }, name),
      `: ${en.roles[role]}`,
      lacksSecondFactor && element('p', {}, en.lacksSecondFactor),
    ),
  );
  return [
    element('p', {}, withValues(en.signedInAs, { name: person.name, email: person.email })),
    ...(isMember ? [] : [element('p', { className: 'problem' }, en.noSuchAccount)]),
    element('h2', {}, en.accounts),
    lines.length > 0 ? element('ul', {}, ...lines) : element('p', {}, en.noAccounts),
    element('p', {}, en.soon),
    ...(session.hasPassword ? [passwordView(session)] : []),
    ...(factors.totp ? [] : [secondFactorView(session, done)]),
    action(en.signOut, async () => {
      await unwrap(api.POST('/auth/sign-out'));
      await done();
    }),
  ];
};
