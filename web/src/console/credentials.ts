/** Changes how the person signs in, on the console's plain page. */
import { en } from '../../../strings/console/en.js';
import { api, unwrap } from './api.js';
import { confirmed, type Who } from './confirm.js';
import { action, element, form, panel, withValues, type Field } from './dom.js';
import { openProvider } from './open-id.js';
import { makePasskey } from './passkeys.js';
import { newPassword } from './sign-in.js';

type Done = () => Promise<void>;

const firstCode: Field = { name: 'code', label: en.firstCode, type: 'text', autocomplete: 'one-time-code' };

/** What the person can change here. */
export const credentialViews = (who: Who, done: Done): HTMLElement[] => {
  const { session, methods } = who;
  return [
    ...(session.hasPassword && methods.password ? [passwordView(who)] : []),
    ...(methods.passkey ? [passkeyView(who, done)] : []),
    ...(session.factors.totp ? [] : [appView(who, done)]),
    ...(methods.openId ? [openIdView(who)] : []),
  ];
};

const passwordView = (who: Who): HTMLElement => {
  const { view, body } = panel(en.changePassword);
  body.append(
    form(en.changePassword, [newPassword], ({ password = '' }) =>
      confirmed(body, who, async () => {
        await unwrap(api.POST('/auth/password', { body: { password } }));
        body.replaceChildren(element('p', { role: 'status' }, en.passwordChanged));
      }),
    ),
  );
  return view;
};

const passkeyView = (who: Who, done: Done): HTMLElement => {
  const { view, body } = panel(en.addPasskey);
  body.append(
    action(en.addPasskey, () =>
      confirmed(body, who, async () => {
        const credential = await makePasskey();
        const { recoveryCodes } = await unwrap(api.POST('/auth/passkeys/create', { body: { credential } }));
        body.replaceChildren(
          element('p', { role: 'status' }, en.passkeyAdded),
          ...codesView(recoveryCodes),
          action(en.continue, done),
        );
      }),
    ),
  );
  return view;
};

const appView = (who: Who, done: Done): HTMLElement => {
  const { view, body } = panel(en.secondFactor);
  const confirmCode = async (code: string): Promise<void> => {
    const { recoveryCodes } = await unwrap(api.POST('/auth/totp/confirm', { body: { code } }));
    body.replaceChildren(...codesView(recoveryCodes), action(en.continue, done));
  };
  const begin = async (): Promise<void> => {
    const { secret } = await unwrap(api.POST('/auth/totp/create'));
    body.replaceChildren(
      element('p', {}, withValues(en.secret, { secret })),
      form(en.continue, [firstCode], ({ code = '' }) => confirmed(body, who, () => confirmCode(code))),
    );
  };
  body.append(action(en.continue, () => confirmed(body, who, begin)));
  return view;
};

const openIdView = (who: Who): HTMLElement => {
  const { view, body } = panel(en.linkOpenId);
  body.append(action(en.continue, () => confirmed(body, who, () => openProvider({ link: true }))));
  return view;
};

const codesView = (codes: readonly string[]): HTMLElement[] =>
  codes.length === 0
    ? []
    : [
        element('p', {}, en.recoveryCodes),
        element('ul', {}, ...codes.map((one) => element('li', {}, element('code', {}, one)))),
      ];
