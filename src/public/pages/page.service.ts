/** Reads the content of the pages. */
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { Account } from '../../identity/accounts/account.record.js';
import type { TranscriptService } from '../../transcripts/reading/transcript.service.js';
import { isBeingTranscribed } from '../../processing/transcription/transcription.repository.js';
import type { Db } from '../../platform/db/dialect.js';
import { findRow } from '../../platform/db/rows.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { notFound } from '../../platform/lib/errors.js';
import type { Links } from '../../platform/lib/links.js';
import { presenter, type Stored } from '../../platform/lib/present.js';
import { contentVersionOf, anySlugIsShared, findSeriesSlug, originsOfToken } from './page.repository.js';
import { chaptersOfOne, hasRecording } from '../items/playable.js';
import { findPublicSlug, itemIsPublic, withSharedSlugs } from '../items/public-item.repository.js';
import type { PublicItemService } from '../items/public-item.service.js';
import { countedSeries, publicItem } from '../items/public-item.schema.js';
import { readPublicCollections } from '../items/public-lists.repository.js';
import { listedItem, publicSeriesDetail, type ItemListParams } from '../lists/public-list.schema.js';
import type { PublicListService } from '../lists/public-list.service.js';
import type { PublicSearchService } from '../search/public-search.service.js';
import { searchBody, searchResponse } from '../search/search.schema.js';
import type { CardItem, CardSeries } from './cards.js';
import type { ListedPage } from './list-page.js';
import type { Found } from './search-page.js';
import { searchParamsOf, type PageSearch } from './page-search.js';

export type PageService = ReturnType<typeof createPageService>;

export interface Named {
  slug: string;
  collectionId?: number;
}

const PAGE_SIZE = 24;
const RESULTS = 10;
const SHELF = 12;
const RELATED = 4;
const PASSAGES = 2;
/** Maximum number of feeds that a page links to. */
const MAX_FEEDS = 12;

/** Cache size: about as many accounts as are searched at a time. */
const MAX_VERSIONS = 1_000;

const ID = /^[1-9]\d{0,14}$/;

/** The slug in the URL, and the slug without changes made by typing it or copying it from a sentence. */
const readingsOf = (slug: string): Set<string> =>
  new Set([slug, slug.replace(/[\s\p{P}]+$/u, '').toLowerCase()]);

const presentItem = presenter(publicItem);
const presentListed = presenter(listedItem);
const presentSeries = presenter(countedSeries);
const presentSeriesDetail = presenter(publicSeriesDetail);
const presentResults = presenter(
  searchResponse.pick({
    results: true,
    related: true,
    totalRecords: true,
    facets: true,
    interpretation: true,
  }),
);

const NOTHING_FOUND = {
  results: [],
  related: [],
  facets: {},
  page: 1,
  totalPages: 0,
  totalRecords: 0,
  totalIsExact: true,
  hasLessSimilar: false,
};

type StoredItem = Stored<z.input<typeof publicItem>>;

