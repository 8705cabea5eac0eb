/**
 * What a restore must not undo: revoked tokens, people who left or were demoted, new passwords and second factors, and
 * people who asked to be forgotten. It is read from the former database.
 */
import { removePerson } from '../../identity/people/remove-person.js';
import type { Db } from '../../platform/db/dialect.js';
import type { Tables } from '../../platform/db/tables.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';

/** What was taken over from the former database, in words, and what can not be decided. */
export type ReplayReport = string[];

/** How people sign in: as it is now for those who are still there. */
const CREDENTIALS = ['totp', 'recoveryCode', 'passkey', 'openIdIdentity'] as const satisfies (keyof Tables)[];
/** Items and people that are named in the report. */
const NAMED = 20;

export const replay = async (former: Db, restored: Db, clock: Clock): Promise<ReplayReport> => {
  const accounts = new Set((await former.selectFrom('account').select('id').execute()).map(({ id }) => id));
  const report: ReplayReport = [];
  const said = (count: number, one: string, many: string): void => {
    if (count > 0) report.push(count === 1 ? one : `${count} ${many}`);
  };
  said(
    await replayTokens(former, restored, clock, accounts),
    'One token is as it is now.',
    'tokens are as they are now.',
  );
  said(
    await replayEmbedTokens(former, restored, clock, accounts),
    'One embed token stays deleted.',
    'embed tokens stay deleted.',
  );
  await replayPeople(former, restored);
  said(
    await replayMemberships(former, restored, accounts),
    'One membership is as it is now.',
    'memberships are as they are now.',
  );
  said(await forgetPeople(former, restored, clock), 'One person stays forgotten.', 'people stay forgotten.');
  report.push(...(await purgedItems(former, restored, accounts)));
  return report;
};

/** Tokens that were revoked, removed, rotated or restricted since. */
const replayTokens = async (
  former: Db,
  restored: Db,
  clock: Clock,
  accounts: ReadonlySet<number>,
): Promise<number> => {
  const now = new Map((await former.selectFrom('token').selectAll().execute()).map((row) => [row.id, row]));
  let changed = 0;
  for (const row of await restored.selectFrom('token').selectAll().execute()) {
    if (!accounts.has(row.accountId)) continue;
    const present = now.get(row.id) ?? { ...row, revokedAt: row.revokedAt ?? isoTime(clock) };
    const { id, ...values } = { ...present, lastUsedAt: row.lastUsedAt };
    if (Object.entries(values).every(([column, value]) => row[column as keyof typeof row] === value))
      continue;
    await restored.updateTable('token').set(values).where('id', '=', id).execute();
    changed++;
  }
  return changed;
};

const replayEmbedTokens = async (
  former: Db,
  restored: Db,
  clock: Clock,
  accounts: ReadonlySet<number>,
): Promise<number> => {
  const valid = await former.selectFrom('embedToken').select('id').where('deletedDate', 'is', null).execute();
  const ids = new Set(valid.map(({ id }) => id));
  const rows = await restored
    .selectFrom('embedToken')
    .select(['id', 'accountId'])
    .where('deletedDate', 'is', null)
    .execute();
  const gone = rows.filter(({ id, accountId }) => accounts.has(accountId) && !ids.has(id));
  for (const { id } of gone)
    await restored
      .updateTable('embedToken')
      .set({ deletedDate: isoTime(clock) })
      .where('id', '=', id)
      .execute();
  return gone.length;
};

/** Passwords, factors and rights of those who are in both. */
const replayPeople = async (former: Db, restored: Db): Promise<void> => {
  const there = new Set((await restored.selectFrom('person').select('id').execute()).map(({ id }) => id));
  for (const { id, passwordHash, isOperator, email } of await former
    .selectFrom('person')
    .selectAll()
    .execute()) {
    if (!there.has(id)) continue;
    await restored
      .updateTable('person')
      .set({ passwordHash, isOperator, email })
      .where('id', '=', id)
      .execute();
    for (const table of CREDENTIALS) {
      await restored
        .deleteFrom(table as 'passkey')
        .where('personId', '=', id)
        .execute();
      const rows = await former
        .selectFrom(table as 'passkey')
        .selectAll()
        .where('personId', '=', id)
        .execute();
      if (rows.length > 0)
        await restored
          .insertInto(table as 'passkey')
          .values(rows)
          .execute();
    }
  }
};

const replayMemberships = async (
  former: Db,
  restored: Db,
  accounts: ReadonlySet<number>,
): Promise<number> => {
  const keyOf = (row: { accountId: number; personId: number }): string => `${row.accountId} ${row.personId}`;
  const roles = new Map(
    (await former.selectFrom('membership').selectAll().execute()).map((row) => [keyOf(row), row.role]),
  );
  let changed = 0;
  for (const row of await restored.selectFrom('membership').selectAll().execute()) {
    const role = roles.get(keyOf(row));
    if (!accounts.has(row.accountId) || role === row.role) continue;
    const { accountId, personId } = row;
    if (role === undefined)
      await restored
        .deleteFrom('membership')
        .where('accountId', '=', accountId)
        .where('personId', '=', personId)
        .execute();
    else
      await restored
        .updateTable('membership')
        .set({ role })
        .where('accountId', '=', accountId)
        .where('personId', '=', personId)
        .execute();
    changed++;
  }
  return changed;
};

const forgetPeople = async (former: Db, restored: Db, clock: Clock): Promise<number> => {
  const forgotten = await former
    .selectFrom('person')
    .select('id')
    .where('deletedDate', 'is not', null)
    .execute();
  let count = 0;
  for (const { id } of forgotten) {
    const known = await restored
      .selectFrom('person')
      .select('id')
      .where('id', '=', id)
      .where('deletedDate', 'is', null)
      .executeTakeFirst();
    if (!known) continue;
    await restored.transaction().execute((trx) => removePerson(trx, clock, id));
    count++;
  }
  return count;
};

/** Somebody may have asked for it: that cannot be told from a mistake, for which one restores. */
const purgedItems = async (
  former: Db,
  restored: Db,
  accounts: ReadonlySet<number>,
): Promise<ReplayReport> => {
  const left = new Set((await former.selectFrom('item').select('id').execute()).map(({ id }) => id));
  const items = await restored
    .selectFrom('item')
    .select(['id', 'accountId', 'title'])
    .orderBy('id')
    .execute();
  const back = items.filter(({ id, accountId }) => accounts.has(accountId) && !left.has(id));
  if (back.length === 0) return [];
  const names = back.slice(0, NAMED).map(({ id, title }) => `${id} ${title}`);
  return [
    `${back.length} items that had been purged are back; purge them again if somebody asked for it: ${names.join(', ')}${back.length > NAMED ? ', …' : ''}`,
  ];
};

/** What to look through where there is no former database. */
export const unreplayed = async (restored: Db, madeAt: string): Promise<ReplayReport> => {
  const tokens = await restored.selectFrom('token').select('name').where('revokedAt', 'is', null).execute();
  const people = await restored.selectFrom('person').select('email').where('email', 'is not', null).execute();
  if (tokens.length + people.length === 0) return [];
  const some = (names: string[]): string =>
    names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ', …' : '');
  return [
    `What was revoked or deleted after ${madeAt} is valid again, as the former database cannot be read. Look through them.`,
    ...(tokens.length > 0 ? [`Tokens (${tokens.length}): ${some(tokens.map(({ name }) => name))}`] : []),
    ...(people.length > 0
      ? [`People (${people.length}): ${some(people.map(({ email }) => email ?? ''))}`]
      : []),
  ];
};
