/** Full-text search in SQL: the fallback while the search engine is down. */
import { sql, type RawBuilder } from 'kysely';
import {
  analyzeQuery,
  excludedPrefix,
  highlightRanges,
  tokenize,
  withoutRepeats,
  type FoundItem,
  type FoundPassage,
  type FoundPhrase,
  type NamedItems,
  type ParsedQuery,
  type QuerySynonym,
  type SearchFilter,
} from '../../../indexer/index.js';
import { isPostgres, type Db } from '../../platform/db/dialect.js';
import { groupBy } from '../../platform/lib/group.js';
import { filterCondition } from './filter-sql.js';

interface FullTextRequest extends ParsedQuery {
  filter: SearchFilter;
  limit: number;
  offset: number;
  /** Maximum number of passages per item. */
  passages: number;
  /** Additional phrases that results must contain, even if no other item contains them. */
  required?: readonly string[];
  /** Items to rank first. */
  firstItemIds: readonly number[];
  /** Items to rank before these. */
  named?: NamedItems | undefined;
  /** Items to rank before all others, in this order. */
  pinned?: readonly number[] | undefined;
  synonyms?: readonly QuerySynonym[];
  /** Minimum score of a result, as a share of the best one's, 0..1. */
  minScore?: number;
}

interface FullTextResult {
  results: FoundItem[];
  phrases: FoundPhrase[];
  totalRecords: number;
  similarRecords: number;
  totalIsExact: boolean;
  /** Ids of all items found, on every page. */
  itemIds: number[];
}

const MAX_WORDS = 24;
const PASSAGE_HITS = 1_000;
const ITEM_HITS = 300;
/** Weight of a match in title or description relative to one in a passage. */
const HEAD_WEIGHT = 1.5;
/** Weight of each further passage of an item relative to its best one. */
const FURTHER_PASSAGE = 0.3;

/** The same expressions as in the indexes. */
const CHUNK_VECTOR = sql`to_tsvector('english', "chunk"."text")`;
const HEAD_VECTOR = sql`to_tsvector('english', "item"."title" || ' ' || coalesce("item"."subTitle", '') || ' ' || coalesce("item"."description", ''))`;

const NO_NAMES = { itemIds: [], counts: [], isWholeQuery: false };

interface ChunkRow {
  itemId: number;
  ordinal: number;
  text: string;
  startMs: number | null;
  endMs: number | null;
  mediaAssetId: number | null;
  score: number;
}

/** Items that contain any of the words, all phrases that occur in any item, and nothing excluded; best first. */
export const searchFullText = async (
  db: Db,
  now: string,
  request: FullTextRequest,
): Promise<FullTextResult> => {
  const words = wordsOf(request);
  const phrases = await Promise.all(
    request.phrases.map((text) => countPhrase(db, now, request.filter, text)),
  );
  const required = [
    ...(request.required ?? []),
    ...phrases.flatMap(({ text, found }) => (found > 0 ? [text] : [])),
  ];
  const isRestricted = required.length + request.excluded.length > 0;
  const condition = sql<boolean>`${filterCondition(request.filter, now)} and ${restriction(db, request, required)}`;
  const { pinned = [] } = request;
  const first = [...new Set([...(request.named?.itemIds ?? []), ...request.firstItemIds])];
  const [passages, heads, passed] = await Promise.all([
    words.length > 0 ? chunkHits(db, words, condition) : [],
    words.length > 0 ? headHits(db, words, condition) : [],
    isRestricted ? itemsMatchingFilter(db, condition, first) : first,
  ]);
  const mayPass = new Set(passed);
  const firstItemIds = request.firstItemIds.filter((itemId) => mayPass.has(itemId));
  const all = rank(passages, heads, firstItemIds, namedRanks(request.named ?? NO_NAMES, mayPass));
  const top = Math.max(Number.MIN_VALUE, ...all.map(({ score }) => score));
  const ranked = [
    ...pinned.map((itemId) => ({ itemId, score: top })),
    ...all.filter(({ itemId, score }) => score / top >= (request.minScore ?? 0) && !pinned.includes(itemId)),
  ];
  const byItem = groupBy(passages, ({ itemId }) => itemId);
  const shown = (passage: ChunkRow): FoundPassage => ({
    ordinal: passage.ordinal,
    text: passage.text,
    highlights: highlightRanges(passage.text, request.text, request.prefixes),
    startMs: passage.startMs,
    endMs: passage.endMs,
    mediaAssetId: passage.mediaAssetId,
    score: Math.min(1, passage.score / top),
  });
  const results = ranked.slice(request.offset, request.offset + request.limit).map(({ itemId, score }) => ({
    itemId,
    score: score / top,
    passages: withoutRepeats((byItem.get(itemId) ?? []).slice(0, request.passages)).map(shown),
  }));
  return {
    results,
    phrases,
    totalRecords: ranked.length,
    // Scores are shares of the best word match, which say little about similarity.
    similarRecords: ranked.length,
    itemIds: ranked.map(({ itemId }) => itemId),
    totalIsExact: passages.length < PASSAGE_HITS && heads.length < ITEM_HITS,
  };
};

