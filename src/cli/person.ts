/** `lectern person invite|list|role|email|reset|remove|operator`: people, who sign in at the console. */
import type { App } from '../app.js';
import type { AccountPerson } from '../identity/people/people.repository.js';
import { newEmail, newPerson } from '../identity/people/person.schema.js';
import type { Account } from '../identity/accounts/account.record.js';
import { truncateWal } from '../platform/db/truncate-wal.js';
import { invalid } from '../platform/lib/errors.js';
import type { Role } from '../platform/lib/permissions.js';
import { details } from '../platform/lib/zod-issues.js';
import { audit, withApp } from './context.js';
import { print, table } from './output.js';
import { printable } from './printable.js';
import { requireAccount, type AccountChoice } from './token.js';

export interface InviteOptions extends AccountChoice {
  role: Role;
  email: string;
  name?: string;
}

export const invitePerson = ({ account, ...input }: InviteOptions): Promise<void> =>
  withApp(async (app) => {
    const { id, shortName } = await requireAccount(app, account);
    const { data, error } = newPerson.safeParse(input);
    if (error) throw invalid(details(error));
    const { person, url } = await app.people.invite({ accountId: id }, data, { isMailed: false });
    await audit(app, id, 'invitePerson', 'person', person.id, ['email', 'role']);
    print(`person  ${printable(person.email)}, ${person.role} of ${shortName}, within 24 hours`);
    print(`link  ${url ?? ''}`);
  });

export const printPeople = ({ account, json }: { account?: string; json: boolean }): Promise<void> =>
  withApp(async (app) => {
    if (account !== undefined) await requireAccount(app, account);
    const all = await app.peopleAdmin.list();
    const people = all.filter(
      ({ accounts }) => account === undefined || accounts.some(({ shortName }) => shortName === account),
    );
    if (json) return print(JSON.stringify(people, null, 2));
    print(
      table(
        ['id', 'email', 'name', 'accounts', 'second factor', 'last sign-in', 'state'],
        people.map((person) => [
          String(person.id),
          printable(person.email),
          printable(person.name),
          person.accounts.map(({ shortName, role }) => `${shortName}:${role}`).join(' '),
          person.hasSecondFactor ? 'yes' : 'no',
          person.lastSignInAt?.slice(0, 16) ?? 'never',
          person.isOperator ? `${person.status}, operator` : person.status,
        ]),
      ),
    );
  });

const ofAccount = async (
  app: App,
  account: string,
  email: string,
): Promise<{ owner: Account; person: AccountPerson }> => {
  const owner = await requireAccount(app, account);
  const person = await app.people.byEmail(owner.id, email.trim().toLowerCase());
  if (!person) throw new Error(`Nobody of ${account} has the address ${email}`);
  return { owner, person };
};

export const setPersonRole = (
  email: string,
  { account, role }: AccountChoice & { role: Role },
): Promise<void> =>
  withApp(async (app) => {
    const { owner, person } = await ofAccount(app, account, email);
    await app.people.update({ accountId: owner.id }, person.id, { role });
    await audit(app, owner.id, 'updatePerson', 'person', person.id, ['role']);
    print(`${printable(person.email)} is ${role} of ${account}`);
  });

export const setPersonEmail = (email: string, typed: string): Promise<void> =>
  withApp(async (app) => {
    const { data: other, error } = newEmail.safeParse(typed);
    if (error) throw new Error(`${typed} ${error.issues[0]!.message}`);
    await app.peopleAdmin.setEmail(email, other);
    print(`${printable(email)} has the address ${printable(other)} now`);
  });

export const resetPerson = (email: string, { secondFactor }: { secondFactor: boolean }): Promise<void> =>
  withApp(async (app) => {
    print(`link  ${await app.peopleAdmin.reset(email, { withFactors: secondFactor })}`);
  });

/** @param account to remove the person from; without it, everything that is stored about them is deleted */
export const removePersonCommand = (email: string, { account }: { account?: string }): Promise<void> =>
  withApp(async (app) => {
    if (account === undefined) {
      await app.peopleAdmin.remove(email);
      await truncateWal(app.db);
      return print(`deleted ${printable(email)}`);
    }
    const { owner, person } = await ofAccount(app, account, email);
    await app.people.remove({ accountId: owner.id }, person.id);
    await audit(app, owner.id, 'removePerson', 'person', person.id);
    print(`removed ${printable(email)} from ${account}`);
  });

export const setOperator = (email: string, { revoke }: { revoke: boolean }): Promise<void> =>
  withApp(async (app) => {
    await app.peopleAdmin.setOperator(email, !revoke);
    print(`${printable(email)} is ${revoke ? 'no longer ' : ''}an operator`);
  });
