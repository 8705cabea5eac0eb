/** Podcast feeds, JSON chapters, oEmbed and sitemaps of the public library. */
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Links } from '../../platform/lib/links.js';
import type { Account } from '../../identity/accounts/account.record.js';
import type { Db } from '../../platform/db/dialect.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { notFound, notImplemented } from '../../platform/lib/errors.js';
import {
  visibleChapters,
  findPublicItem,
  findPublicSlug,
  itemIsPublic,
  readyMedia,
  withOwnAddresses,
  withSharedSlugs,
} from '../items/public-item.repository.js';
import {
  countPublicItems,
  findFeedSubject,
  readFeedItems,
  publicItemAt,
  readPageSubjects,
  seriesNumbers,
  podcastFile,
  podcastVersion,
  type FeedSubject,
} from './feed.repository.js';
import type { JsonChapters, OEmbed } from './feed.schema.js';
import { imagesByAspectRatio, oEmbedOf } from './oembed.js';
import { feedPath, itemPageUrls, readPageUrl, type PageSubject } from '../items/page-address.js';
import { hostOf, LATEST_PATH, seriesPath, speakerPath, topicPath } from '../items/own-pages.js';
import { chaptersOfOne } from '../items/playable.js';
import { readPublicLists, withItemCounts } from '../items/public-lists.repository.js';
import { podcastFeed } from './podcast-feed.js';
import { elements, XML_DECLARATION } from './xml.js';

/** Items per feed page: more than most podcasts ever have, and still fast to write. */
const FEED_ITEMS = 300;
/** Number of items written before yielding: a few milliseconds of work. */
const FEED_SLICE = 50;
const SITEMAP_SLICE = 500;
/**
 * Maximum number of series, speakers and topics each; together with the items they stay below the limit of a
 * sitemap.
 */
const MAX_LISTED = 5_000;

export interface EmbedRequest {
  url: string;
  format: 'json' | 'xml';
  maxwidth?: number;
  maxheight?: number;
}

export type FeedService = ReturnType<typeof createFeedService>;

