/**
 * Recognises the speakers, series and topics in a query, also speakers whom staff gave as synonyms, and finds the
 * public ones and their items.
 */
import { setTimeout } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import {
  withoutNames,
  type AutocompleteIndex,
  type FoundName,
  type NamedItems,
  type NamedRecord,
  type SynonymIndex,
} from '../../../indexer/index.js';
import type { Db } from '../../platform/db/dialect.js';
import { listedIds } from '../../platform/db/list-query.js';
import { groupBy } from '../../platform/lib/group.js';
import { browseItems } from '../../search/query/browse.js';
import type { AutocompleteProvider } from '../../search/autocomplete/autocomplete-provider.js';
import { publicRecords } from '../../search/autocomplete/public-records.repository.js';

export interface ReadNames {
  interpretation: { type: NamedRecord['type']; id: number; name: string }[];
  /** The text to search for: the query without its speakers and series or, if nothing is left, their names. */
  text: string;
  named: NamedItems;
}

/** Maximum number of items that are ranked first; older ones are found by the words of the name. */
const MAX_NAMED = 5_000;
/** How long a search waits in ms for the names of a large library that is not cached yet. */
const MAX_WAIT_MS = 1_000;

/** Null if the query contains no names. */
export const readNames = async (
  db: Db,
  now: string,
  libraries: AutocompleteProvider,
  accountId: number,
  query: string,
  synonyms: SynonymIndex,
): Promise<ReadNames | null> => {
  const library = await Promise.race([
    libraries.libraryOf(accountId),
    setTimeout(MAX_WAIT_MS, undefined, { ref: false }),
  ]);
  const found = library ? namesIn(library.index.names, query, synonyms) : [];
  if (found.length === 0) return null;
  const isPublic = await publicTest(
    db,
    now,
    accountId,
    found.flatMap(({ records }) => records),
  );
  const names = found
    .map((name) => ({ ...name, records: name.records.filter(isPublic) }))
    .filter(({ records }) => records.length > 0);
  if (names.length === 0) return null;
  const records = names.map((name) => name.records);
  const rest = withoutNames(query, names);
  // The words of a topic are kept: they describe what its items are about, and may be an ordinary phrase. So are
  // those that have a synonym, which is searched beside them.
  const kept = withoutNames(
    query,
    names.filter((name) => !name.isSynonym && name.records.every(({ type }) => type !== 'topic')),
  );
  const isWholeQuery = rest === '';
  const spelled = names.map(({ isSynonym, records: [first], start, end }) =>
    isSynonym ? query.slice(start, end) : first!.text,
  );
  const text = isWholeQuery ? spelled.join(' ') : kept;
  return {
    interpretation: records.flat().map(({ type, id, text: name }) => ({ type, id, name })),
    text,
    named: { ...(await namedItems(db, now, accountId, records)), isWholeQuery },
  };
};

interface ReadName extends FoundName {
  /** Whether the query has another word for the name. */
  isSynonym: boolean;
}

/** The names in a query and, for speakers without one, the parts that have their names as synonyms; in order. */
const namesIn = (names: AutocompleteIndex['names'], query: string, synonyms: SynonymIndex): ReadName[] => {
  const written = names.find(query).map((name) => ({ ...name, isSynonym: false }));
  const named = new Set(
    written.flatMap(({ records }) => records.flatMap(({ type, id }) => (type === 'speaker' ? id : []))),
  );
  const others = synonyms.find(query).flatMap(({ instead, start, end }) => {
    if (written.some((name) => start < name.end && name.start < end)) return [];
    const records = instead
      .flatMap((name) => names.speakersNamed(name))
      .filter(({ id }) => !named.has(id) && named.add(id));
    return records.length > 0 ? [{ records, start, end, isSynonym: true }] : [];
  });
  return [...written, ...others].sort((one, other) => one.start - other.start);
};

/** Returns a test whether records are public now, with the names under which they were found. */
const publicTest = async (
  db: Db,
  now: string,
  accountId: number,
  records: readonly NamedRecord[],
): Promise<(record: NamedRecord) => boolean> => {
  const shown = new Map(
    await Promise.all(
      [...groupBy(records, ({ type }) => type)].map(async ([type, all]) => {
        const ids = all.map(({ id }) => id);
        return [type, await publicRecords(db, now, accountId, type, ids)] as const;
      }),
    ),
  );
  return ({ type, id, text }) => shown.get(type)?.get(id)?.text === text;
};

/** The public items of these records, newest first, each with the number of names that match it. */
const namedItems = async (
  db: Db,
  now: string,
  accountId: number,
  names: readonly (readonly NamedRecord[])[],
): Promise<Omit<NamedItems, 'isWholeQuery'>> => {
  const filter = { accountId, publishedOnly: true };
  const itemsOf = async (records: readonly NamedRecord[]): Promise<number[]> => {
    const among = isOfAny(db, accountId, records);
    const options = { order: 'date', limit: MAX_NAMED, offset: 0, among } as const;
    return (await browseItems(db, now, filter, options)).itemIds;
  };
  const itemIds = await itemsOf(names.flat());
  const counts = new Map<number, number>();
  const each = names.length > 1 ? await Promise.all(names.map(itemsOf)) : [itemIds];
  for (const itemId of each.flat()) counts.set(itemId, (counts.get(itemId) ?? 0) + 1);
  return { itemIds, counts: itemIds.map((itemId) => counts.get(itemId) ?? 1), names: names.length };
};

/** Condition for items of one of the records. */
const isOfAny = (db: Db, accountId: number, records: readonly NamedRecord[]): RawBuilder<boolean> => {
  const ids = (type: NamedRecord['type']): RawBuilder<unknown> =>
    listedIds(db, JSON.stringify(records.filter((record) => record.type === type).map(({ id }) => id)));
  const linked = (type: 'speaker' | 'topic', links: 'itemSpeaker' | 'itemTopic'): RawBuilder<unknown> =>
    sql`"item"."id" in (select "link"."itemId" from ${sql.table(links)} as "link"
      where "link"."accountId" = ${accountId} and "link".${sql.ref(`${type}Id`)} in ${ids(type)})`;
  return sql<boolean>`("item"."seriesId" in ${ids('series')} or ${linked('speaker', 'itemSpeaker')}
    or ${linked('topic', 'itemTopic')})`;
};
