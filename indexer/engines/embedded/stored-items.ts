/** Reads items, their passages and the log of changes from the index file: every call is one short transaction. */
import type { ChunkHit, ChunkRef, IndexCounts, StoredItem, WrittenItem } from '../../ports.js';
import type { StoredBody, StoredHead } from './account-index.js';
import type { OpenFile } from './index-file.js';
import { fromInt8 } from './int8.js';
import { HEAD_COLUMNS, headOf, passageId, type HeadRow } from './stored-rows.js';

type BodyRow = HeadRow & { centroid: Uint8Array; vectors: Uint8Array; words: Uint8Array; terms: Uint8Array };

export interface WholeItem {
  head: StoredHead;
  body: StoredBody;
}

const wholeOf = (row: BodyRow): WholeItem => ({ head: headOf(row), body: row });

/** The items of an account after one of them, by their ids. */
export const itemsAfter = (file: OpenFile, accountId: number, itemId: number, limit: number): WholeItem[] =>
  (
    file
      .sql(
        `SELECT ${HEAD_COLUMNS}, centroid, vectors, words, terms FROM item JOIN body USING (id) WHERE accountId = ? AND itemId > ? ORDER BY itemId LIMIT ?`,
      )
      .all(accountId, itemId, limit) as BodyRow[]
  ).map(wholeOf);

export function headAt(file: OpenFile, accountId: number, itemId: number): StoredHead | null {
  const row = file
    .sql(`SELECT ${HEAD_COLUMNS} FROM item WHERE accountId = ? AND itemId = ?`)
    .get(accountId, itemId) as HeadRow | undefined;
  return row ? headOf(row) : null;
}

export function itemAt(file: OpenFile, accountId: number, itemId: number): WholeItem | null {
  const row = file
    .sql(
      `SELECT ${HEAD_COLUMNS}, centroid, vectors, words, terms FROM item JOIN body USING (id) WHERE accountId = ? AND itemId = ?`,
    )
    .get(accountId, itemId) as BodyRow | undefined;
  return row ? wholeOf(row) : null;
}

/** Words of the account's dictionary from a number on, with the numbers of their terms. */
export const wordsFrom = (
  file: OpenFile,
  accountId: number,
  number: number,
  limit: number,
): [word: string, term: number][] =>
  file
    .sql('SELECT word, term FROM word WHERE accountId = ? AND number >= ? ORDER BY number LIMIT ?')
    .raw()
    .all(accountId, number, limit) as [string, number][];

/** Its terms from a number on. */
export const termsFrom = (file: OpenFile, accountId: number, number: number, limit: number): string[] =>
  file
    .sql('SELECT term FROM term WHERE accountId = ? AND number >= ? ORDER BY number LIMIT ?')
    .pluck()
    .all(accountId, number, limit) as string[];

export type PassageText = Pick<ChunkHit, 'text' | 'startMs' | 'endMs'>;

/** By id; those that are gone are missing. */
export function passagesAt(file: OpenFile, ids: readonly number[]): Map<number, PassageText> {
  const rows = file
    .sql(
      'SELECT passage.id, text, startMs, endMs FROM json_each(?) AS one CROSS JOIN passage ON passage.id = one.value',
    )
    .all(JSON.stringify(ids)) as (PassageText & { id: number })[];
  return new Map(rows.map(({ id, text, startMs, endMs }) => [id, { text, startMs, endMs }]));
}

/** The passages that refs name (score 0), without unknown ones. */
export function readRefs(file: OpenFile, accountId: number, refs: readonly ChunkRef[]): ChunkHit[] {
  const find = file.sql(
    `SELECT itemId, ordinal, text, startMs, endMs, mediaAssetId, 0 AS score FROM item
     JOIN passage ON passage.id >= item.id << 20 AND passage.id < (item.id + 1) << 20
     WHERE accountId = ? AND itemId = ? AND ordinal = ?`,
  );
  return refs.flatMap(
    ({ itemId, ordinal }) => (find.get(accountId, itemId, ordinal) as ChunkHit | undefined) ?? [],
  );
}

/** The item with its texts and, as far as they are stored, its vectors. */
export function storedItem(file: OpenFile, dimensions: number, { head, body }: WholeItem): StoredItem {
  const rows = file
    .sql('SELECT ordinal, text, startMs, endMs FROM passage WHERE id BETWEEN ? AND ? ORDER BY id')
    .all(passageId(head.id, 0), passageId(head.id + 1, 0) - 1) as (PassageText & { ordinal: number })[];
  const vectors = fromInt8(body.vectors, dimensions);
  const { attributes, title, description, mediaAssetId } = head;
  const [centroid] = fromInt8(body.centroid, dimensions);
  const chunks = rows.map((row, at) => ({ ...row, vector: vectors[at]! }));
  return { ...attributes, title, description, mediaAssetId, centroid: centroid!, chunks };
}

export function countsOf(file: OpenFile, accountId?: number): IndexCounts {
  const counted = 'SELECT count(*) AS items, coalesce(sum(passages), 0) AS chunks FROM item';
  const row =
    accountId === undefined
      ? file.sql(counted).get()
      : file.sql(`${counted} WHERE accountId = ?`).get(accountId);
  return row as IndexCounts;
}

export const passageCounts = (file: OpenFile, accountId: number): Map<number, number> =>
  new Map(
    file.sql('SELECT itemId, passages FROM item WHERE accountId = ?').raw().all(accountId) as [
      number,
      number,
    ][],
  );

/** By item: the digest of its chunks as they were written. */
export const digestsOf = (file: OpenFile, accountId: number): Map<number, string> =>
  new Map(
    file.sql('SELECT itemId, digest FROM item WHERE accountId = ?').raw().all(accountId) as [
      number,
      string,
    ][],
  );

/** The position of the last write, 0 before the first. */
export const lastPosition = (file: OpenFile): number =>
  (file.sql('SELECT coalesce(max(position), 0) AS last FROM change').get() as { last: number }).last;

/**
 * Items of the account that were written after a position, up to another; null where the log no longer has all of
 * them.
 */
export function changedItems(
  file: OpenFile,
  accountId: number,
  after: number,
  last: number,
): number[] | null {
  const { first } = file.sql('SELECT min(position) AS first FROM change').get() as { first: number | null };
  if (last < after || (first !== null && first > after + 1)) return null;
  return file
    .sql('SELECT DISTINCT itemId FROM change WHERE accountId = ? AND position > ? AND position <= ?')
    .pluck()
    .all(accountId, after, last) as number[];
}

export const writtenSince = (file: OpenFile, position: number): WrittenItem[] =>
  file.sql('SELECT DISTINCT accountId, itemId FROM change WHERE position > ?').all(position) as WrittenItem[];
