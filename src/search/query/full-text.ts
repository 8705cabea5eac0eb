/** Keyword search by the database alone: serves when the search engine cannot. */
import { sql, type RawBuilder } from 'kysely';
import {
  analyzeQuery,
  highlightRanges,
  type FoundItem,
  type FoundPassage,
  type SearchFilter,
} from '../../../indexer/index.js';
import { isPostgres, type Db } from '../../platform/db/dialect.js';
import { groupBy } from '../../platform/lib/group.js';
import { filterCondition } from './filter-sql.js';

export interface FullTextRequest {
  text: string;
  filter: SearchFilter;
  limit: number;
  offset: number;
  /** Passages shown of each item at most. */
  passages: number;
  /** Items that come first, as the caller orders them. */
  firstItemIds: readonly number[];
}

export interface FullTextResult {
  results: FoundItem[];
  totalRecords: number;
  totalIsExact: boolean;
  /** Of all of them, on whatever page. */
  itemIds: number[];
}

const MAX_WORDS = 24;
const PASSAGE_HITS = 1_000;
const ITEM_HITS = 300;
/** What a match in title or description counts against one in a passage. */
const HEAD_WEIGHT = 1.5;
/** What each further passage of an item adds to its best one. */
const FURTHER_PASSAGE = 0.3;

interface PassageRow {
  itemId: number;
  ordinal: number;
  text: string;
  startMs: number | null;
  endMs: number | null;
  mediaAssetId: number | null;
  score: number;
}

/** Items that hold any of the words, best first. Takes any text: nothing in it is syntax. */
export const searchFullText = async (db: Db, request: FullTextRequest): Promise<FullTextResult> => {
  const words = wordsOf(request.text);
  const [passages, heads] =
    words.length > 0
      ? await Promise.all([chunkHits(db, words, request.filter), headHits(db, words, request.filter)])
      : [[], []];
  const ranked = rank(passages, heads, request.firstItemIds);
  const top = Math.max(Number.MIN_VALUE, ...ranked.map(({ score }) => score));
  const byItem = groupBy(passages, ({ itemId }) => itemId);
  const shown = (passage: PassageRow): FoundPassage => ({
    ordinal: passage.ordinal,
    text: passage.text,
    highlights: highlightRanges(passage.text, request.text),
    startMs: passage.startMs,
    endMs: passage.endMs,
    mediaAssetId: passage.mediaAssetId,
    score: Math.min(1, passage.score / top),
  });
  const results = ranked.slice(request.offset, request.offset + request.limit).map(({ itemId, score }) => ({
    itemId,
    score: score / top,
    passages: (byItem.get(itemId) ?? []).slice(0, request.passages).map(shown),
  }));
  return {
    results,
    totalRecords: ranked.length,
    itemIds: ranked.map(({ itemId }) => itemId),
    totalIsExact: passages.length < PASSAGE_HITS && heads.length < ITEM_HITS,
  };
};

/** Letters and digits only: what is left cannot be syntax of either engine. Without the words that everything holds, where others are left. */
const wordsOf = (text: string): string[] => {
  const { tokens, terms } = analyzeQuery(text);
  const telling = new Set(terms);
  const words = tokens.filter(({ term }) => telling.has(term)).map(({ word }) => word);
  return [...new Set(words)].slice(0, MAX_WORDS);
};

const rank = (
  passages: readonly PassageRow[],
  heads: readonly { itemId: number; score: number }[],
  firstItemIds: readonly number[],
): { itemId: number; score: number }[] => {
  const scores = new Map<number, number>();
  for (const [itemId, hits] of groupBy(passages, (hit) => hit.itemId)) {
    const [best = 0, ...further] = hits.map(({ score }) => score);
    scores.set(itemId, best + FURTHER_PASSAGE * further.slice(0, 2).reduce((sum, score) => sum + score, 0));
  }
  for (const { itemId, score } of heads) scores.set(itemId, (scores.get(itemId) ?? 0) + HEAD_WEIGHT * score);
  const best = Math.max(1, ...scores.values());
  for (const itemId of firstItemIds) scores.set(itemId, (scores.get(itemId) ?? 0) + 2 * best);
  return [...scores]
    .map(([itemId, score]) => ({ itemId, score }))
    .sort((a, b) => b.score - a.score || a.itemId - b.itemId);
};

/** Passages, best first; a score is higher for a better match on both engines. */
const chunkHits = async (db: Db, words: readonly string[], filter: SearchFilter): Promise<PassageRow[]> => {
  const fields = sql`"chunk"."itemId", "chunk"."ordinal", "chunk"."text", "chunk"."startMs", "chunk"."endMs",
    "item"."indexedMediaAssetId" as "mediaAssetId"`;
  const vector = sql`to_tsvector('english', "chunk"."text")`;
  const query = isPostgres(db)
    ? sql<PassageRow>`select ${fields}, ts_rank_cd(${vector}, ${anyPostgres(words)}) as "score"
        from "chunk" join "item" on "item"."id" = "chunk"."itemId"
        where ${vector} @@ ${anyPostgres(words)} and ${filterCondition(filter)}
        order by "score" desc, "chunk"."id" limit ${PASSAGE_HITS}`
    : sql<PassageRow>`select ${fields}, -bm25("chunkWords") as "score"
        from "chunkWords" cross join "chunk" on "chunk"."id" = "chunkWords".rowid
        join "item" on "item"."id" = "chunk"."itemId"
        where "chunkWords" match ${anySqlite(words)} and ${filterCondition(filter)}
        order by "score" desc, "chunk"."id" limit ${PASSAGE_HITS}`;
  return (await query.execute(db)).rows;
};

/** Items by title, subtitle and description. */
const headHits = async (
  db: Db,
  words: readonly string[],
  filter: SearchFilter,
): Promise<{ itemId: number; score: number }[]> => {
  const vector = sql`to_tsvector('english', "item"."title" || ' ' || coalesce("item"."subTitle", '') || ' ' || coalesce("item"."description", ''))`;
  const query = isPostgres(db)
    ? sql<{
        itemId: number;
        score: number;
      }>`select "item"."id" as "itemId", ts_rank_cd(${vector}, ${anyPostgres(words)}) as "score"
        from "item" where ${vector} @@ ${anyPostgres(words)} and ${filterCondition(filter)}
        order by "score" desc, "item"."id" limit ${ITEM_HITS}`
    : sql<{
        itemId: number;
        score: number;
      }>`select "item"."id" as "itemId", -bm25("itemWords", 3.0, 2.0, 1.0) as "score"
        from "itemWords" cross join "item" on "item"."id" = "itemWords".rowid
        where "itemWords" match ${anySqlite(words)} and ${filterCondition(filter)}
        order by "score" desc, "item"."id" limit ${ITEM_HITS}`;
  return (await query.execute(db)).rows;
};

const anySqlite = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(' OR ');

const anyPostgres = (words: readonly string[]): RawBuilder<unknown> =>
  sql`(${sql.join(
    words.map((word) => sql`plainto_tsquery('english', ${word})`),
    sql` || `,
  )})`;
