/** Full-text search in SQL: the fallback while the search engine is down. */
import { sql, type RawBuilder } from 'kysely';
import {
  analyzeQuery,
  highlightRanges,
  withoutRepeats,
  type FoundItem,
  type FoundPassage,
  type SearchFilter,
} from '../../../indexer/index.js';
import { isPostgres, type Db } from '../../platform/db/dialect.js';
import { groupBy } from '../../platform/lib/group.js';
import { filterCondition } from './filter-sql.js';

interface FullTextRequest {
  text: string;
  filter: SearchFilter;
  limit: number;
  offset: number;
  /** Maximum number of passages per item. */
  passages: number;
  /** Items to rank first. */
  firstItemIds: readonly number[];
}

interface FullTextResult {
  results: FoundItem[];
  totalRecords: number;
  totalIsExact: boolean;
  /** Of all items found, on every page. */
  itemIds: number[];
}

const MAX_WORDS = 24;
const PASSAGE_HITS = 1_000;
const ITEM_HITS = 300;
/** Weight of a match in title or description relative to one in a passage. */
const HEAD_WEIGHT = 1.5;
/** Weight of each further passage of an item relative to its best one. */
const FURTHER_PASSAGE = 0.3;

interface ChunkRow {
  itemId: number;
  ordinal: number;
  text: string;
  startMs: number | null;
  endMs: number | null;
  mediaAssetId: number | null;
  score: number;
}

/** Items that contain any of the words, best first. Any text is valid: none of it is query syntax. */
export const searchFullText = async (db: Db, request: FullTextRequest): Promise<FullTextResult> => {
  const words = wordsOf(request.text);
  const [passages, heads] =
    words.length > 0
      ? await Promise.all([chunkHits(db, words, request.filter), headHits(db, words, request.filter)])
      : [[], []];
  const ranked = rank(passages, heads, request.firstItemIds);
  const top = Math.max(Number.MIN_VALUE, ...ranked.map(({ score }) => score));
  const byItem = groupBy(passages, ({ itemId }) => itemId);
  const shown = (passage: ChunkRow): FoundPassage => ({
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
    passages: withoutRepeats((byItem.get(itemId) ?? []).slice(0, request.passages)).map(shown),
  }));
  return {
    results,
    totalRecords: ranked.length,
    itemIds: ranked.map(({ itemId }) => itemId),
    totalIsExact: passages.length < PASSAGE_HITS && heads.length < ITEM_HITS,
  };
};

/**
 * Words of letters and digits only, which are no syntax on either database; without stop words, unless there is nothing
 * else.
 */
const wordsOf = (text: string): string[] => {
  const { tokens, terms } = analyzeQuery(text);
  const searched = new Set(terms);
  const words = tokens.filter(({ term }) => searched.has(term)).map(({ word }) => word);
  return [...new Set(words)].slice(0, MAX_WORDS);
};

const rank = (
  passages: readonly ChunkRow[],
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

/** Passages, best first; on both databases a higher score is a better match. */
const chunkHits = async (db: Db, words: readonly string[], filter: SearchFilter): Promise<ChunkRow[]> => {
  const fields = sql`"chunk"."itemId", "chunk"."ordinal", "chunk"."text", "chunk"."startMs", "chunk"."endMs",
    "item"."indexedMediaAssetId" as "mediaAssetId"`;
  const vector = sql`to_tsvector('english', "chunk"."text")`;
  const query = isPostgres(db)
    ? sql<ChunkRow>`select ${fields}, ts_rank_cd(${vector}, ${anyPostgres(words)}) as "score"
        from "chunk" join "item" on "item"."id" = "chunk"."itemId"
        where ${vector} @@ ${anyPostgres(words)} and ${filterCondition(filter)}
        order by "score" desc, "chunk"."id" limit ${PASSAGE_HITS}`
    : sql<ChunkRow>`select ${fields}, -bm25("chunkWords") as "score"
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
