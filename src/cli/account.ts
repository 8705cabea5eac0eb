/** `lectern account create`: a new tenant. */
import { Command } from 'commander';
import { requireSchema, withApp, type CommandContext } from './context.js';
import { print } from './output.js';

interface Options {
  name?: string;
  timeZone?: string;
}

export const accountCommand = (context: CommandContext): Command =>
  new Command('account').description('accounts (tenants)').addCommand(
    new Command('create')
      .description('create an account')
      .argument('<shortName>', 'label of its host name: lower-case letters, digits, hyphens')
      .option('--name <name>', 'name to show (default: the short name)')
      .option('--time-zone <zone>', 'IANA time zone, e.g. Europe/Berlin (default: UTC)')
      .exitOverride()
      .action((shortName: string, options: Options) =>
        withApp(context, async (app) => {
          await requireSchema(app);
          const account = await app.accounts.create({ shortName, ...options });
          print(`account ${account.shortName} (id ${account.id})`);
          print(`public  ${app.accounts.present(account).searchBaseUrl}`);
        }),
      ),
  );
