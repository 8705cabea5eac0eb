/** `lectern account create`: creates a tenant. */
import { audit, requireSchema, withApp } from './context.js';
import { note, print } from './output.js';

export interface AccountInput {
  shortName: string;
  name?: string;
  timeZone?: string;
}

export const createAccount = (input: AccountInput): Promise<void> =>
  withApp(async (app) => {
    await requireSchema(app);
    const account = await app.accounts.create(input);
    await audit(app, account.id, 'createAccount', 'account', account.id);
    print(`account ${account.shortName} (id ${account.id})`);
    print(`public  ${app.accounts.present(account).searchBaseUrl}`);
    const served = await app.accounts.ofHost('');
    note(
      `Each account is served at <shortName>.${app.config.searchDomain}; any other host serves ` +
        (served
          ? `${served.shortName} (DEFAULT_ACCOUNT changes that).`
          : 'no account until DEFAULT_ACCOUNT names one.'),
    );
  });
