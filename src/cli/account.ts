/** `lectern account create|limits`: creates an account, and shows or sets its limits. */
import { audit, withApp } from './context.js';
import { quotaNames, type Limits, type QuotaName } from '../platform/quotas/quotas.js';
import { note, print, table } from './output.js';
import { requireAccount } from './token.js';

export interface AccountInput {
  shortName: string;
  name?: string;
  timeZone?: string;
}

export const createAccount = (input: AccountInput): Promise<void> =>
  withApp(async (app) => {
    const account = await app.accounts.create(input);
    await audit(app, account.id, 'createAccount', 'account', account.id);
    print(`account ${account.shortName} (id ${account.id})`);
    print(`public  ${(await app.accounts.present(account)).searchBaseUrl}`);
    const served = await app.accounts.ofHost('');
    note(
      `The public host of each account is <shortName>.${app.config.searchDomain}. Other host names serve ` +
        (served
          ? `${served.shortName} (to change that, set DEFAULT_ACCOUNT).`
          : 'no account; to change that, set DEFAULT_ACCOUNT.'),
    );
  });

/** Options named after the limits; `default` restores the installation's limit. */
export type QuotaOptions = Partial<Record<QuotaName, number | 'default'>>;

export const accountLimits = (shortName: string, options: QuotaOptions): Promise<void> =>
  withApp(async (app) => {
    const { id } = await requireAccount(app, shortName);
    const names = quotaNames.filter((name) => options[name] !== undefined);
    const own = names.map((name) => [name, options[name] === 'default' ? null : options[name]]);
    await app.quotas.setLimits(id, Object.fromEntries(own) as Partial<Limits>);
    if (names.length > 0) await audit(app, id, 'setAccountLimits', 'account', id, names);
    const { limits, usage } = await app.quotas.of(id);
    print(
      table(
        ['', 'used', 'limit'],
        quotaNames.map((name) => [name, String(usage[name]), String(limits[name] ?? 'none')]),
      ),
    );
  });
