/** Passages whose item is gone, or not there yet: their texts stay for a while, and are then deleted. */
import type { OpenFile } from './index-file.js';
import { passageId } from './stored-rows.js';

/** How long the texts of a replaced item stay, ms: searches under way may read them. */
const REPLACED_MS = 60_000;
/** How long the texts of an item stay that is written in parts, unless it is finished before, ms. */
const UNFINISHED_MS = 3_600_000;
/** Passages written, or deleted, in one transaction, so that it takes about 10 ms. */
export const PART = 300;
/** Replaced items whose passages are deleted in one transaction, at most. */
const CLEARED = 20;

/**
 * All but the texts, which searches under way may read, and what full-text search has of a long item, which leads to no
 * item from now on. @returns whether it was there
 */
export function remove(file: OpenFile, accountId: number, itemId: number): boolean {
  const known = file
    .sql('SELECT id, passages FROM item WHERE accountId = ? AND itemId = ?')
    .get(accountId, itemId) as { id: number; passages: number } | undefined;
  if (!known) return false;
  const { id, passages } = known;
  if (passages <= PART)
    file
      .sql('DELETE FROM passageTerms WHERE rowid BETWEEN ? AND ?')
      .run(passageId(id, 0), passageId(id + 1, 0) - 1);
  for (const table of ['headTerms', 'body', 'item']) file.sql(`DELETE FROM ${table} WHERE rowid = ?`).run(id);
  file.sql('INSERT INTO replaced (id, at) VALUES (?, ?)').run(id, Date.now());
  return true;
}

/** An id for an item that is written in parts: until it is there, its texts are among those of replaced items. */
export function reserveId(file: OpenFile): number {
  const { lastInsertRowid } = file
    .sql(
      `INSERT INTO item (accountId, itemId, published, attributes, title, description, passages, digest) VALUES (-1, -1, 0, '{}', '', '', 0, '')`,
    )
    .run();
  file.sql('DELETE FROM item WHERE id = ?').run(lastInsertRowid);
  file.sql('INSERT INTO replaced (id, at) VALUES (?, ?)').run(lastInsertRowid, Date.now() + UNFINISHED_MS);
  return Number(lastInsertRowid);
}

/** Takes the texts of an id for those of its item. @throws {Error} where they have been deleted by now */
export function unreserveId(file: OpenFile, id: number): void {
  const { changes } = file.sql('DELETE FROM replaced WHERE id = ?').run(id);
  if (changes === 0) throw new Error('the texts of an item were deleted while it was written');
}

/** Deletes passages of items that were replaced a while ago. @returns whether there may be more */
export function clearReplaced(file: OpenFile): boolean {
  const due = file
    .sql('SELECT id FROM replaced WHERE at < ? LIMIT ?')
    .pluck()
    .all(Date.now() - REPLACED_MS, CLEARED) as number[];
  let left = PART;
  for (const id of due) {
    const some = [passageId(id, 0), passageId(id + 1, 0) - 1, left];
    const first = 'IN (SELECT id FROM passage WHERE id BETWEEN ? AND ? LIMIT ?)';
    file.sql(`DELETE FROM passageTerms WHERE rowid ${first}`).run(...some);
    left -= file.sql(`DELETE FROM passage WHERE id ${first}`).run(...some).changes;
    if (left === 0) return true;
    file.sql('DELETE FROM replaced WHERE id = ?').run(id);
  }
  return due.length === CLEARED;
}
