/** The suggestions that wait for review, from the queue that triggers keep: of an item, or one of them. */
import { sql } from 'kysely';
import { accountReaders } from '../identity/accounts/account.repository.js';
import { bibleBook, citationOf, type Versification } from '../../indexer/index.js';
import type { Db } from '../platform/db/dialect.js';
import type { Row } from '../platform/db/tables.js';
import type { DescriptionId } from '../content/items/suggested-descriptions.js';
import type { SuggestionKind, Suggestions } from './suggestion.schema.js';
import { rowsWhere } from '../platform/db/rows.js';

export type Waiting = Row<'waitingSuggestion'>;

/** Ids in the queue are those of the source times this, plus a digit for the kind. */
const SOURCES = 10;

/** Id of the chapter, scripture or row of `suggestion` that the suggestion comes from. */
export const sourceId = ({ id }: Pick<Waiting, 'id'>): number => Math.floor(id / SOURCES);

export const suggestionKind = ({ kind }: Waiting): SuggestionKind =>
  kind === 'description' || kind === 'shortDescription' ? 'descriptions' : `${kind}s`;

/** The id within the item, by kind. */
export const idInItem = (row: Waiting): number | string =>
  suggestionKind(row) === 'descriptions' ? row.kind : sourceId(row);

/** In the order of the recording. */
export const waitingOf = (
  db: Db,
  { accountId, id }: Pick<Row<'item'>, 'accountId' | 'id'>,
): Promise<Waiting[]> =>
  rowsWhere(db, 'waitingSuggestion', { accountId, itemId: id })
    .selectAll()
    .orderBy(sql`"startMs" nulls last`)
    .orderBy('id')
    .execute();

/** Undefined if it does not wait, or its item is deleted. */
export const findWaiting = (db: Db, accountId: number, id: number): Promise<Waiting | undefined> =>
  rowsWhere(db, 'waitingSuggestion', { accountId, id })
    .selectAll()
    .where('itemId', 'in', ({ selectFrom }) =>
      selectFrom('item').select('id').where('accountId', '=', accountId).where('deletedDate', 'is', null),
    )
    .executeTakeFirst();

/** The passage of a suggested scripture; null for other kinds. */
export const suggestedPassage = ({ kind, book, chapter, verseStart, verseEnd }: Waiting) =>
  kind === 'scripture' && book !== null && chapter !== null && verseStart !== null && verseEnd !== null
    ? { book, chapter, verseStart, verseEnd }
    : null;

/** The text that people read: for a scripture its citation. */
export const suggestionText = (row: Waiting, versification: Versification): string => {
  const passage = suggestedPassage(row);
  return passage ? citationOf(passage, versification) : (row.text ?? '');
};

export const bestFirst = (a: Waiting, b: Waiting): number => (b.score ?? -1) - (a.score ?? -1) || a.id - b.id;

/** The pending suggestions of an item, by kind. */
export const waitingSuggestions = async (
  db: Db,
  item: Pick<Row<'item'>, 'accountId' | 'id'>,
): Promise<Suggestions> => {
  const rows = await waitingOf(db, item);
  const { versification } = await accountReaders(db, item.accountId);
  const of = (...kinds: Waiting['kind'][]): Waiting[] => rows.filter(({ kind }) => kinds.includes(kind));
  return {
    scriptures: of('scripture')
      .sort(bestFirst)
      .flatMap((row) => {
        const passage = suggestedPassage(row);
        if (!passage) return [];
        const { score, startMs, keyVerse } = row;
        const bookName = bibleBook(passage.book)?.name ?? passage.book;
        const more = {
          bookName,
          citation: suggestionText(row, versification),
          keyVerse: keyVerse === 1,
          score,
          startMs,
        };
        return [{ id: sourceId(row), ...passage, ...more }];
      }),
    chapters: of('chapter').map((row) => ({
      id: sourceId(row),
      mediaAssetId: row.mediaAssetId ?? 0,
      title: row.text ?? '',
      score: row.score,
      startMs: row.startMs ?? 0,
    })),
    descriptions: of('description', 'shortDescription')
      .sort((a, b) => a.kind.localeCompare(b.kind))
      .map((row) => ({
        id: row.kind as DescriptionId,
        text: row.text ?? '',
        score: row.score,
        startMs: row.startMs,
        source: row.source,
      })),
    topics: of('topic')
      .sort(bestFirst)
      .map((row) => ({
        id: sourceId(row),
        topicId: row.topicId,
        name: row.text ?? '',
        score: row.score,
        startMs: row.startMs,
        source: row.source ?? '',
      })),
    corrections: of('correction').map((row) => ({
      id: sourceId(row),
      replaces: row.replaces ?? '',
      text: row.text ?? '',
      occurrences: row.occurrences ?? 0,
      quote: row.quote,
      startMs: row.startMs,
    })),
  };
};
