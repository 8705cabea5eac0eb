/** Explains searches to staff: why a talk is found, and why another one is not. */
import type { MissingReason } from '../../indexer/index.js';
import type { Account } from '../identity/accounts/account.record.js';
import type { Db } from '../platform/db/dialect.js';
import { findRow } from '../platform/db/rows.js';
import type { Row } from '../platform/db/tables.js';
import { may, type Caller } from '../platform/lib/caller.js';
import { isoTime, type Clock } from '../platform/lib/clock.js';
import { forbidden, invalid, unknownId } from '../platform/lib/errors.js';
import type { Explained, PublicSearchService } from '../public/search/public-search.service.js';
import { searchBody } from '../public/search/search.schema.js';
import { visibleItems } from '../search/query/filter-sql.js';
import {
  MAX_BELOW,
  type ExplainedResult,
  type ExplainRequest,
  type missingReasons,
  type SearchExplanation,
} from './explain.schema.js';

type Reason = (typeof missingReasons)[number];

export type ExplainService = ReturnType<typeof createExplainService>;

export const createExplainService = ({
  db,
  clock,
  searches,
}: {
  db: Db;
  clock: Clock;
  searches: PublicSearchService;
}) => ({
  /**
   * @throws {ValidationError} when the account has no such item
   * @throws {PermissionError} when the item is not public and the caller may not read content
   * @throws {UnavailableError} while the search engine is down
   */
  explain: async (
    account: Account,
    caller: Caller,
    { query, itemId, ...filters }: ExplainRequest,
  ): Promise<SearchExplanation> => {
    const row = itemId === undefined ? undefined : await findRow(db, 'item', account.id, itemId);
    if (itemId !== undefined && !row) throw invalid([unknownId('itemId')]);
    const visible = row
      ? await visibleItems(db, isoTime(clock), { accountId: account.id, publishedOnly: true }, [row.id])
      : new Set();
    if (row && !visible.has(row.id) && !may(caller, 'content:read'))
      throw forbidden('The item is not public: explaining it also needs the scope content:read');
    const params = searchBody.parse({ ...filters, q: query });
    const found = await searches.explain(account, params, { itemId, below: MAX_BELOW });
    const { minScore } = found;
    // Items that are not public any more are left out, as in searches.
    const listed = (some: readonly Explained[]): ExplainedResult[] =>
      some.flatMap((one) => (one.shown ? [shownResult(one, one.shown.item, missingOf(one, minScore))] : []));
    return {
      query,
      mode: found.mode,
      interpretation: found.interpretation,
      totalRecords: found.totalRecords,
      minScore,
      results: listed(found.results),
      below: listed(found.below),
      item:
        row && found.item
          ? shownResult(
              found.item,
              row,
              missingOf(found.item, minScore, { row, isPublic: visible.has(row.id) }),
            )
          : null,
    };
  },
});

type ShownItem = Exclude<ExplainedResult['item'], string>;

const shownResult = (
  { rank, score, pinned, signals, passages, shown }: Explained,
  item: ShownItem,
  missing: ExplainedResult['missing'],
): ExplainedResult => ({
  rank,
  score,
  pinned,
  item,
  missing,
  signals: signals,
  passages: shown?.passages ?? passages.map((passage) => ({ ...passage, speaker: null })),
});

const REASONS: Record<MissingReason, Reason> = {
  notIndexed: 'notIndexed',
  hidden: 'hidden',
  notAccepted: 'filters',
  phrases: 'phrases',
  noMatch: 'noMatch',
  belowMinScore: 'belowMinScore',
  notCompared: 'notCompared',
};

/** @param known what SQL has of the requested item */
const missingOf = (
  { missing, score }: Explained,
  minScore: number,
  known?: { row: Row<'item'>; isPublic: boolean },
): ExplainedResult['missing'] => {
  if (!missing) return null;
  const reason = known && !known.isPublic ? 'notPublic' : REASONS[missing];
  return { reason, message: messageOf(reason, known?.row.status ?? '', score, minScore) };
};

const messageOf = (reason: Reason, status: string, score: number, minScore: number): string => {
  switch (reason) {
    case 'notPublic':
      return `The item is not public: its status is ${status}.`;
    case 'notIndexed':
      return 'The search index does not have the item yet, or it has no transcript.';
    case 'hidden':
      return 'A pin of this query hides the item.';
    case 'filters':
      return 'The item does not pass the filters of the search.';
    case 'phrases':
      return 'The item lacks a phrase of the query, or has what the query excludes.';
    case 'noMatch':
      return 'No passage is near enough in meaning, and no word of the query is in the item.';
    case 'belowMinScore':
      return `Its score is ${rounded(score)}; results score at least ${rounded(minScore)}.`;
    case 'notCompared':
      return 'Too many items match the query: this one was not among those compared. Add a filter or more words.';
  }
};

const rounded = (score: number): string => String(Number(score.toPrecision(2)));
