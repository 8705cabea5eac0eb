/** `lectern token create|list|rotate|revoke`. */
import { firstRows } from '../platform/db/list-query.js';
import { storedLinks } from '../platform/lib/links.js';
import type { App } from '../app.js';
import type { Account } from '../identity/accounts/account.record.js';
import type { Scope } from '../platform/lib/permissions.js';
import { audit, withApp } from './context.js';
import { presenter } from '../platform/lib/present.js';
import { token } from '../identity/tokens/token.schema.js';
import { print, table } from './output.js';
import { printable } from './printable.js';

const presentToken = presenter(token);

export interface AccountChoice {
  account: string;
}

export interface TokenOptions extends AccountChoice {
  name: string;
  scope: Scope[];
  expires?: string;
  network?: string[];
}

export interface RotationOptions extends AccountChoice {
  overlapHours: number;
}

/** @throws {Error} when the account does not exist; the message says how to create it */
export const requireAccount = async (app: App, shortName: string): Promise<Account> => {
  const account = await app.accounts.byShortName(shortName);
  if (!account)
    throw new Error(
      `Account ${shortName} does not exist: create it with \`lectern account create ${shortName}\``,
    );
  return account;
};

export const createToken = ({ account, name, scope, expires, network }: TokenOptions): Promise<void> =>
  withApp(async (app) => {
    const { id } = await requireAccount(app, account);
    const { token: created, secret } = await app.tokens.create(id, {
      name,
      scopes: scope,
      expiresAt: expires ?? null,
      allowedNetworks: network ?? null,
    });
    await audit(app, id, 'createToken', 'token', created.id);
    print(secret);
  });

export const printTokens = ({ account }: AccountChoice): Promise<void> =>
  withApp(async (app) => {
    const { id } = await requireAccount(app, account);
    const tokens = await allTokens(app, id);
    print(
      table(
        ['id', 'name', 'scopes', 'created', 'expires', 'last used', 'networks', 'state'],
        tokens
          .map((row) => presentToken(row, storedLinks))
          .map((token) => [
            String(token.id),
            printable(token.name),
            token.scopes.join(' '),
            token.entryDate.slice(0, 10),
            token.expiresAt?.slice(0, 16) ?? 'never',
            token.lastUsedAt?.slice(0, 16) ?? 'never',
            token.allowedNetworks?.join(' ') ?? 'any',
            token.revokedAt ? 'revoked' : 'valid',
          ]),
      ),
    );
  });

export const rotateToken = (id: number, { account, overlapHours }: RotationOptions): Promise<void> =>
  withApp(async (app) => {
    const owner = await requireAccount(app, account);
    const { secret } = await app.tokens.rotate(owner.id, id, { overlapHours });
    await audit(app, owner.id, 'rotateToken', 'token', id);
    print(secret);
  });

export const revokeToken = (id: number, { account }: AccountChoice): Promise<void> =>
  withApp(async (app) => {
    const owner = await requireAccount(app, account);
    await app.tokens.revoke(owner.id, id);
    await audit(app, owner.id, 'revokeToken', 'token', id);
    print(`revoked ${id}`);
  });

const PAGE = 100;

const allTokens = async (app: App, accountId: number) => {
  const all: Awaited<ReturnType<typeof app.tokens.list>>['rows'] = [];
  for (;;) {
    const { rows, totalRecords } = await app.tokens.list(accountId, {
      ...firstRows(PAGE),
      offset: all.length,
      withDeleted: true,
    });
    all.push(...rows);
    if (rows.length === 0 || all.length >= totalRecords) return all;
  }
};
