/** One account from a backup, and all others from a backup of the present installation. */
import type { Db } from '../../platform/db/dialect.js';
import type { PartReader } from '../format/backup-writer.js';
import type { RowSource } from '../rows/load-rows.js';
import { rowsIn } from '../rows/load-rows.js';
import type { BackedUpTable } from '../rows/backed-up-tables.js';
import type { StoredRow } from '../rows/snapshot.js';

/** @throws {Error} when the backup has no such account */
export const accountIn = async (reader: PartReader, shortName: string): Promise<StoredRow> => {
  for await (const row of rowsIn(reader, 'account')) if (row['shortName'] === shortName) return row;
  throw new Error(`The backup has no account ${shortName}`);
};

/**
 * @param db of the present installation
 * @throws {Error} when another account has the id or short name there, which a restore would replace
 */
export const assertSameAccount = async (db: Db, { id, shortName, entryDate }: StoredRow): Promise<void> => {
  const present = await db.selectFrom('account').select(['id', 'shortName', 'entryDate']).execute();
  for (const own of present)
    if (own.id === id ? own.entryDate !== entryDate : own.shortName === shortName)
      throw new Error(
        `The backup is of another installation: its account ${String(shortName)} would replace ${own.shortName}, which is another account. Restore it into an empty installation`,
      );
};

/** The people of an account, also those who are invited. */
const peopleOf = async (reader: PartReader, accountId: number): Promise<Set<unknown>> => {
  const people = new Set<unknown>();
  for (const table of ['membership', 'personLink'])
    for await (const row of rowsIn(reader, table))
      if (row['accountId'] === accountId) people.add(row['personId']);
  return people;
};

/** The rows of one account, its people, and what tells the secret key. */
export const rowsOfAccount = async (
  reader: PartReader,
  accountId: number,
  { without = new Set() }: { without?: ReadonlySet<unknown> } = {},
): Promise<RowSource> => {
  const people = await peopleOf(reader, accountId);
  const isOfPeople = (id: unknown): boolean => people.has(id) && !without.has(id);
  return {
    reader,
    keeps: ({ name, owner }: BackedUpTable, row: StoredRow): boolean => {
      if (owner === 'account') return row['id'] === accountId;
      if (owner === 'person') return isOfPeople(row['id']);
      if (owner === 'accountId') return row['accountId'] === accountId;
      if (owner === 'personId')
        return (
          isOfPeople(row['personId']) && [undefined, null, accountId].includes(row['accountId'] as number)
        );
      return name === 'secretKeyCheck' && without.size === 0;
    },
  };
};

/** All rows but those of one account; its people stay. */
export const rowsOfOthers = (reader: PartReader, accountId: number): RowSource => ({
  reader,
  keeps: ({ owner }: BackedUpTable, row: StoredRow): boolean =>
    owner === 'account' ? row['id'] !== accountId : row['accountId'] !== accountId,
});

/** The ids of all people in a backup. */
export const peopleIn = async (reader: PartReader): Promise<Set<unknown>> => {
  const people = new Set<unknown>();
  for await (const row of rowsIn(reader, 'person')) people.add(row['id']);
  return people;
};

/** Vectors of the account from one backup, those of others from the other. */
export const composedReader = (own: PartReader, others: PartReader, accountId: number): PartReader => {
  const isOwn = (name: string): boolean => name.startsWith(`vectors/${accountId}-`);
  return {
    names: (prefix) =>
      [...own.names(prefix).filter(isOwn), ...others.names(prefix).filter((name) => !isOwn(name))].sort(),
    read: (name) => (isOwn(name) ? own : others).read(name),
  };
};
