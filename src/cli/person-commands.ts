/** `lectern person` with its subcommands. */
import { Command, Option } from 'commander';
import { roles, type Role } from '../platform/lib/permissions.js';
import { accountOption } from './options.js';
import type { InviteOptions } from './person.js';
import type { AccountChoice } from './token.js';

const roleOption = (): Option =>
  new Option('--role <role>', 'what they may do in the account').choices(roles).makeOptionMandatory();

export const personCommand = (): Command =>
  new Command('person')
    .description('manage people, who sign in at the console')
    .addCommand(
      new Command('invite')
        .description('invite a person to an account and print the link, which works once, for 24 hours')
        .addOption(accountOption())
        .addOption(roleOption())
        .requiredOption('--email <address>', 'address of the person')
        .option('--name <name>', 'name of the person (default: the part of the address before the @)')
        .action(async (options: InviteOptions) => (await import('./person.js')).invitePerson(options)),
    )
    .addCommand(
      new Command('list')
        .description('list people with their accounts and roles')
        .option('--account <shortName>', 'only people of this account')
        .option('--json', 'print JSON', false)
        .action(async (options: { account?: string; json: boolean }) =>
          (await import('./person.js')).printPeople(options),
        ),
    )
    .addCommand(
      new Command('role')
        .description('change the role of a person in an account, which ends their sessions')
        .argument('<email>', 'address of the person')
        .addOption(accountOption())
        .addOption(roleOption())
        .action(async (email: string, options: AccountChoice & { role: Role }) =>
          (await import('./person.js')).setPersonRole(email, options),
        ),
    )
    .addCommand(emailCommand())
    .addCommand(
      new Command('reset')
        .description('print a link with which a person sets a new password')
        .argument('<email>', 'address of the person')
        .option('--second-factor', 'also remove authenticator app, passkeys and recovery codes', false)
        .action(async (email: string, options: { secondFactor: boolean }) =>
          (await import('./person.js')).resetPerson(email, options),
        ),
    )
    .addCommand(
      new Command('remove')
        .description('remove a person from an account, or delete what is stored about them')
        .argument('<email>', 'address of the person')
        .option('--account <shortName>', 'only remove them from this account')
        .action(async (email: string, options: { account?: string }) =>
          (await import('./person.js')).removePersonCommand(email, options),
        ),
    )
    .addCommand(
      new Command('operator')
        .description('let a person do what spans accounts, such as backups')
        .argument('<email>', 'address of the person')
        .option('--revoke', 'take it back', false)
        .action(async (email: string, options: { revoke: boolean }) =>
          (await import('./person.js')).setOperator(email, options),
        ),
    );

const emailCommand = (): Command =>
  new Command('email')
    .description('change the address of a person, which ends their sessions')
    .argument('<email>', 'address of the person')
    .argument('<new>', 'their other address')
    .action(async (email: string, other: string) =>
      (await import('./person.js')).setPersonEmail(email, other),
    );
