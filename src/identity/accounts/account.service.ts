/** Accounts: the tenant itself, and which tenant a public host name serves. */
import type { Db } from '../../platform/db/dialect.js';
import { DEFAULT_ITEM_PAGE_PATH, type Account } from './account.record.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { conflict, invalid, preconditionFailed } from '../../platform/lib/errors.js';
import { matches, SOURCE, type Sourced } from '../../platform/lib/etag.js';
import {
  accountById,
  findAccount,
  insertAccount,
  lockAccount,
  onlyAccount,
  updateAccount,
} from './account.repository.js';
import {
  shortName as shortNameSchema,
  timeZone as timeZoneSchema,
  type AccountChanges,
  type AccountRecord,
} from './account.schema.js';

export interface HostOptions {
  /** Domain below which each account has a label, e.g. `search.example.org`. */
  searchDomain: string;
  /** Short name served at a host without a label. */
  defaultAccount: string | null;
  /** Address of an account's public host, its short name given. */
  searchBaseUrl(shortName: string): string;
}

export type AccountService = ReturnType<typeof createAccountService>;

export const createAccountService = ({ db, clock, hosts }: { db: Db; clock: Clock; hosts: HostOptions }) => ({
  present: (account: Account): AccountRecord & Sourced => ({
    ...account,
    searchBaseUrl: hosts.searchBaseUrl(account.shortName),
    settings: {
      publicSiteUrl: account.settings.publicSiteUrl ?? null,
      itemPagePath: account.settings.itemPagePath ?? DEFAULT_ITEM_PAGE_PATH,
      autoAcceptScriptures: account.settings.autoAcceptScriptures ?? false,
      autoAcceptMediaChapters: account.settings.autoAcceptMediaChapters ?? false,
      respectDoNotTrack: account.settings.respectDoNotTrack ?? true,
      defaultTranslation: account.settings.defaultTranslation ?? 'kjv',
    },
    [SOURCE]: account,
  }),

  /** Settings that are not named stay as they are, also where two calls come at once. @throws PreconditionFailedError */
  update: (accountId: number, { settings, ...changes }: AccountChanges, ifMatch?: string): Promise<Account> =>
    db.transaction().execute(async (trx) => {
      const known = await lockAccount(trx, accountId);
      if (ifMatch !== undefined && !matches(ifMatch, known)) throw preconditionFailed();
      return updateAccount(trx, accountId, {
        ...changes,
        settings: JSON.stringify({ ...known.settings, ...settings }),
      });
    }),

  /** @throws ValidationError, ConflictError where the short name is taken */
  create: async (input: { shortName: string; name?: string; timeZone?: string }): Promise<Account> => {
    const timeZone = input.timeZone ?? 'UTC';
    const details = [
      ...(shortNameSchema
        .safeParse(input.shortName)
        .error?.issues.map(({ message }) => ({ path: 'shortName', message })) ?? []),
      ...(timeZoneSchema
        .safeParse(timeZone)
        .error?.issues.map(({ message }) => ({ path: 'timeZone', message })) ?? []),
    ];
    if (details.length > 0) throw invalid(details);
    if (await findAccount(db, input.shortName))
      throw conflict(`There is an account ${input.shortName} already`);
    return insertAccount(db, {
      shortName: input.shortName,
      name: input.name ?? input.shortName,
      timeZone,
      settings: '{}',
      entryDate: isoTime(clock),
    });
  },

  byId: (id: number): Promise<Account | null> => accountById(db, id),

  byShortName: (shortName: string): Promise<Account | null> => findAccount(db, shortName),

  /** `demo.<domain>` names demo; a host without a label serves the default account, else the only one. */
  ofHost: async (host: string): Promise<Account | null> => {
    const name = host.toLowerCase();
    const suffix = `.${hosts.searchDomain}`;
    if (name.endsWith(suffix)) return findAccount(db, name.slice(0, -suffix.length));
    return hosts.defaultAccount ? findAccount(db, hosts.defaultAccount) : onlyAccount(db);
  },
});
