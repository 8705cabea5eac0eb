/**
 * A new store of events beside the present one, and the exchange of the two: a folder for another one, or the tables of
 * a database for those of another one. Every step can be repeated after the process was killed. Clusters, whose tables
 * are on several servers, are not supported.
 */
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { connectClickHouse, type ClickHouseAddress } from '../clickhouse/connect.js';
import { createViews, dropViews } from './views.js';

export interface StagedStore {
  /** Address of the new store, until it is switched in. */
  address: ClickHouseAddress;
  /** Whether the present store has tables. */
  exists(): Promise<boolean>;
  /** Begins with an empty store. */
  create(): Promise<void>;
  /** Puts the new store in the place of the present one, which is kept aside. */
  switchIn(): Promise<void>;
  /** Undoes the switch. */
  switchBack(): Promise<void>;
  /** Removes what was before. */
  dropFormer(): Promise<void>;
  /** Removes the new one, if it was not switched in. */
  dropStaged(): Promise<void>;
}

export const stagedStore = (address: ClickHouseAddress): StagedStore =>
  'path' in address ? inFolders(address.path) : inDatabases(address.url);

const inFolders = (path: string): StagedStore => {
  const staged = `${path}.restoring`;
  const former = `${path}.before`;
  const remove = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });
  const withViews = (): Promise<void> => using({ path }, createViews);
  return {
    address: { path: staged },
    exists: () => Promise.resolve(existsSync(path)),
    create: () => remove(staged),
    switchIn: async () => {
      if (existsSync(staged)) {
        if (existsSync(path)) {
          await remove(former);
          await rename(path, former);
        }
        await rename(staged, path);
      }
      if (existsSync(path)) await withViews();
    },
    switchBack: async () => {
      if (!existsSync(former)) return;
      await remove(path);
      await rename(former, path);
    },
    dropFormer: () => remove(former),
    dropStaged: () => remove(staged),
  };
};

const using = async <T>(
  address: ClickHouseAddress,
  work: (clickHouse: ClickHouse) => Promise<T>,
): Promise<T> => {
  const clickHouse = await connectClickHouse(address);
  return work(clickHouse).finally(() => clickHouse.close());
};

const inDatabases = (url: string): StagedStore => {
  const run = <T>(work: (clickHouse: ClickHouse) => Promise<T>): Promise<T> => using({ url }, work);
  const named = (name: string): string => {
    const address = new URL(url);
    address.pathname = `/${name}`;
    return address.href;
  };
  const present = new URL(url).pathname.replace(/^\//, '') || 'default';
  const staged = `${present}_restoring`;
  const former = `${present}_before`;
  const drop = (name: string) => (clickHouse: ClickHouse) =>
    clickHouse.command(`DROP DATABASE IF EXISTS ${id(name)} SYNC`);

  const move = async (clickHouse: ClickHouse, from: string, to: string): Promise<void> => {
    for (const table of await tablesOf(clickHouse, from))
      await clickHouse.command(`RENAME TABLE ${id(from)}.${id(table)} TO ${id(to)}.${id(table)}`);
  };
  return {
    address: { url: named(staged) },
    exists: () => run(async (clickHouse) => (await tablesOf(clickHouse, present)).length > 0),
    create: () =>
      run(async (clickHouse) => {
        await drop(staged)(clickHouse);
        await clickHouse.command(`CREATE DATABASE ${id(staged)}`);
      }),
    switchIn: () =>
      run(async (clickHouse) => {
        const incoming = await tablesOf(clickHouse, staged);
        if (incoming.length > 0) {
          await dropViews(clickHouse);
          await clickHouse.command(`CREATE DATABASE IF NOT EXISTS ${id(former)}`);
          // Those of before the switch: if it was interrupted, some of the new ones are here already.
          const here = await tablesOf(clickHouse, present);
          for (const table of here)
            if (incoming.includes(table))
              await clickHouse.command(
                `RENAME TABLE ${id(present)}.${id(table)} TO ${id(former)}.${id(table)}, ${id(staged)}.${id(table)} TO ${id(present)}.${id(table)}`,
              );
          await move(clickHouse, staged, present);
        }
        await drop(staged)(clickHouse);
        await createViews(clickHouse);
      }),
    switchBack: () =>
      run(async (clickHouse) => {
        const outgoing = await tablesOf(clickHouse, former);
        if (outgoing.length === 0) return;
        await dropViews(clickHouse);
        for (const table of outgoing) {
          await clickHouse.command(`DROP TABLE IF EXISTS ${id(present)}.${id(table)} SYNC`);
          await clickHouse.command(`RENAME TABLE ${id(former)}.${id(table)} TO ${id(present)}.${id(table)}`);
        }
        await drop(former)(clickHouse);
        await createViews(clickHouse);
      }),
    dropFormer: () => run(drop(former)),
    dropStaged: () => run(drop(staged)),
  };
};

const id = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

/** Without views. */
const tablesOf = async (clickHouse: ClickHouse, database: string): Promise<string[]> => {
  const rows = await clickHouse.query<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = {database:String} AND engine LIKE '%MergeTree' ORDER BY name`,
    { database },
  );
  return rows.map(({ name }) => name);
};
