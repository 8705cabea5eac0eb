/** The rows that suggestions come from: what a decision changes in them, and how to reverse that. */
import type { Db } from '../platform/db/dialect.js';
import { moveTo, nextPosition } from '../platform/db/reorder.js';
import { findRow, lockRow, updateRow, deleteWhere, rowsWhere, updateWhere } from '../platform/db/rows.js';
import type { Row } from '../platform/db/tables.js';
import { authorOf, type Caller } from '../platform/lib/caller.js';
import { isoTimeAfter, type Clock } from '../platform/lib/clock.js';
import { conflict } from '../platform/lib/errors.js';
import { assertTimeAvailable } from '../content/chapters/chapter-times.js';
import {
  descriptionColumns,
  descriptionIds,
  type DescriptionId,
} from '../content/items/suggested-descriptions.js';
import type { DecidedTable, RowChange, DecidedValues } from './suggestion-decision.repository.js';
import { sourceId, type Waiting } from './waiting-suggestions.js';

type Snapshot = ReadonlyMap<string, DecidedValues>;

/** Columns that decisions change. Positions of scriptures are not recorded, because they depend on the others. */
const COLUMNS = {
  chapter: ['title', 'startMs', 'score', 'accepted', 'deletedDate'],
  scripture: ['book', 'chapter', 'verseStart', 'verseEnd', 'score', 'accepted', 'keyVerse', 'deletedDate'],
  suggestion: ['kind', 'status'],
  item: descriptionIds.flatMap((id) => [id, descriptionColumns[id]]),
} satisfies Record<DecidedTable, string[]>;

const isDescription = (kind: Waiting['kind']): kind is DescriptionId =>
  (descriptionIds as readonly string[]).includes(kind);

const rowsOf = async (
  trx: Db,
  table: 'chapter' | 'scripture' | 'suggestion',
  { accountId, id: itemId }: Row<'item'>,
  ids: readonly number[],
  withDescriptions = false,
): Promise<(DecidedValues & { id: number })[]> => {
  if (ids.length === 0 && !withDescriptions) return [];
  return rowsWhere(trx, table as 'suggestion', { accountId, itemId })
    .select(['id', ...(COLUMNS[table] as 'status'[])])
    .where((eb) =>
      eb.or([
        ...(ids.length > 0 ? [eb('id', 'in', ids)] : []),
        ...(withDescriptions ? [eb('kind', 'in', descriptionIds)] : []),
      ]),
    )
    .execute();
};

/** The present state of the rows that the suggestions come from. */
export const snapshotOfSources = async (
  trx: Db,
  item: Row<'item'>,
  waiting: readonly Waiting[],
): Promise<Snapshot> => {
  const snapshot = new Map<string, DecidedValues>();
  const idsOf = (...kinds: Waiting['kind'][]): number[] =>
    waiting.filter(({ kind }) => kinds.includes(kind)).map(sourceId);
  const withDescriptions = waiting.some(({ kind }) => isDescription(kind));
  const found = {
    chapter: await rowsOf(trx, 'chapter', item, idsOf('chapter')),
    scripture: await rowsOf(trx, 'scripture', item, idsOf('scripture')),
    suggestion: await rowsOf(trx, 'suggestion', item, idsOf('topic', 'correction'), withDescriptions),
  };
  for (const [table, rows] of Object.entries(found))
    for (const { id, ...values } of rows) snapshot.set(`${table}:${id}`, values);
  const now = withDescriptions ? await findRow(trx, 'item', item.accountId, item.id) : undefined;
  if (now)
    snapshot.set(
      `item:${item.id}`,
      Object.fromEntries(COLUMNS.item.map((name) => [name, now[name as 'title']])),
    );
  return snapshot;
};

/** What has changed in the rows behind one suggestion. */
export const rowChangesBetween = (before: Snapshot, after: Snapshot, waiting: Waiting): RowChange[] =>
  [...after].flatMap(([key, values]): RowChange[] => {
    const [table, id] = key.split(':') as [DecidedTable, string];
    if (!isBehind(waiting, table, Number(id), values)) return [];
    const former = before.get(key);
    if (!former) return [{ table, id: Number(id), from: null, to: values }];
    const names = Object.keys(values).filter(
      (name) => former[name] !== values[name] && (table !== 'item' || isColumnOf(waiting.kind, name)),
    );
    const only = (all: DecidedValues): DecidedValues =>
      Object.fromEntries(names.map((name) => [name, all[name]]));
    return names.length > 0 ? [{ table, id: Number(id), from: only(former), to: only(values) }] : [];
  });

