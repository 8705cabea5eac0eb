/** Accounts: the tenants, and which of them a public host serves. */
import type { Db } from '../../platform/db/dialect.js';
import { assertConditions, type SaveConditions } from '../../platform/db/save-conditions.js';
import type { Quotas } from '../../platform/quotas/quotas.js';
import { DEFAULT_ITEM_PAGE_PATH, lookOf, type Account } from './account.record.js';
import type { TenantSettings } from '../../platform/http/callers/tenant.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { details } from '../../platform/lib/zod-issues.js';
import { conflict, invalid } from '../../platform/lib/errors.js';
import { withVersion } from '../../platform/lib/etag.js';
import {
  accountById,
  defaultAccount,
  findAccount,
  insertAccount,
  lockAccount,
  setDefaultAccount,
  updateAccount,
} from './account.repository.js';
import { newAccount, type AccountChanges, type AccountRecord, type NewAccount } from './account.schema.js';

export interface HostOptions {
  /** Domain under which each account has its own label, e.g. `search.example.org`. */
  searchDomain: string;
  /** Short name of the account served at a host without a label; overrides the stored default. */
  defaultAccount: string | null;
  /** Base URL of an account's public host. */
  searchBaseUrl(shortName: string): string;
}

/** The settings with their defaults, as they are shown. */
const settingsOf = (settings: TenantSettings): AccountRecord['settings'] => {
  const { accentColorHex, language, links } = lookOf(settings);
  return {
    publicSiteUrl: settings.publicSiteUrl ?? null,
    publicSites: settings.publicSites ?? [],
    staffNetworks: settings.staffNetworks ?? [],
    vocabulary: settings.vocabulary ?? [],
    itemPagePath: settings.itemPagePath ?? DEFAULT_ITEM_PAGE_PATH,
    autoAcceptScriptures: settings.autoAcceptScriptures ?? false,
    autoAcceptMediaChapters: settings.autoAcceptMediaChapters ?? false,
    respectDoNotTrack: settings.respectDoNotTrack ?? true,
    defaultTranslation: settings.defaultTranslation ?? 'kjv',
    versification: settings.versification ?? null,
    requireSecondFactor: settings.requireSecondFactor ?? 'owners',
    accentColorHex,
    language,
    links,
  };
};

export type AccountService = ReturnType<typeof createAccountService>;

export const createAccountService = ({
  db,
  clock,
  quotas,
  hosts,
}: {
  db: Db;
  clock: Clock;
  quotas: Quotas;
  hosts: HostOptions;
}) => ({
  present: async (account: Account): Promise<AccountRecord> => {
    const { shortName, settings } = account;
    const searchBaseUrl = hosts.searchBaseUrl(shortName);
    return {
      ...withVersion(account),
      searchBaseUrl,
      logoUrl: settings.logo?.url ?? null,
      logoMetadata: settings.logo ?? null,
      snippets: snippetsOf(searchBaseUrl),
      settings: settingsOf(settings),
      ...(await quotas.of(account.id)),
    };
  },

  /**
   * Settings that are not given keep their values, even if calls overlap.
   * @throws {PreconditionFailedError} when `ifMatch` is the ETag of another version
   * @throws {ConflictError} when somebody else has changed what the caller saw
   */
  update: (
    accountId: number,
    { settings, ...changes }: AccountChanges,
    conditions?: SaveConditions,
  ): Promise<Account> =>
    db.transaction().execute(async (trx) => {
      const known = await lockAccount(trx, accountId);
      await assertConditions(trx, known, conditions, { ...known, settings: settingsOf(known.settings) });
      return updateAccount(trx, accountId, {
        ...changes,
        settings: JSON.stringify({ ...known.settings, ...settings }),
      });
    }),

  /**
   * @throws {ValidationError} when the short name or time zone is invalid
   * @throws {ConflictError} when the short name is taken
   */
  create: async (input: NewAccount): Promise<Account> => {
    const { data, error } = newAccount.safeParse(input);
    if (error) throw invalid(details(error));
    const { shortName, name = shortName, timeZone } = data;
    if (await findAccount(db, shortName)) throw conflict(`An account ${shortName} already exists`);
    return insertAccount(db, { shortName, name, timeZone, settings: '{}', entryDate: isoTime(clock) });
  },

  byId: (id: number): Promise<Account | null> => accountById(db, id),

  byShortName: (shortName: string): Promise<Account | null> => findAccount(db, shortName),

  /** Serves this account at hosts without a label, unless DEFAULT_ACCOUNT names another one. */
  makeDefault: (account: Account): Promise<void> => setDefaultAccount(db, account.id),

  /** `demo.<searchDomain>` serves demo; a host without a label serves the default account, or the only one. */
  ofHost: async (host: string): Promise<Account | null> => {
    // A trailing dot marks a fully qualified name.
    const name = host.toLowerCase().replace(/\.$/, '');
    const suffix = `.${hosts.searchDomain}`;
    if (name.endsWith(suffix)) return findAccount(db, name.slice(0, -suffix.length));
    return hosts.defaultAccount ? findAccount(db, hosts.defaultAccount) : defaultAccount(db);
  },
});

interface Snippets {
  search: string;
  player: string;
  embed: string;
}

/**
 * The elements have a minimum height, so that the content below does not move when the script has loaded.
 * @param searchBaseUrl of the account's public API
 * @returns HTML, ready to copy
 */
export const snippetsOf = (searchBaseUrl: string): Snippets => {
  const host = searchBaseUrl.replace(/\/api$/, '');
  const element = (script: string, tag: string, attributes: string, minHeight: string): string =>
    `<script type="module" src="${host}/${script}"></script>\n` +
    `<${tag}${attributes} style="display: block; min-height: ${minHeight}"></${tag}>`;
  return {
    search: element('components.js', 'lectern-search', '', '100vh'),
    player: element('player.js', 'lectern-player', ' item="slug-or-id" details', '30rem'),
    embed:
      `<iframe src="${host}/embed/items/ID" title="Title of the talk" loading="lazy" ` +
      'allow="autoplay; fullscreen; picture-in-picture; encrypted-media" ' +
      'style="width: 100%; max-width: 40rem; aspect-ratio: 3 / 2; border: 0"></iframe>',
  };
};