interface Word {
  /** Letters and digits only, so that it is not query syntax on either database. */
  word: string;
  isPrefix: boolean;
}

/** The query's words without stop words, unless there are no others. */
const wordsOf = ({ text, prefixes, synonyms = [] }: FullTextRequest): Word[] => {
  const also = synonyms.flatMap(({ instead }) => instead);
  const { tokens, terms } = analyzeQuery([text, ...also].join(' '));
  const searched = new Set(terms);
  const words = tokens.filter(({ term }) => searched.has(term)).map(({ word }) => word);
  return [...new Set(words)].slice(0, MAX_WORDS).map((word) => ({ word, isPrefix: prefixes.includes(word) }));
};

/** Condition for items that contain all phrases, and nothing excluded, in a passage, the title or the description. */
const restriction = (
  db: Db,
  { excluded, filter }: FullTextRequest,
  required: readonly string[],
): RawBuilder<boolean> => {
  const conditions = [
    sql<boolean>`true`,
    ...required.map((phrase) => itemHas(db, filter.accountId, phrase, sql`in`)),
    ...excluded.map((phrase) => itemHas(db, filter.accountId, phrase, sql`not in`)),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
};

/** Number of items that contain the phrase, ignoring other filters. */
const countPhrase = async (
  db: Db,
  now: string,
  { accountId, publishedOnly }: SearchFilter,
  text: string,
): Promise<FoundPhrase> => {
  const { rows } = await sql<{ found: number }>`select count(*) as "found" from "item"
    where ${filterCondition({ accountId, publishedOnly }, now)} and ${itemHas(db, accountId, text, sql`in`)}`.execute(
    db,
  );
  return { text, found: Number(rows[0]?.found) };
};

const itemHas = (db: Db, accountId: number, text: string, isIn: RawBuilder<unknown>): RawBuilder<boolean> => {
  const words = tokenize(text).map(({ word }) => word);
  const isPrefix = excludedPrefix(text) !== null;
  if (!isPostgres(db)) {
    const phrase = `"${words.join(' ')}"${isPrefix ? '*' : ''}`;
    return sql`"item"."id" ${isIn} (select "chunk"."itemId" from "chunkWords"
      cross join "chunk" on "chunk"."id" = "chunkWords".rowid
      where "chunkWords" match ${phrase} and "chunk"."accountId" = ${accountId}
      union select rowid from "itemWords" where "itemWords" match ${phrase})`;
  }
  // Stop words count as distance in a phrase but are not searched, so alone they restrict nothing.
  const phrase = isPrefix
    ? sql`to_tsquery('english', ${`${words.join('')}:*`})`
    : sql`phraseto_tsquery('english', ${words.join(' ')})`;
  return sql`(numnode(${phrase}) = 0 or "item"."id" ${isIn} (select "chunk"."itemId" from "chunk"
      where "chunk"."accountId" = ${accountId} and ${CHUNK_VECTOR} @@ ${phrase}
      union select "item"."id" from "item" where "item"."accountId" = ${accountId} and ${HEAD_VECTOR} @@ ${phrase}))`;
};

/** The items to rank first that match the condition. */
const itemsMatchingFilter = async (
  db: Db,
  condition: RawBuilder<boolean>,
  firstItemIds: readonly number[],
): Promise<readonly number[]> => {
  if (firstItemIds.length === 0) return firstItemIds;
  const { rows } = await sql<{ id: number }>`select "item"."id" from "item"
    where "item"."id" in (${sql.join(firstItemIds)}) and ${condition}`.execute(db);
  return rows.map(({ id }) => id);
};

/**
 * Rank bonus by item for the query's names, 1 or more per name. If the query consists only of names, newer items
 * come before older ones, whatever their words.
 */
const namedRanks = (
  { itemIds, counts, isWholeQuery }: Pick<NamedItems, 'itemIds' | 'counts' | 'isWholeQuery'>,
  mayPass: ReadonlySet<number>,
): Map<number, number> => {
  const places = isWholeQuery ? itemIds.length : 0;
  return new Map(
    itemIds
      .map((itemId, at) => [itemId, counts[at]! * (1 + places) + Math.max(0, places - at)] as const)
      .filter(([itemId]) => mayPass.has(itemId)),
  );
};

const rank = (
  passages: readonly ChunkRow[],
  heads: readonly { itemId: number; score: number }[],
  firstItemIds: readonly number[],
  named: ReadonlyMap<number, number>,
): { itemId: number; score: number }[] => {
  const scores = new Map<number, number>();
  for (const [itemId, hits] of groupBy(passages, (hit) => hit.itemId)) {
    const [best = 0, ...further] = hits.map(({ score }) => score);
    scores.set(itemId, best + FURTHER_PASSAGE * further.slice(0, 2).reduce((sum, score) => sum + score, 0));
  }
  for (const { itemId, score } of heads) scores.set(itemId, (scores.get(itemId) ?? 0) + HEAD_WEIGHT * score);
  const best = Math.max(1, ...scores.values());
  for (const itemId of firstItemIds) scores.set(itemId, (scores.get(itemId) ?? 0) + 2 * best);
  // Larger than what words and a scripture can add together.
  const most = Math.max(best, ...scores.values());
  for (const [itemId, rank] of named) scores.set(itemId, (scores.get(itemId) ?? 0) + 2 * most * rank);
  return [...scores]
    .map(([itemId, score]) => ({ itemId, score }))
    .sort((a, b) => b.score - a.score || a.itemId - b.itemId);
};

/** Passages, best first. On both databases a higher score is a better match. */
const chunkHits = async (
  db: Db,
  words: readonly Word[],
  condition: RawBuilder<boolean>,
): Promise<ChunkRow[]> => {
  const fields = sql`"chunk"."itemId", "chunk"."ordinal", "chunk"."text", "chunk"."startMs", "chunk"."endMs",
    "item"."indexedMediaAssetId" as "mediaAssetId"`;
  const query = isPostgres(db)
    ? sql<ChunkRow>`select ${fields}, ts_rank_cd(${CHUNK_VECTOR}, ${anyPostgres(words)}) as "score"
        from "chunk" join "item" on "item"."id" = "chunk"."itemId"
        where ${CHUNK_VECTOR} @@ ${anyPostgres(words)} and ${condition}
        order by "score" desc, "chunk"."id" limit ${PASSAGE_HITS}`
    : sql<ChunkRow>`select ${fields}, -bm25("chunkWords") as "score"
        from "chunkWords" cross join "chunk" on "chunk"."id" = "chunkWords".rowid
        join "item" on "item"."id" = "chunk"."itemId"
        where "chunkWords" match ${anySqlite(words)} and ${condition}
        order by "score" desc, "chunk"."id" limit ${PASSAGE_HITS}`;
  return (await query.execute(db)).rows;
};

/** Items matched by title, subtitle and description. */
const headHits = async (
  db: Db,
  words: readonly Word[],
  condition: RawBuilder<boolean>,
): Promise<{ itemId: number; score: number }[]> => {
  const query = isPostgres(db)
    ? sql<{
        itemId: number;
        score: number;
      }>`select "item"."id" as "itemId", ts_rank_cd(${HEAD_VECTOR}, ${anyPostgres(words)}) as "score"
        from "item" where ${HEAD_VECTOR} @@ ${anyPostgres(words)} and ${condition}
        order by "score" desc, "item"."id" limit ${ITEM_HITS}`
    : sql<{
        itemId: number;
        score: number;
      }>`select "item"."id" as "itemId", -bm25("itemWords", 3.0, 2.0, 1.0) as "score"
        from "itemWords" cross join "item" on "item"."id" = "itemWords".rowid
        where "itemWords" match ${anySqlite(words)} and ${condition}
        order by "score" desc, "item"."id" limit ${ITEM_HITS}`;
  return (await query.execute(db)).rows;
};

const anySqlite = (words: readonly Word[]): string =>
  words.map(({ word, isPrefix }) => `"${word}"${isPrefix ? '*' : ''}`).join(' OR ');

const anyPostgres = (words: readonly Word[]): RawBuilder<unknown> =>
  sql`(${sql.join(
    words.map(({ word, isPrefix }) =>
      isPrefix ? sql`to_tsquery('english', ${`${word}:*`})` : sql`plainto_tsquery('english', ${word})`,
    ),
    sql` || `,
  )})`;
