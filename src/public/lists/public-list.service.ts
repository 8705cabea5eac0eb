/** Lists of public items, and of the series, speakers, topics and collections that contain them. */
import { findRow } from '../../platform/db/rows.js';
import type { Db } from '../../platform/db/dialect.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { envelope } from '../../platform/http/endpoint/endpoint.js';
import { notFound } from '../../platform/lib/errors.js';
import { isWithheld } from '../../content/items/visibility.js';
import { browseItems } from '../../search/query/browse.js';
import { readPublicItems } from '../items/public-item.repository.js';
import {
  countPublicSeries,
  readPublicCollections,
  readPublicSeries,
  readPublicSpeakers,
  readPublicTopics,
  withItemCounts,
} from '../items/public-lists.repository.js';
import { DEFAULT_RESULTS, filterOf } from '../search/search.schema.js';
import type { ItemListParams, PageParams, SeriesListParams } from './public-list.schema.js';

export type PublicListService = ReturnType<typeof createPublicListService>;

const pagingOf = ({ limit = DEFAULT_RESULTS, offset = 0 }: PageParams) => ({ limit, offset });

const pageOf = <R>(records: readonly R[], params: PageParams) => {
  const { limit, offset } = pagingOf(params);
  return {
    records: records.slice(offset, offset + limit),
    ...envelope(limit, offset, records.length),
  };
};

export const createPublicListService = ({ db, clock }: { db: Db; clock: Clock }) => ({
  items: async (accountId: number, params: ItemListParams) => {
    const { limit, offset } = pagingOf(params);
    const filter = filterOf(accountId, params);
    const { itemIds, totalRecords } = await browseItems(db, isoTime(clock), filter, {
      order: params.sort,
      limit,
      offset,
    });
    const records = await readPublicItems(db, accountId, itemIds);
    return { records, ...envelope(limit, offset, totalRecords) };
  },

  series: async (accountId: number, { collectionId, ...params }: SeriesListParams) => {
    const { limit, offset } = pagingOf(params);
    const [rows, total] = await Promise.all([
      readPublicSeries(db, accountId, { collectionId, limit, offset }),
      countPublicSeries(db, accountId, collectionId),
    ]);
    const records = await withItemCounts(db, isoTime(clock), accountId, 'seriesId', rows);
    return { records, ...envelope(limit, offset, total) };
  },

  /** @throws {NotFoundError} when the series does not exist or is withheld */
  oneSeries: async (accountId: number, id: number) => {
    const row = await findRow(db, 'series', accountId, id);
    if (!row || isWithheld(row)) throw notFound('No such series');
    const [[series], collection] = await Promise.all([
      withItemCounts(db, isoTime(clock), accountId, 'seriesId', [row]),
      findRow(db, 'collection', accountId, row.collectionId),
    ]);
    return Object.assign(series!, { collection: collection ?? null });
  },

  collections: async (accountId: number, params: PageParams) => {
    const page = pageOf(await readPublicCollections(db, accountId), params);
    return {
      ...page,
      records: await withItemCounts(db, isoTime(clock), accountId, 'collectionId', page.records),
    };
  },

  speakers: async (accountId: number, params: PageParams) =>
    pageOf(await readPublicSpeakers(db, isoTime(clock), accountId), params),

  topics: async (accountId: number, params: PageParams) =>
    pageOf(await readPublicTopics(db, isoTime(clock), accountId), params),
});
