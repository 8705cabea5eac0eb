/**
 * Runs a public search from its parameters to its response: recognises scripture and names, searches, and reads
 * the items to show.
 */
import {
  parseQuery,
  parseScriptureQuery,
  queryLanguage,
  replaceWords,
  type ExplainedItem,
  type FoundItem,
} from '../../../indexer/index.js';
import { readersOf, type Account } from '../../identity/accounts/account.record.js';
import type { Db } from '../../platform/db/dialect.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { newId } from '../../platform/lib/ids.js';
import type { RecordSearch } from '../../engagement/events/search-recorder.js';
import type { ClientInfo } from '../../engagement/events/client-info.js';
import { countFacets, isListed } from '../../search/query/facets.js';
import type { AutocompleteProvider } from '../../search/autocomplete/autocomplete-provider.js';
import type {
  ItemSearchRequest,
  ItemSearchResult,
  SearchService,
} from '../../search/query/search.service.js';
import type { AccountRules, SearchRules } from '../../search/rules/search-rules.js';
import { readPublicItems } from '../items/public-item.repository.js';
import { readNames } from './read-names.js';
import { readScripture } from './read-scripture.js';
import { DEFAULT_RESULTS, filterOf, type SearchParams, type SearchResponseRecord } from './search.schema.js';
import { browseItems } from '../../search/query/browse.js';
import { filterCondition } from '../../search/query/filter-sql.js';
import { rowsWhere } from '../../platform/db/rows.js';

/** A search without a query: lists the items of a filter, newest first. It is not recorded. */
const browse = async (
  db: Db,
  now: string,
  accountId: number,
  params: SearchParams,
): Promise<Omit<SearchResponseRecord, 'page' | 'totalPages' | 'hasMore'>> => {
  const started = performance.now();
  const { limit = DEFAULT_RESULTS, offset = 0, facets } = params;
  const filter = filterOf(accountId, params);
  const { itemIds, totalRecords } = await browseItems(db, now, filter, { order: 'date', limit, offset });
  const items = await readPublicItems(db, accountId, itemIds);
  const counts = facets && (await countFacets(db, filterCondition(filter, now), facets));
  return {
    searchId: newId(),
    query: '',
    mode: 'browse',
    interpretation: { language: null },
    results: items.map((item) => ({ score: null, item, passages: [] })),
    related: [],
    ...(counts && { facets: counts, facetsAreEstimates: false }),
    limit,
    offset,
    totalRecords,
    totalIsExact: true,
    tookMs: Math.round((performance.now() - started) * 10) / 10,
  };
};

/** A response with additional data for our own pages: how many results score close to the best one. */
export type SearchPage = Omit<SearchResponseRecord, 'page' | 'totalPages' | 'hasMore'> & {
  similarRecords: number;
};

export type PublicSearchService = ReturnType<typeof createPublicSearchService>;

