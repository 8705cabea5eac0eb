/** A search without a query: lists the items of a filter, newest first. It is not recorded. */
import type { Db } from '../../platform/db/dialect.js';
import { newId } from '../../platform/lib/ids.js';
import { browseItems } from '../../search/query/browse.js';
import { countFacets } from '../../search/query/facets.js';
import { filterCondition } from '../../search/query/filter-sql.js';
import { readPublicItems } from '../items/public-item.repository.js';
import { DEFAULT_LIMIT, filterOf, type SearchParams, type SearchResponseRecord } from './search.schema.js';

export const browse = async (
  db: Db,
  accountId: number,
  params: SearchParams,
): Promise<Omit<SearchResponseRecord, 'page' | 'totalPages' | 'hasMore'>> => {
  const started = performance.now();
  const { limit = DEFAULT_LIMIT, offset = 0, facets } = params;
  const filter = filterOf(accountId, params);
  const { itemIds, totalRecords } = await browseItems(db, filter, { order: 'date', limit, offset });
  const items = await readPublicItems(db, accountId, itemIds);
  const counts = facets && (await countFacets(db, filterCondition(filter), facets));
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