export const createPageService = ({
  db,
  clock,
  items,
  lists,
  searches,
  transcripts,
}: {
  db: Db;
  clock: Clock;
  items: PublicItemService;
  lists: PublicListService;
  /** Records nothing: the component repeats the search, and reports count that one. */
  searches: PublicSearchService;
  transcripts: TranscriptService;
}) => {
  /**
   * Whether slugs are ambiguous, by account and content version. Cached because all items must be read to find
   * out.
   */
  const ambiguity = new LRUCache<string, boolean>({ max: MAX_VERSIONS });

  const withAddresses = <R extends { urlSlug: string | null }>(
    accountId: number,
    kind: 'items' | 'series',
    rows: readonly R[],
  ) => withSharedSlugs(db, isoTime(clock), accountId, kind, rows);

  const cards = (accountId: number, rows: readonly StoredItem[], links: Links): Promise<CardItem[]> =>
    withAddresses(
      accountId,
      'items',
      rows.map((row) => presentItem(row, links)),
    );

  /** @throws {NotFoundError} for a page after the last */
  const listed = async (
    accountId: number,
    filter: Partial<ItemListParams>,
    { page, links }: { page: number; links: Links },
  ): Promise<ListedPage> => {
    const params = { sort: 'date' as const, ...filter, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
    const { records, totalRecords, totalPages } = await lists.items(accountId, params);
    if (page > Math.max(1, totalPages)) throw notFound('No such page');
    const presented = records.map((row) => presentListed(row, links));
    return {
      items: await withAddresses(accountId, 'items', presented),
      page,
      totalPages,
      totalRecords,
    };
  };

  /**
   * Tries slugs before ids; the URL of an item without a slug contains its id.
   * @throws {NotFoundError}
   */
  const itemIdOf = async (accountId: number, { slug, collectionId }: Named): Promise<number> => {
    for (const one of readingsOf(slug)) {
      const found = await findPublicSlug(db, isoTime(clock), accountId, one, collectionId);
      if (found !== undefined) return found;
      if (ID.test(one) && (await itemIsPublic(db, isoTime(clock), accountId, Number(one))))
        return Number(one);
    }
    throw notFound('No such item');
  };

  const seriesIdOf = async (accountId: number, slug: string, collectionId?: number): Promise<number> => {
    for (const one of readingsOf(slug)) {
      const found = await findSeriesSlug(db, accountId, one, collectionId);
      if (found !== undefined) return found;
      if (ID.test(one)) return Number(one);
    }
    throw notFound('No such series');
  };

  /** The text of an item, for reading. */
  const textOf = async (accountId: number, id: number, links: Links) => {
    const chapters = chaptersOfOne(await items.chapters(accountId, id), undefined);
    const breaks = chapters.map(({ startMs }) => startMs);
    return {
      chapters,
      transcript: await transcripts.paragraphs(accountId, id, breaks),
      textUrl: `${links.baseUrl}/items/${id}/transcript.txt`,
    };
  };

  return {
    item: async (account: Account, named: Named, links: Links) => {
      const { id: accountId, settings } = account;
      const id = await itemIdOf(accountId, named);
      const [item, text, related] = await Promise.all([
        items.get(account, id, links),
        textOf(accountId, id, links),
        items.related({ accountId, token: undefined }, id, RELATED),
      ]);
      const series = await withAddresses(accountId, 'series', item.series ? [item.series] : []);
      return {
        item,
        ...text,
        isTranscribing: text.transcript === null && (await isBeingTranscribed(db, accountId, id)),
        language: item.language,
        related: await cards(accountId, related ?? [], links),
        isComplete: related !== null,
        translation: settings.defaultTranslation ?? 'kjv',
        isSeriesSlugShared: series[0]?.isSlugShared ?? false,
      };
    },

    /**
     * An item for its player or, without a recording, its text, and the sites that may frame it.
     * @throws {NotFoundError} also for an unknown token
     */
    embedded: async (account: Account, id: number, token: string | undefined, links: Links) => {
      const ancestors = token === undefined ? ['*'] : await originsOfToken(db, account.id, token);
      if (!ancestors) throw notFound('No such embed token');
      const item = await items.get(account, id, links);
      const text = hasRecording(item.mediaAssets) ? null : await textOf(account.id, id, links);
      return { item, text: text && { ...text, language: item.language }, ancestors };
    },

    series: async (account: Account, { slug, collectionId }: Named, page: number, links: Links) => {
      const { id: accountId } = account;
      const id = await seriesIdOf(accountId, slug, collectionId);
      const series = presentSeriesDetail(await lists.oneSeries(accountId, id), links);
      const [addressed] = await withAddresses(accountId, 'series', [series]);
      const list = await listed(accountId, { seriesId: id, sort: 'orderInSeries' }, { page, links });
      return { series: addressed!, list };
    },

    speaker: async ({ id: accountId }: Account, id: number, page: number, links: Links) => {
      const row = await findRow(db, 'speaker', accountId, id);
      const list = row && (await listed(accountId, { speakerId: id }, { page, links }));
      // A speaker without public items is not public.
      if (!list?.totalRecords) throw notFound('No such speaker');
      return { speaker: row!, list };
    },

    topic: async ({ id: accountId }: Account, id: number, page: number, links: Links) => {
      const row = await findRow(db, 'topic', accountId, id);
      const list = row && (await listed(accountId, { topicId: id }, { page, links }));
      if (!list?.totalRecords) throw notFound('No such topic');
      return { topic: row!, list };
    },

    latest: ({ id }: Account, page: number, links: Links): Promise<ListedPage> =>
      listed(id, {}, { page, links }),

    /** What the search page shows without a query. */
    shelves: async ({ id }: Account, links: Links): Promise<{ latest: CardItem[]; series: CardSeries[] }> => {
      const [latest, { records }] = await Promise.all([
        lists.items(id, { sort: 'date', limit: RESULTS }),
        lists.series(id, { limit: SHELF }),
      ]);
      const series = records.filter(({ itemCount }) => itemCount > 0);
      return {
        latest: await cards(id, latest.records, links),
        series: await withAddresses(
          id,
          'series',
          series.map((row) => presentSeries(row, links)),
        ),
      };
    },

    /** @param lang of the page */
    search: async (account: Account, search: PageSearch, links: Links, lang: string): Promise<Found> => {
      const { page, all } = search;
      const { data: params } = searchBody.safeParse({
        ...searchParamsOf(search),
        lang,
        limit: RESULTS,
        offset: (page - 1) * RESULTS,
        passages: PASSAGES,
      });
      // For example, a query that only excludes words.
      if (!params) return { ...NOTHING_FOUND, search };
      const nobody = { visitor: null, origin: undefined, asksNotToBeTracked: true, isBot: true };
      const answer = await searches.search(account, params, nobody);
      const { results, related, facets = {}, interpretation } = presentResults(answer, links);
      const shown = all ? answer.totalRecords : answer.similarRecords;
      const hasLessSimilar = shown < answer.totalRecords;
      await withAddresses(
        account.id,
        'items',
        [...results, ...related].map(({ item }) => item),
      );
      return {
        search,
        results: results.slice(0, Math.max(0, shown - (page - 1) * RESULTS)),
        related,
        facets,
        language: interpretation.language,
        scripture: interpretation.scripture?.citation,
        names: interpretation.names?.map(({ name }) => name),
        unfoundPhrases: interpretation.phrases?.flatMap(({ text, found }) => (found === 0 ? [text] : [])),
        corrected: interpretation.corrected,
        page,
        totalPages: Math.ceil(shown / RESULTS),
        totalRecords: shown,
        totalIsExact: hasLessSimilar || Boolean(answer.totalIsExact),
        hasLessSimilar,
      };
    },

    /** The account's podcasts, by collection. */
    collections: async ({ id }: Account): Promise<{ id: number; name: string }[]> =>
      (await readPublicCollections(db, id)).slice(0, MAX_FEEDS),

    /** URL template of the item pages, for the component. */
    itemTemplate: async ({ id }: Account): Promise<string> => {
      const now = isoTime(clock);
      const key = `${id} ${(await contentVersionOf(db, id, now)).version}`;
      const isAmbiguous = ambiguity.get(key) ?? (await anySlugIsShared(db, now, id));
      ambiguity.set(key, isAmbiguous);
      return isAmbiguous ? '/items/{slug}?collectionId={collectionId}' : '/items/{slug}';
    },
  };
};