const isBehind = (waiting: Waiting, table: DecidedTable, id: number, values: DecidedValues): boolean => {
  const { kind } = waiting;
  if (isDescription(kind)) return table === 'item' || (table === 'suggestion' && values.kind === kind);
  const tableOfKind = kind === 'chapter' || kind === 'scripture' ? kind : 'suggestion';
  return table === tableOfKind && id === sourceId(waiting);
};

const isColumnOf = (kind: Waiting['kind'], name: string): boolean =>
  isDescription(kind) && (name === kind || name === descriptionColumns[kind]);

/**
 * Sets the rows back. The item must be locked.
 * @throws {ConflictError} when one of them has changed since the decision
 */
export const reverseChanges = async (
  trx: Db,
  clock: Clock,
  caller: Caller,
  item: Row<'item'>,
  changes: readonly RowChange[],
): Promise<void> => {
  const { accountId, id: itemId } = item;
  for (const change of changes) {
    await assertUnchanged(trx, item, change);
    const { table, id, from } = change;
    if (from === null) await deleteWhere(trx, 'suggestion', { accountId, itemId, id }).execute();
    else if (table === 'item') {
      const updatedDate = isoTimeAfter(clock, item.updatedDate);
      const values = { ...from, updatedDate, updatedBy: authorOf(caller) };
      await updateRow(trx, 'item', accountId, id, values);
    } else if (table === 'chapter') await reverseChapter(trx, item, id, from);
    else if (table === 'scripture') await reverseScripture(trx, item, id, from);
    else await updateWhere(trx, 'suggestion', { accountId, itemId, id }).set(from).execute();
  }
};

const assertUnchanged = async (trx: Db, item: Row<'item'>, { table, id, to }: RowChange): Promise<void> => {
  const query = rowsWhere(trx, table as 'suggestion', { accountId: item.accountId, id }).selectAll();
  const now = (await query.executeTakeFirst()) as DecidedValues | undefined;
  const changed = now && Object.keys(to).filter((name) => now[name] !== to[name]);
  if (!changed) throw conflict('It cannot be undone: what it changed has been deleted.');
  if (changed.length > 0)
    throw conflict(`It cannot be undone: somebody has changed this since (${changed.join(', ')}).`);
};

/** @throws {ConflictError} when its media are deleted, or another chapter starts at its time */
const reverseChapter = async (
  trx: Db,
  item: Row<'item'>,
  id: number,
  values: DecidedValues,
): Promise<void> => {
  const { accountId } = item;
  const chapter = await findRow(trx, 'chapter', accountId, id, true);
  const asset = chapter && (await lockRow(trx, 'mediaAsset', accountId, chapter.mediaAssetId));
  if (!chapter || !asset) throw conflict('It cannot be undone: the media of this chapter have been deleted.');
  const startMs = (values.startMs as number | undefined) ?? chapter.startMs;
  if (startMs !== chapter.startMs || 'deletedDate' in values)
    await assertTimeAvailable(trx, asset, startMs, id);
  await updateRow(trx, 'chapter', accountId, id, values);
};

/** A dismissed one returns to its former position. */
const reverseScripture = async (
  trx: Db,
  item: Row<'item'>,
  id: number,
  values: DecidedValues,
): Promise<void> => {
  const { accountId, id: itemId } = item;
  const position = (await findRow(trx, 'scripture', accountId, id, true))?.displayOrder ?? undefined;
  const returns = 'deletedDate' in values;
  const displayOrder = returns ? await nextPosition(trx, 'scripture', accountId, itemId) : undefined;
  const row = await updateRow(trx, 'scripture', accountId, id, {
    ...values,
    ...(displayOrder !== undefined && { displayOrder }),
  });
  if (row && returns) await moveTo(trx, 'scripture', itemId, row, position);
};