export const createPublicSearchService = ({
  db,
  clock,
  libraries,
  searchService,
  rules,
  record,
}: {
  db: Db;
  clock: Clock;
  /** Provides the names of the account's speakers, series and topics. */
  libraries: AutocompleteProvider;
  searchService: SearchService;
  rules: SearchRules;
  record: RecordSearch;
}) => ({
  /** @param changed what staff set for searches, if not what applies now */
  search: async (
    account: Account,
    params: SearchParams,
    clientInfo: ClientInfo,
    changed?: AccountRules,
  ): Promise<SearchPage> => {
    const accountId = account.id;
    const now = isoTime(clock);
    if (params.q === '') {
      const listed = await browse(db, now, accountId, params);
      return { ...listed, similarRecords: listed.totalRecords };
    }
    const started = performance.now();
    const { q, facets, limit = DEFAULT_RESULTS, offset = 0 } = params;
    const applied = changed ?? (await rules.of(accountId));
    const meaning = await parseVisitorQuery(db, now, libraries, account, params, applied);
    const request = requestOf(accountId, params, meaning, applied);
    const found = await retryAsTypedIfEmpty(request, searchService.search);
    const withItems = await readItems(db, accountId, [...found.results, ...found.related]);
    const results = withItems(found.results);
    const counts = facets && (await countFacets(db, isListed(db, accountId, [...found.itemIds]), facets));
    const summary = {
      searchId: newId(),
      query: q,
      mode: found.mode,
      totalRecords: found.totalRecords,
      tookMs: Math.round((performance.now() - started) * 10) / 10,
    };
    record(account, clientInfo, {
      ...summary,
      origin: params.origin ?? null,
      itemIds: results.map(({ item }) => item.id),
    });
    return {
      ...summary,
      interpretation: interpretationOf(q, meaning, request, found),
      results,
      related: withItems(found.related).map((item) => ({ ...item, score: null })),
      limit,
      offset,
      ...(counts && { facets: counts, facetsAreEstimates: !found.totalIsExact }),
      totalIsExact: found.totalIsExact,
      similarRecords: found.similarRecords,
    };
  },

  /**
   * Why a search finds what it finds, what lies just below, and where an item is. It is not recorded.
   * @throws {UnavailableError} while the engine is down
   */
  explain: async (
    account: Account,
    params: SearchParams,
    options: { itemId?: number | undefined; below: number },
  ) => {
    const accountId = account.id;
    const applied = await rules.of(accountId);
    const meaning = await parseVisitorQuery(db, isoTime(clock), libraries, account, params, applied);
    const request = requestOf(accountId, params, meaning, applied);
    const found = await retryAsTypedIfEmpty(request, (attempted) =>
      searchService.explain({ ...attempted, ...options }),
    );
    const { results, below, item } = found;
    const withItems = await readItems(db, accountId, [...results, ...below, ...(item ? [item] : [])]);
    const complete = (explained: ExplainedItem): Explained => ({
      ...explained,
      pinned: explained.rank !== null && (request.pinned?.includes(explained.itemId) ?? false),
      shown: withItems([explained])[0] ?? null,
    });
    return {
      ...found,
      interpretation: interpretationOf(params.q, meaning, request, found),
      results: results.map(complete),
      below: below.map(complete),
      item: item && complete(item),
    };
  },
});

/** A result that is explained, with its item; null if that is not public. */
export type Explained = ExplainedItem & { pinned: boolean; shown: FoundResult | null };
type FoundResult = Exclude<SearchPage['results'][number], string>;

/** Reads the query: its words, and the Bible reference and the names in it. */
const parseVisitorQuery = async (
  db: Db,
  now: string,
  libraries: AutocompleteProvider,
  { id: accountId, settings }: Account,
  { q, scripture: scriptureMode, names: namesMode }: SearchParams,
  { synonyms }: AccountRules,
) => {
  const query = parseQuery(q);
  const readers = readersOf(settings);
  const cited = scriptureMode === 'off' ? null : parseScriptureQuery(query.text, readers);
  const names =
    namesMode === 'off'
      ? null
      : await readNames(db, now, libraries, accountId, cited ? cited.rest : query.text, synonyms);
  const textBesideCitation = names && cited && (names.named.isWholeQuery ? '' : names.text);
  const scripture =
    cited &&
    (await readScripture(
      db,
      now,
      accountId,
      textBesideCitation === null ? cited : { ...cited, rest: textBesideCitation },
      readers,
    ));
  return { query, names, scripture, isCited: cited !== null };
};

type ParsedQuery = Awaited<ReturnType<typeof parseVisitorQuery>>;

const requestOf = (
  accountId: number,
  params: SearchParams,
  { query, names, scripture, isCited }: ParsedQuery,
  rules: AccountRules,
): ItemSearchRequest => {
  const { mode, limit = DEFAULT_RESULTS, offset = 0, passages = 3, spelling, minScore } = params;
  const request: ItemSearchRequest = {
    ...query,
    spelling,
    mode,
    // A recognised name is spelled as in the library, so nothing needs correcting.
    ...(names && { text: names.text, ...(names.named.isWholeQuery && { spelling: 'exact' }) }),
    ...scripture?.request,
    ...(names && { named: { ...names.named, isWholeQuery: names.named.isWholeQuery && !isCited } }),
    filter: filterOf(accountId, params),
    ...(params.lang && { language: params.lang }),
    limit,
    offset,
    passages,
    ...(minScore !== undefined && { minScore }),
  };
  // The text of a passage is not the visitor's.
  const synonyms = request.scripture?.isWholeQuery ? [] : rules.synonyms.find(request.text);
  return { ...request, ...rules.pinOf(params.q), ...(synonyms.length > 0 && { synonyms }) };
};

