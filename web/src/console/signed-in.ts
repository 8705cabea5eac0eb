/** Who is signed in, in which accounts, on the console's plain page. */
import { en } from '../../../strings/console/en.js';
import { api, unwrap } from './api.js';
import type { Who } from './confirm.js';
import { credentialViews } from './credentials.js';
import { action, element, withValues } from './dom.js';

type Done = () => Promise<void>;

/** The short name in `/a/{shortName}`; undefined elsewhere. */
const openAccount = (): string | undefined => /^\/a\/([^/]+)/.exec(location.pathname)?.[1];

export const signedInView = (who: Who, done: Done): HTMLElement[] => {
  const { person, accounts } = who.session;
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
    ...credentialViews(who, done),
    action(en.signOut, async () => {
      await unwrap(api.POST('/auth/sign-out'));
      await done();
    }),
  ];
};
