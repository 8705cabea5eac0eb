/** Writes podcast feeds: RSS 2.0 with the iTunes, podcast and Atom namespaces. */
import { absoluteUrl, type Links } from '../../platform/lib/links.js';
import { v5 as uuidV5 } from 'uuid';
import type { Account } from '../../identity/accounts/account.record.js';
import {
  feedOf,
  categoryParts,
  DEFAULT_CATEGORY,
  type FeedSettings,
} from '../../content/records/feed-settings.js';
import type { FeedItem, FeedSubject } from './feed.repository.js';
import { feedPath } from '../items/page-address.js';
import { hostOf, seriesPath, siteUrl } from '../items/own-pages.js';
import { podcastItem, pubDate, rfc822 } from './podcast-item.js';
import { attributes, elements, XML_DECLARATION, type XmlTree } from './xml.js';

interface FeedContent {
  account: Account;
  subject: FeedSubject;
  items: readonly FeedItem[];
  /** Whether requests for files are counted on their way. */
  countsDownloads: boolean;
  /** Numbers of the items' series, for the feed of a collection. */
  seriesNumbers: ReadonlyMap<number, number>;
  /** The public host as the caller reached it. */
  links: Links;
  /** The feed's URL on the account's own public host, which identifies the podcast permanently. */
  canonicalUrl: string;
  page: number;
  pages: number;
}

/** The namespace of `podcast:guid`. */
const PODCAST_NAMESPACE = 'ead4c236-bf58-58c6-a2c6-a6b28d128cb6';

const NAMESPACES = attributes({
  '@version': '2.0',
  '@xmlns:atom': 'http://www.w3.org/2005/Atom',
  '@xmlns:itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  '@xmlns:podcast': 'https://podcastindex.org/namespace/1.0',
});

/** @returns a chunk for the channel and one for each item */
export function* podcastFeed(content: FeedContent): Generator<string, void, undefined> {
  const settings = feedOf(content.subject.collection);
  yield `${XML_DECLARATION}<rss${NAMESPACES}><channel>${elements(channelOf(content, settings))}`;
  const shared = { ...content, explicit: settings.explicit };
  for (const item of content.items) yield elements({ item: podcastItem(shared, item) });
  yield '</channel></rss>';
}

const channelOf = (content: FeedContent, settings: FeedSettings): XmlTree => {
  const { account, subject, items, links, canonicalUrl } = content;
  const dates = [subject.row, subject.collection, ...items.map(({ row }) => row)].map(
    ({ updatedDate }) => updatedDate,
  );
  const image = imageOf(content);
  const author = settings.author ?? account.name;
  return {
    ...namesOf(content, settings),
    language: settings.language ?? subject.collection.defaultLanguage ?? commonLanguage(items),
    copyright: settings.copyright,
    lastBuildDate: rfc822(dates.reduce((a, b) => (a > b ? a : b))),
    pubDate: items[0] && pubDate(items[0]),
    'atom:link': pageLinks(content),
    'itunes:author': author,
    'itunes:owner': settings.ownerEmail
      ? { 'itunes:name': settings.ownerName ?? author, 'itunes:email': settings.ownerEmail }
      : null,
    'itunes:image': image && { '@href': absoluteUrl(image, links) },
    'itunes:category': categoryElement(settings.category ?? DEFAULT_CATEGORY),
    'itunes:explicit': String(settings.explicit),
    'itunes:type': typeOf(subject, settings),
    'podcast:guid': podcastGuid(canonicalUrl),
    'podcast:medium': settings.medium,
  };
};

/** Title, link and description, in RSS order; those of the series in its own feed. */
const namesOf = ({ account, subject, links }: FeedContent, settings: FeedSettings): XmlTree => {
  const site = siteUrl(account, links.baseUrl);
  if (subject.kind === 'series') {
    const { title, description, shortDescription, subTitle } = subject.row;
    const link = account.settings.publicSiteUrl ?? hostOf(links.baseUrl) + seriesPath(subject.row);
    return { title, link, description: description || shortDescription || subTitle || title };
  }
  const title = settings.title ?? `${account.name}: ${subject.row.name}`;
  return { title, link: settings.link ?? site, description: settings.description ?? title };
};

const imageOf = ({ subject, items }: FeedContent): string | null =>
  (subject.kind === 'series' ? subject.row.squareImgUrl : null) ??
  subject.collection.squareImgUrl ??
  items.find(({ row: { squareImgUrl } }) => squareImgUrl)?.row.squareImgUrl ??
  null;

const typeOf = (subject: FeedSubject, { type }: FeedSettings): string => {
  if (subject.kind === 'collection') return type ?? 'episodic';
  return subject.row.itemSortDirection === 'ASC' ? 'serial' : 'episodic';
};

const categoryElement = (name: string): XmlTree => {
  const [category, subcategory] = categoryParts(name);
  return { '@text': category, 'itunes:category': subcategory ? { '@text': subcategory } : null };
};

const pageLinks = ({ subject, links, page, pages }: FeedContent): XmlTree[] => {
  const self = `${links.baseUrl}${feedPath(subject)}`;
  const link = (rel: string, n: number): XmlTree => ({
    '@rel': rel,
    '@href': n === 1 ? self : `${self}?page=${n}`,
    '@type': 'application/rss+xml',
  });
  return [
    link('self', page),
    ...(pages > 1 ? [link('first', 1), link('last', pages)] : []),
    ...(page > 1 ? [link('previous', page - 1)] : []),
    ...(page < pages ? [link('next', page + 1)] : []),
  ];
};

/** As the podcast namespace defines it: derived from the feed's URL without scheme and trailing slashes. */
const podcastGuid = (feedUrl: string): string =>
  uuidV5(feedUrl.replace(/^\w+:\/\//, '').replace(/\/+$/, ''), PODCAST_NAMESPACE);

/** The most frequent language of the items; English if none is known. */
const commonLanguage = (items: readonly FeedItem[]): string => {
  const counts = new Map<string, number>();
  for (const { row, transcript } of items) {
    const language = transcript?.language ?? row.effectiveLanguage;
    if (language) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return most?.[0] ?? 'en';
};