/** Searches again as typed if the corrected query finds nothing, so that no correction is offered. */
const retryAsTypedIfEmpty = async <R extends Pick<ItemSearchResult, 'totalRecords' | 'corrections'>>(
  request: ItemSearchRequest,
  search: (request: ItemSearchRequest) => Promise<R>,
): Promise<R> => {
  const found = await search(request);
  const isInVain = found.totalRecords === 0 && found.corrections.size > 0;
  return isInVain ? search({ ...request, spelling: 'exact' }) : found;
};

const interpretationOf = (
  q: string,
  { query, names, scripture }: ParsedQuery,
  { synonyms }: ItemSearchRequest,
  { language, phrases, corrections }: Pick<ItemSearchResult, 'language' | 'phrases' | 'corrections'>,
): SearchPage['interpretation'] => ({
  language: queryLanguage(query.text) ?? language,
  ...(scripture && { scripture: scripture.interpretation }),
  ...(names && { names: names.interpretation }),
  ...(phrases.length > 0 && { phrases }),
  ...(synonyms && { synonyms: synonyms.map(({ typed, instead }) => ({ text: typed, also: [...instead] })) }),
  ...(corrections.size > 0 && { corrected: { from: q, to: replaceWords(q, corrections) } }),
});

/**
 * Reads what the response shows of the found items.
 * @returns a function that adds it to some of them and omits items that are no longer public
 */
const readItems = async (db: Db, accountId: number, found: readonly FoundItem[]) => {
  const ids = found.map(({ itemId }) => itemId);
  const items = new Map((await readPublicItems(db, accountId, ids)).map((item) => [item.id, item]));
  const interviews = new Set([...items.values()].filter(isInterview).map(({ id }) => id));
  // For other items, the index contains everything that is shown.
  const isPlaced = (itemId: number, startMs: number | null): boolean =>
    startMs === null || interviews.has(itemId);
  const placeOf = await placesOf(
    db,
    accountId,
    found.flatMap(({ itemId, passages }) =>
      passages.filter(({ startMs }) => isPlaced(itemId, startMs)).map(({ ordinal }) => ({ itemId, ordinal })),
    ),
  );
  return (foundItems: readonly FoundItem[]) =>
    foundItems.flatMap(({ itemId, score, passages }) => {
      const item = items.get(itemId);
      const placed = passages.map((passage) => {
        const { speaker, paragraph } = placeOf({ itemId, ordinal: passage.ordinal });
        return Object.assign(passage, {
          speaker: interviews.has(itemId) ? speaker : null,
          // An index may still contain times that SQL no longer has.
          ...(paragraph !== null && passage.startMs === null && { paragraph }),
        });
      });
      return item ? [{ score, item, passages: placed }] : [];
    });
};

/**
 * Whether the item belongs to a collection of interviews. The collection is JSON text on databases without a JSON
 * type.
 */
const isInterview = ({ collection }: { collection: unknown }): boolean => {
  const { contentFormat } = (
    typeof collection === 'string' ? JSON.parse(collection) : (collection ?? {})
  ) as {
    contentFormat?: string;
  };
  return contentFormat === 'interview';
};

interface PassageRef {
  itemId: number;
  ordinal: number;
}

interface PassagePlace {
  /** The main speaker; null if the transcript names none. */
  speaker: string | null;
  /** From 0; null if the transcript has times. */
  paragraph: number | null;
}

const keyOf = ({ itemId, ordinal }: PassageRef): string => `${itemId}:${ordinal}`;
const UNKNOWN: PassagePlace = { speaker: null, paragraph: null };

/** Reads the passages in one query; runs no query without passages. */
const placesOf = async (
  db: Db,
  accountId: number,
  passages: readonly PassageRef[],
): Promise<(passage: PassageRef) => PassagePlace> => {
  if (passages.length === 0) return () => UNKNOWN;
  const rows = await rowsWhere(db, 'chunk', { accountId })
    .select(['itemId', 'ordinal', 'speaker', 'paragraph'])
    .where('itemId', 'in', [...new Set(passages.map(({ itemId }) => itemId))])
    .where('ordinal', 'in', [...new Set(passages.map(({ ordinal }) => ordinal))])
    .execute();
  const places = new Map(rows.map((row) => [keyOf(row), row]));
  return (passage) => places.get(keyOf(passage)) ?? UNKNOWN;
};
