/** The part of `lectern doctor` about people: accounts without an owner, and people without a second factor. */
import type { App } from '../app.js';
import { allAccounts } from '../identity/accounts/account.repository.js';
import { lacksSecondFactor } from '../platform/http/callers/sessions.js';
import { shortList, type Finding } from './doctor-finding.js';
import { printable } from './printable.js';

const SHOWN = 20;

/** An account that only tokens use needs no owner. */
export const checkPeople = async ({ db, peopleAdmin }: App): Promise<Finding> => {
  const people = (await peopleAdmin.list()).filter(({ status }) => status === 'active');
  const accounts = await allAccounts(db);
  const lacking: string[] = [];
  const ownerless: string[] = [];
  const unused: string[] = [];
  for (const account of accounts) {
    const members = people.flatMap(({ accounts: own, ...person }) =>
      own.flatMap(({ shortName, role }) => (shortName === account.shortName ? [{ ...person, role }] : [])),
    );
    if (members.length === 0) unused.push(account.shortName);
    else if (!members.some(({ role }) => role === 'owner')) ownerless.push(account.shortName);
    for (const { email, role, hasSecondFactor, hasOpenId } of members)
      if (lacksSecondFactor({ secondFactor: hasSecondFactor || hasOpenId }, account, role))
        lacking.push(`${printable(email)} (${account.shortName})`);
  }
  const without = people.filter(({ hasSecondFactor, hasOpenId }) => !hasSecondFactor && !hasOpenId);
  const lines = [
    ...(without.length > 0
      ? [`without a second factor: ${shown(without.map(({ email }) => printable(email)))}`]
      : []),
    ...(lacking.length > 0 ? [`accounts that require one are closed to: ${shown(lacking)}`] : []),
    ...(unused.length > 0 ? [`accounts without people: ${shown(unused)}`] : []),
  ].map((line) => `\n${line}`);
  const detail = `${people.length} can sign in${lines.join('')}`;
  const name = 'people';
  if (ownerless.length === 0) return { name, status: 'ok', message: detail };
  return {
    name,
    status: 'error',
    message: `accounts without an owner: ${shown(ownerless)}. Invite one with \`lectern person invite --account … --role owner --email …\` (${detail})`,
  };
};

const shown = (names: readonly string[]): string => shortList(names, SHOWN);
