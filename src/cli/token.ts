/** `lectern token create|list|revoke`. */
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Account } from '../identity/accounts/account.record.js';
import type { App } from '../app.js';
import { isDateTime } from '../platform/lib/fields.js';
import { scopes, type Scope } from '../platform/http/endpoint.js';
import { requireSchema, withApp, type CommandContext } from './context.js';
import { print, table } from './output.js';

interface Options {
  account: string;
  name: string;
  scope: Scope[];
  expires?: string;
}

const forAccount = (): Option =>
  new Option('--account <shortName>', 'short name of the account').makeOptionMandatory();

/** @throws Error where there is no such account */
export const requireAccount = async (app: App, shortName: string): Promise<Account> => {
  await requireSchema(app);
  const account = await app.accounts.byShortName(shortName);
  if (!account)
    throw new Error(
      `There is no account ${shortName}: create it with \`lectern account create ${shortName}\``,
    );
  return account;
};

export const tokenCommand = (context: CommandContext): Command => {
  const create = new Command('create')
    .description('create an API token; its secret is printed once')
    .addOption(forAccount())
    .addOption(new Option('--scope <scope...>', 'what it may do').choices(scopes).makeOptionMandatory())
    .option('--name <name>', 'what it is for', 'command line')
    .option('--expires <time>', 'ISO 8601 time after which it is refused', (time: string) => {
      if (!isDateTime(time)) throw new InvalidArgumentError('write it like 2027-01-31T00:00:00Z');
      return new Date(time).toISOString();
    })
    .action(({ account, name, scope, expires }: Options) =>
      withApp(context, async (app) => {
        const { id } = await requireAccount(app, account);
        const { secret } = await app.tokens.create(id, { name, scopes: scope, expiresAt: expires ?? null });
        print(secret);
      }),
    );

  const list = new Command('list')
    .description('list the tokens of an account')
    .addOption(forAccount())
    .action(({ account }: Options) =>
      withApp(context, async (app) => {
        const { id } = await requireAccount(app, account);
        const tokens = await allTokens(app, id);
        print(
          table(
            ['id', 'name', 'scopes', 'created', 'expires', 'state'],
            tokens.map((token) => [
              String(token.id),
              token.name,
              token.scopes.join(' '),
              token.entryDate.slice(0, 10),
              token.expiresAt?.slice(0, 16) ?? 'never',
              token.revokedAt ? 'revoked' : 'valid',
            ]),
          ),
        );
      }),
    );

  const revoke = new Command('revoke')
    .description('revoke a token at once')
    .argument('<id>', 'id of the token, as `token list` shows it')
    .addOption(forAccount())
    .action((id: string, { account }: Options) =>
      withApp(context, async (app) => {
        const owner = await requireAccount(app, account);
        await app.tokens.revoke(owner.id, Number(id));
        print(`revoked ${id}`);
      }),
    );

  const command = new Command('token').description('API tokens');
  for (const sub of [create, list, revoke]) command.addCommand(sub.exitOverride());
  return command;
};

const PAGE = 100;

const allTokens = async (app: App, accountId: number) => {
  const params = { orderBy: [], expand: [], withDeleted: true, words: [], filters: [] };
  const all: Awaited<ReturnType<typeof app.tokens.list>>['rows'] = [];
  for (;;) {
    const { rows, totalRecords } = await app.tokens.list(accountId, {
      ...params,
      limit: PAGE,
      offset: all.length,
    });
    all.push(...rows);
    if (rows.length === 0 || all.length >= totalRecords) return all;
  }
};
