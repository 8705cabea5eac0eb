/**
 * Runs a public search from its parameters to its response: recognises scripture and names, searches, and reads
 * the items to show.
 */
import {
  citationOf,
  parseQuery,
  parseScriptureQuery,
  queryLanguage,
  withWords,
  type FoundItem,
} from '../../../indexer/index.js';
import type { Account } from '../../identity/accounts/account.record.js';
import type { Db } from '../../platform/db/dialect.js';
import { newId } from '../../platform/lib/ids.js';
import type { RecordSearch } from '../../engagement/events/search-recorder.js';
import type { ClientInfo } from '../../engagement/events/client-info.js';
import { countFacets, isListed } from '../../search/query/facets.js';
import type { AutocompleteProvider } from '../../search/autocomplete/autocomplete-provider.js';
import type { ItemSearchRequest, SearchService } from '../../search/query/search.service.js';
import { placesOf } from './passage-places.repository.js';
import { readPublicItems } from '../items/public-item.repository.js';
import { browse } from './browse.js';
import { readNames } from './read-names.js';
import { readScripture } from './read-scripture.js';
import { DEFAULT_LIMIT, filterOf, type SearchParams, type SearchResponseRecord } from './search.schema.js';

/** A response with additional data for our own pages: how many results score close to the best one. */
export type SearchPage = Omit<SearchResponseRecord, 'page' | 'totalPages' | 'hasMore'> & {
  similarRecords: number;
};

export type PublicSearchService = ReturnType<typeof createPublicSearchService>;

export const createPublicSearchService = ({
  db,
  libraries,
  searchService,
  record,
}: {
  db: Db;
  /** Provides the names of the account's speakers, series and topics. */
  libraries: AutocompleteProvider;
  searchService: SearchService;
  record: RecordSearch;
}) => ({
  search: async (account: Account, params: SearchParams, clientInfo: ClientInfo): Promise<SearchPage> => {
    const accountId = account.id;
    if (params.q === '') {
      const listed = await browse(db, accountId, params);
      return { ...listed, similarRecords: listed.totalRecords };
    }
    const started = performance.now();
    const { q, mode, limit = DEFAULT_LIMIT, offset = 0, passages = 3, facets, spelling, minScore } = params;
    const filter = filterOf(accountId, params);
    const query = parseQuery(q);
    const cited = params.scripture === 'off' ? null : parseScriptureQuery(query.text);
    const names =
      params.names === 'off'
        ? null
        : await readNames(db, libraries, accountId, cited ? cited.rest : query.text);
    const besides = names && cited && (names.named.isWholeQuery ? '' : names.text);
    const scripture =
      cited &&
      (await readScripture(db, accountId, besides === null ? query.text : `${besides} ${citationOf(cited)}`));
    const request = {
      ...query,
      spelling,
      mode,
      // A recognised name is spelled as in the library, so nothing needs correcting.
      ...(names && { text: names.text, ...(names.named.isWholeQuery && { spelling: 'exact' }) }),
      ...scripture?.request,
      ...(names && { named: { ...names.named, isWholeQuery: names.named.isWholeQuery && !cited } }),
      filter,
      limit,
      offset,
      passages,
      ...(minScore !== undefined && { minScore }),
    } satisfies ItemSearchRequest;
    const asMeant = await searchService.search(request);
    // A correction that finds nothing is not offered.
    const isInVain = asMeant.totalRecords === 0 && asMeant.corrections.size > 0;
    const found = isInVain ? await searchService.search({ ...request, spelling: 'exact' }) : asMeant;
    const shown = [...found.results, ...found.related];
    const items = new Map(
      (
        await readPublicItems(
          db,
          accountId,
          shown.map(({ itemId }) => itemId),
        )
      ).map((item) => [item.id, item]),
    );
    const interviews = new Set([...items.values()].filter(isInterview).map(({ id }) => id));
    // For other items, the index contains everything that is shown.
    const isPlaced = (itemId: number, startMs: number | null): boolean =>
      startMs === null || interviews.has(itemId);
    const placeOf = await placesOf(
      db,
      accountId,
      shown.flatMap(({ itemId, passages: chosen }) =>
        chosen.filter(({ startMs }) => isPlaced(itemId, startMs)).map(({ ordinal }) => ({ itemId, ordinal })),
      ),
    );
    const withItems = (all: readonly FoundItem[]) =>
      all.flatMap(({ itemId, score, passages: chosen }) => {
        const item = items.get(itemId);
        const named = chosen.map((passage) => {
          const { speaker, paragraph } = placeOf({ itemId, ordinal: passage.ordinal });
          return Object.assign(passage, {
            speaker: interviews.has(itemId) ? speaker : null,
            // An index may still contain times that SQL no longer has.
            ...(paragraph !== null && passage.startMs === null && { paragraph }),
          });
        });
        return item ? [{ score, item, passages: named }] : [];
      });
    const results = withItems(found.results);
    const counts = facets && (await countFacets(db, isListed(db, accountId, found.itemIds), facets));
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
      interpretation: {
        language: queryLanguage(query.text),
        ...(scripture && { scripture: scripture.interpretation }),
        ...(names && { names: names.interpretation }),
        ...(found.phrases.length > 0 && { phrases: found.phrases }),
        ...(found.corrections.size > 0 && { corrected: { from: q, to: withWords(q, found.corrections) } }),
      },
      results,
      related: withItems(found.related).map((one) => ({ ...one, score: null })),
      limit,
      offset,
      ...(counts && { facets: counts, facetsAreEstimates: !found.totalIsExact }),
      totalIsExact: found.totalIsExact,
      similarRecords: found.similarRecords,
    };
  },
});

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
