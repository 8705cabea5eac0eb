/** The account that is open in this tab: who is in it, with which role, and the calls to its API. */
import { createContext, useContext, type ReactNode } from 'react';
import { createLecternClient, unwrap, type LecternClient, type Schemas } from '../../../client/index.js';
import { keys, sessionKey } from './keys.js';
import { queryClient } from './query-client.js';
import type { Membership, OwnSession } from './session-api.js';

export { unwrap, type Schemas };

interface OpenAccount extends Membership {
  person: OwnSession['person'];
  api: LecternClient;
  keys: ReturnType<typeof keys>;
  /** Whether the role may do what needs the scope. */
  may(scope: Scope): boolean;
}

export type Scope = 'content:read' | 'content:draft' | 'content:write' | 'stats:read' | 'admin';

/** docs/people.md has the table. The server decides; this only hides what it would refuse. */
const SCOPES: Record<Membership['role'], readonly Scope[]> = {
  owner: ['content:read', 'content:draft', 'content:write', 'stats:read', 'admin'],
  editor: ['content:read', 'content:draft', 'content:write', 'stats:read'],
  contributor: ['content:read', 'content:draft'],
  analyst: ['content:read', 'stats:read'],
};

export const mayIn = (role: Membership['role'], scope: Scope): boolean => SCOPES[role].includes(scope);

const AccountContext = createContext<OpenAccount | null>(null);

export const AccountProvider = ({
  membership,
  person,
  children,
}: {
  membership: Membership;
  person: OwnSession['person'];
  children: ReactNode;
}) => {
  const { shortName, role } = membership;
  const account = {
    ...membership,
    person,
    api: clientOf(shortName),
    keys: keys(shortName),
    may: (scope: Scope) => mayIn(role, scope),
  };
  return <AccountContext.Provider value={account}>{children}</AccountContext.Provider>;
};

const clients = new Map<string, LecternClient>();

/** One client for each account, so that hooks can name it as what they depend on. */
const clientOf = (shortName: string): LecternClient => {
  const client = clients.get(shortName);
  if (client) return client;
  const created = createLecternClient({ baseUrl: `/a/${shortName}/v2` });
  created.use({
    onResponse: ({ response }) => {
      // The session has ended: whoever signs in again is back on this screen.
      if (response.status === 401) void queryClient.invalidateQueries({ queryKey: sessionKey });
    },
  });
  clients.set(shortName, created);
  return created;
};

/** @throws {Error} outside the screens of an account */
export const useAccount = (): OpenAccount => {
  const account = useContext(AccountContext);
  if (!account) throw new Error('No account is open');
  return account;
};
