/** How many bytes of files the records of the trash hold. */
import { sql, type RawBuilder } from 'kysely';
import { artworkVariants } from '../content/records/artwork-fields.js';
import { isPostgres, type Db } from '../platform/db/dialect.js';
import { blobKeyOf } from '../platform/storage/blob-key.js';
import type { TrashRef, TrashRow } from './trash.repository.js';
import { rowsWhere } from '../platform/db/rows.js';

/** Kinds with files, and their columns that name one; renditions are in the same folder. */
const FILES = {
  item: artworkVariants.map((variant) => `${variant}ImgUrl`),
  series: artworkVariants.map((variant) => `${variant}ImgUrl`),
  collection: ['squareImgUrl'],
  speaker: ['imageUrl'],
  mediaAsset: ['url'],
} as const satisfies Partial<Record<TrashRef['kind'], readonly string[]>>;
type WithFiles = keyof typeof FILES;

const keyOf = ({ kind, id }: TrashRef): string => `${kind} ${id}`;

/** @returns bytes by `kind id`, for records with files, with one query per kind */
export const fileSizes = async (
  db: Db,
  accountId: number,
  rows: readonly TrashRow[],
): Promise<(row: TrashRef) => number> => {
  const folders = new Map<string, string[]>();
  const add = (owner: TrashRef, urls: readonly unknown[]): void => {
    const keys = urls.flatMap((url) => (typeof url === 'string' ? (blobKeyOf(url) ?? []) : []));
    const foldersOfOwner = keys.map((key) => key.slice(0, key.lastIndexOf('/')));
    folders.set(keyOf(owner), [...(folders.get(keyOf(owner)) ?? []), ...foldersOfOwner]);
  };
  for (const kind of Object.keys(FILES) as WithFiles[]) {
    const ids = rows.filter((row) => row.kind === kind).map(({ id }) => id);
    for (const row of await urlsOf(db, accountId, kind, FILES[kind], 'id', ids))
      add({ kind, id: row.owner }, row.urls);
  }
  const items = rows.filter(({ kind }) => kind === 'item').map(({ id }) => id);
  for (const table of ['mediaAsset', 'resource'] as const)
    for (const row of await urlsOf(db, accountId, table, ['url'], 'itemId', items))
      add({ kind: 'item', id: row.owner }, row.urls);
  const sizes = await folderSizes(db, accountId, [...new Set([...folders.values()].flat())]);
  return (row) =>
    [...new Set(folders.get(keyOf(row)))].reduce((sum, folder) => sum + (sizes.get(folder) ?? 0), 0);
};

const urlsOf = async (
  db: Db,
  accountId: number,
  table: WithFiles | 'resource',
  columns: readonly string[],
  owner: 'id' | 'itemId',
  ids: readonly number[],
): Promise<{ owner: number; urls: unknown[] }[]> => {
  if (ids.length === 0) return [];
  const rows = await rowsWhere(db, table as 'mediaAsset', { accountId })
    .select([`${owner} as owner`, ...(columns as ['url'])])
    .where(owner, 'in', ids)
    .execute();
  return rows.map(({ owner: id, ...urls }) => ({ owner: id, urls: Object.values(urls) }));
};

/** Bytes of all files in each folder. */
const folderSizes = async (
  db: Db,
  accountId: number,
  folders: readonly string[],
): Promise<Map<string, number>> => {
  if (folders.length === 0) return new Map();
  // `0` follows `/` in ASCII, so the range contains everything in the folder.
  const { rows } = await sql<{ folder: string; bytes: number }>`
    select "listed"."value" as "folder", sum("sizeBytes") as "bytes"
    from ${listedTexts(db, JSON.stringify(folders))} as "listed" inner join "storedFile"
      on "blobKey" > "listed"."value" || '/' and "blobKey" < "listed"."value" || '0' and "accountId" = ${accountId}
    group by "listed"."value"`.execute(db);
  return new Map(rows.map(({ folder, bytes }) => [folder, bytes]));
};

const listedTexts = (db: Db, texts: string): RawBuilder<unknown> =>
  isPostgres(db)
    ? sql`(select "value" from json_array_elements_text(${texts}::json) as "each" ("value"))`
    : sql`(select "value" from json_each(${texts}))`;
