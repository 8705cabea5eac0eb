/** The autocomplete index of one account: built from SQL and updated with later changes. */
import {
  countWeight,
  createAutocompleteIndex,
  dateWeight,
  encodeVerses,
  type BookCounts,
  type AutocompleteIndex,
} from '../../../indexer/index.js';
import type { Db } from '../../platform/db/dialect.js';
import {
  publicItemCounts,
  publicItemsAfter,
  itemsChanged,
  namedAfter,
  namedTables,
  passagesWithin,
  SLICE,
  type NamedTable,
} from './autocomplete-library.repository.js';

export interface AutocompleteLibrary {
  index: AutocompleteIndex;
  /** Number of items per book and passage at the time of the build, by USFM code. */
  scriptures: ReadonlyMap<string, BookCounts>;
}

/**
 * Yields to other work.
 * @throws {Error} when autocomplete has been closed
 */
export type YieldToEventLoop = () => Promise<void>;

type Counts = Record<NamedTable, Map<number, number>>;

/** Reads everything. Takes seconds for a large library, but only milliseconds at a time. */
export const readLibrary = async (
  db: Db,
  now: string,
  accountId: number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<AutocompleteLibrary> => {
  const index = createAutocompleteIndex();
  const counts: Counts = { series: new Map(), speaker: new Map(), topic: new Map() };
  const scriptures = new Map<string, BookCounts>();
  const add = (table: NamedTable, id: number, items: number): void =>
    void counts[table].set(id, (counts[table].get(id) ?? 0) + items);
  for (let from = 0; ;) {
    const items = await publicItemsAfter(db, accountId, from, now);
    const to = items.at(-1)?.id;
    if (to === undefined) break;
    await yieldToEventLoop();
    for (const { id, text, date, seriesId } of items) {
      index.put({ type: 'item', id, text, weight: dateWeight(date) });
      if (seriesId !== null) add('series', seriesId, 1);
    }
    for (const table of ['speaker', 'topic'] as const) {
      await yieldToEventLoop();
      for (const row of await publicItemCounts[table](db, accountId, from, to, now))
        add(table, row.id, row.items);
    }
    await yieldToEventLoop();
    for (const { book, items: count, ...at } of await passagesWithin(db, accountId, from, to, now)) {
      const known = scriptures.get(book) ?? { items: 0, passages: new Map<number, number>() };
      const key = encodeVerses(at.chapter, at.verseStart, at.verseEnd);
      known.items += count;
      known.passages.set(key, (known.passages.get(key) ?? 0) + count);
      scriptures.set(book, known);
    }
    await yieldToEventLoop();
    from = to;
  }
  for (const table of namedTables)
    await putNamed(db, accountId, index, table, '', yieldToEventLoop, (id) =>
      countWeight(counts[table].get(id) ?? 0),
    );
  return { index, scriptures };
};

/** @param weigh returns the weight of a record */
const putNamed = async (
  db: Db,
  accountId: number,
  index: AutocompleteIndex,
  table: NamedTable,
  since: string,
  yieldToEventLoop: YieldToEventLoop,
  weigh: (id: number) => number | undefined,
): Promise<boolean> => {
  let changed = false;
  for (let after: number | undefined = 0; after !== undefined;) {
    const rows = await namedAfter[table](db, accountId, since, after);
    for (const { id, text, isDeleted } of rows)
      changed =
        (isDeleted === 1
          ? index.remove(table, id)
          : index.put({ type: table, id, text, weight: weigh(id) })) || changed;
    after = rows.length < SLICE ? undefined : rows.at(-1)?.id;
    if (after !== undefined) await yieldToEventLoop();
  }
  return changed;
};

/**
 * Applies the changes since a time. Safe to repeat.
 * @returns whether anything had changed
 */
export const applyChanges = async (
  db: Db,
  now: string,
  accountId: number,
  { index }: AutocompleteLibrary,
  since: string,
  yieldToEventLoop: YieldToEventLoop,
): Promise<boolean> => {
  let changed = false;
  for (const table of namedTables)
    changed =
      (await putNamed(db, accountId, index, table, since, yieldToEventLoop, () => undefined)) || changed;
  for (let at: { updatedDate: string; id: number } | undefined = { updatedDate: since, id: 0 }; at;) {
    const rows = await itemsChanged(db, now, accountId, at.updatedDate, at.updatedDate, at.id);
    for (const { id, text, date, isPublic } of rows)
      changed =
        (isPublic === 1
          ? index.put({ type: 'item', id, text, weight: dateWeight(date) })
          : index.remove('item', id)) || changed;
    at = rows.length < SLICE ? undefined : rows.at(-1);
    if (at) await yieldToEventLoop();
  }
  return changed;
};