/** @param searchBaseUrl returns the base URL of an account's public host */
export const createFeedService = ({
  db,
  clock,
  searchBaseUrl,
  countsDownloads,
}: {
  db: Db;
  clock: Clock;
  searchBaseUrl: (shortName: string) => string;
  /** Whether enclosures lead past the counter of downloads. */
  countsDownloads: boolean;
}) => {
  const idOf = async (accountId: number, { id, slug, collectionId }: PageSubject) => {
    if (id !== undefined) return id;
    if (slug === undefined) return undefined;
    const found = await findPublicSlug(db, isoTime(clock), accountId, slug, collectionId);
    // The URL of an item without a slug contains its id.
    return found ?? (/^[1-9]\d{0,14}$/.test(slug) ? Number(slug) : undefined);
  };

  /** The pages of this host other than those of items. */
  const hostPages = async (accountId: number): Promise<string[]> => {
    const now = isoTime(clock);
    const { series, speakers, topics } = await readPublicLists(db, now, accountId);
    const shown = (await withItemCounts(db, now, accountId, 'seriesId', series.slice(0, MAX_LISTED))).filter(
      ({ itemCount }) => itemCount > 0,
    );
    return [
      '/',
      LATEST_PATH,
      ...(await withSharedSlugs(db, now, accountId, 'series', shown)).map(seriesPath),
      ...speakers.slice(0, MAX_LISTED).map(({ id }) => speakerPath(id)),
      ...topics.slice(0, MAX_LISTED).map(({ id }) => topicPath(id)),
    ];
  };

  /** The entries of one sitemap, read in parts between which the process handles other requests. */
  async function* sitemapEntries(
    account: Account,
    { first, isFirst, baseUrl }: { first: number | undefined; isFirst: boolean; baseUrl: string },
  ): AsyncGenerator<SitemapEntry[], void, undefined> {
    const urlOf = itemPageUrls(account, baseUrl);
    if (first !== undefined && isFirst && !account.settings.publicSiteUrl)
      yield (await hostPages(account.id)).map((path) => ({ loc: hostOf(baseUrl) + path }));
    const now = isoTime(clock);
    let from = first;
    for (let done = 0; from !== undefined && done < SITEMAP_ENTRIES; done += SITEMAP_SLICE) {
      const rows = await readPageSubjects(db, now, account.id, { from, limit: SITEMAP_SLICE });
      const items = await withOwnAddresses(db, now, account, rows);
      yield items.map((item) => ({ loc: urlOf(item), lastmod: item.updatedDate }));
      from = items.length < SITEMAP_SLICE ? undefined : (items.at(-1)?.id ?? 0) + 1;
      await setImmediate();
    }
  }

  return {
    /**
     * RSS 2.0 of the items that have a file, newest first, in pages (RFC 5005).
     * @throws {NotFoundError} also for a page after the last
     */
    podcast: async (
      account: Account,
      kind: FeedSubject['kind'],
      id: number,
      { page, links }: { page: number; links: Links },
    ): Promise<Readable> => {
      const now = isoTime(clock);
      const subject = await findFeedSubject(db, account.id, kind, id);
      if (!subject) throw notFound(`No such ${kind}`);
      const [{ items, total }, numbers] = await Promise.all([
        readFeedItems(db, now, account.id, subject, { limit: FEED_ITEMS, offset: (page - 1) * FEED_ITEMS }),
        kind === 'collection' ? seriesNumbers(db, account.id, id) : new Map<number, number>(),
      ]);
      await withOwnAddresses(
        db,
        now,
        account,
        items.map(({ row }) => row),
      );
      const pages = Math.max(1, Math.ceil(total / FEED_ITEMS));
      if (page > pages) throw notFound('No such page of the feed');
      const chunks = podcastFeed({
        account,
        subject,
        items,
        countsDownloads,
        seriesNumbers: numbers,
        links,
        canonicalUrl: searchBaseUrl(account.shortName) + feedPath(subject),
        page,
        pages,
      });
      return Readable.from(inSlices(chunks, FEED_SLICE));
    },

    /** A file of a public item that can be played; undefined if there is none. */
    episodeFile: async (accountId: number, itemId: number, mediaAssetId: number) => {
      if (!(await itemIsPublic(db, isoTime(clock), accountId, itemId))) return undefined;
      const file = (await readyMedia(db, accountId, [itemId]))
        .get(itemId)
        ?.find(({ id }) => id === mediaAssetId);
      const version = file && podcastVersion(file);
      return version && version.url !== null ? { ...version, url: version.url } : undefined;
    },

    /**
     * Chapters of the file in the feeds, otherwise of the first media asset with chapters.
     * @throws {NotFoundError} when the item is not public
     */
    chapters: async (accountId: number, links: Links, itemId: number): Promise<JsonChapters> => {
      const item = await findPublicItem(db, isoTime(clock), accountId, links, itemId);
      if (!item) throw notFound('No such item');
      const chapters = await visibleChapters(db, accountId, itemId);
      return {
        version: '1.2.0',
        title: item.title,
        chapters: chaptersOfOne(chapters, podcastFile(item.mediaAssets)?.id).map(({ title, startMs }) => ({
          startTime: startMs / 1_000,
          title,
        })),
      };
    },

    /**
     * @throws {NotFoundError} when the URL is not that of a public item
     * @throws {NotImplementedError} for XML
     */
    oEmbed: async (account: Account, request: EmbedRequest, links: Links): Promise<OEmbed> => {
      const { baseUrl } = links;
      const subject = readPageUrl(account, request.url, [baseUrl, searchBaseUrl(account.shortName)]);
      const id = subject && (await idOf(account.id, subject));
      const item =
        id === undefined ? undefined : await findPublicItem(db, isoTime(clock), account.id, links, id);
      if (!item) throw notFound('The URL is not of a published item');
      const startSecs = startOf(request.url);
      if (request.format === 'xml') throw notImplemented('XML is not supported: use format=json');
      return oEmbedOf({
        account,
        item,
        artwork: imagesByAspectRatio(item),
        baseUrl,
        maxwidth: request.maxwidth,
        maxheight: request.maxheight,
        startSecs,
      });
    },

    /**
     * The URLs of all item pages and, if the account has no site, of the other pages of this host: as one
     * sitemap, as an index of several, or as the requested one of several.
     * @throws {NotFoundError} for a page after the last
     */
    sitemap: async (
      account: Account,
      { page, baseUrl }: { page: number | undefined; baseUrl: string },
    ): Promise<string | Readable> => {
      const pages = Math.max(
        1,
        Math.ceil((await countPublicItems(db, isoTime(clock), account.id)) / SITEMAP_ENTRIES),
      );
      if (page === undefined && pages > 1)
        return sitemapIndexOf(
          Array.from({ length: pages }, (_, i) => ({ loc: `${baseUrl}/sitemap.xml?page=${i + 1}` })),
        );
      if (page !== undefined && page > pages) throw notFound('No such page of the sitemap');
      const from = await publicItemAt(db, isoTime(clock), account.id, ((page ?? 1) - 1) * SITEMAP_ENTRIES);
      const isFirst = (page ?? 1) === 1;
      return Readable.from(sitemapOf(sitemapEntries(account, { first: from, isFirst, baseUrl })));
    },
  };
};

/** The minute of a shared address, in whole seconds. */
const startOf = (url: string): number | undefined => {
  const [, secs] = /^(\d{1,6})(?:s|\.\d*)?$/.exec(new URL(url).searchParams.get('t') ?? '') ?? [];
  return secs === undefined ? undefined : Number(secs);
};

/** Joins chunks into larger ones, between which the process handles other requests. */
async function* inSlices(chunks: Iterable<string>, size: number): AsyncGenerator<string, void, undefined> {
  let slice: string[] = [];
  for (const chunk of chunks) {
    slice.push(chunk);
    if (slice.length < size) continue;
    yield slice.join('');
    slice = [];
    await setImmediate();
  }
  yield slice.join('');
}

interface SitemapEntry {
  loc: string;
  /** ISO 8601 */
  lastmod?: string;
}

/**
 * URLs per sitemap. The standard allows 50,000 in 50 MiB; with the longest possible URLs (2,000 characters of the
 * site's URL and a percent-encoded slug) the size limit would be reached first.
 */
const SITEMAP_ENTRIES = 10_000;

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** @returns one chunk per list of entries */
async function* sitemapOf(
  pages: AsyncIterable<readonly SitemapEntry[]>,
): AsyncGenerator<string, void, undefined> {
  yield `${XML_DECLARATION}<urlset xmlns="${NAMESPACE}">`;
  for await (const entries of pages) yield elements({ url: entries.map((entry) => ({ ...entry })) });
  yield '</urlset>';
}

const sitemapIndexOf = (sitemaps: readonly SitemapEntry[]): string =>
  `${XML_DECLARATION}<sitemapindex xmlns="${NAMESPACE}">` +
  `${elements({ sitemap: sitemaps.map((entry) => ({ ...entry })) })}</sitemapindex>`;
