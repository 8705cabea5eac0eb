/** Writes podcast feeds: RSS 2.0 with the iTunes, podcast and Atom namespaces. */
import { absoluteUrl, type Links } from '../../platform/lib/links.js';
import { v5 as uuidV5 } from 'uuid';
import type { Account } from '../../identity/accounts/account.record.js';
import type { FeedItem, FeedSubject } from './feed.repository.js';
import { feedPath, itemPageUrl } from '../items/page-address.js';
import { mimeTypeOf } from '../items/playable.js';
import { attributes, elements, XML_DECLARATION, type XmlTree } from './xml.js';

interface FeedContent {
  account: Account;
  subject: FeedSubject;
  items: readonly FeedItem[];
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
/** Names of people and seasons are no longer than this in the podcast namespace. */
const NAME_LIMIT = 128;

const NAMESPACES = attributes({
  '@version': '2.0',
  '@xmlns:atom': 'http://www.w3.org/2005/Atom',
  '@xmlns:itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  '@xmlns:podcast': 'https://podcastindex.org/namespace/1.0',
});

/** @returns a chunk for the channel and one for each item */
export function* podcastFeed(content: FeedContent): Generator<string, void, undefined> {
  yield `${XML_DECLARATION}<rss${NAMESPACES}><channel>${elements(channelOf(content))}`;
  for (const item of content.items) yield elements({ item: itemOf(content, item) });
  yield '</channel></rss>';
}

const channelOf = ({ account, subject, items, links, canonicalUrl, page, pages }: FeedContent): XmlTree => {
  const { baseUrl } = links;
  const { row } = subject;
  const title = subject.kind === 'series' ? subject.row.title : `${account.name}: ${subject.row.name}`;
  const image =
    (subject.kind === 'series' ? subject.row.squareImgUrl : null) ??
    items.find(({ row: { squareImgUrl } }) => squareImgUrl)?.row.squareImgUrl ??
    null;
  const self = `${baseUrl}${feedPath(subject)}`;
  const pageUrl = (n: number): string => (n === 1 ? self : `${self}?page=${n}`);
  const link = (rel: string, n: number): XmlTree => ({
    '@rel': rel,
    '@href': pageUrl(n),
    '@type': 'application/rss+xml',
  });
  const changed = [row, ...items.map((item) => item.row)].map(({ updatedDate }) => updatedDate);
  return {
    title,
    link: account.settings.publicSiteUrl ?? baseUrl,
    description:
      subject.kind === 'series'
        ? (subject.row.description ?? subject.row.shortDescription ?? subject.row.subTitle ?? title)
        : title,
    language: commonLanguage(items),
    lastBuildDate: rfc822(changed.reduce((a, b) => (a > b ? a : b))),
    pubDate: items[0] && rfc822(released(items[0])),
    'atom:link': [
      link('self', page),
      ...(pages > 1 ? [link('first', 1), link('last', pages)] : []),
      ...(page > 1 ? [link('previous', page - 1)] : []),
      ...(page < pages ? [link('next', page + 1)] : []),
    ],
    'itunes:author': account.name,
    'itunes:image': image && { '@href': absoluteUrl(image, links) },
    'itunes:category': {
      '@text': 'Religion & Spirituality',
      'itunes:category': { '@text': 'Christianity' },
    },
    'itunes:explicit': 'false',
    'itunes:type':
      subject.kind === 'series' && subject.row.itemSortDirection === 'ASC' ? 'serial' : 'episodic',
    'podcast:guid': uuidV5(canonicalUrl.replace(/^\w+:\/\//, '').replace(/\/+$/, ''), PODCAST_NAMESPACE),
    'podcast:medium': 'podcast',
  };
};

const itemOf = ({ account, subject, seriesNumbers, links }: FeedContent, item: FeedItem): XmlTree => {
  const { baseUrl } = links;
  const { row, file, speakers, series, transcript } = item;
  const own = `${baseUrl}/items/${row.id}`;
  const season =
    subject.kind === 'collection' && series ? { series, number: seriesNumbers.get(series.id) } : undefined;
  const image = row.squareImgUrl ?? series?.squareImgUrl ?? null;
  return {
    title: row.title,
    link: itemPageUrl(account, row, baseUrl),
    guid: { '@isPermaLink': 'false', '#': `${account.shortName}/items/${row.id}` },
    pubDate: rfc822(released(item)),
    description: row.description ?? row.shortDescription,
    enclosure: file && {
      '@url': absoluteUrl(file.url, links),
      '@length': file.fileSizeBytes ?? 0,
      '@type': mimeTypeOf(file),
    },
    'itunes:title': row.title,
    'itunes:subtitle': row.subTitle ?? row.shortDescription,
    'itunes:author': speakers.length > 0 ? speakers.map(({ name }) => name).join(', ') : null,
    'itunes:duration': file?.durationSecs ?? row.durationSecs,
    'itunes:season': season?.number,
    'podcast:season': season?.number && {
      '@name': shortened(season.series.title),
      '#': season.number,
    },
    'itunes:episode': series && row.orderInSeries && row.orderInSeries > 0 ? row.orderInSeries : null,
    'itunes:image': image && { '@href': absoluteUrl(image, links) },
    'itunes:explicit': 'false',
    'podcast:transcript': transcript?.hasTimes
      ? { '@url': `${own}/transcript.vtt`, '@type': 'text/vtt', '@language': transcript.language }
      : null,
    'podcast:chapters': item.hasChapters
      ? { '@url': `${own}/chapters.json`, '@type': 'application/json+chapters' }
      : null,
    'podcast:person': speakers.map(({ name, imageUrl }) => ({
      '@role': 'host',
      '@group': 'cast',
      '@img': absoluteUrl(imageUrl, links),
      '#': shortened(name),
    })),
  };
};

/**
 * The date of an item: noon UTC of its day, which is the same day in nearly every time zone, so that an archive
 * published all at once
 * retains its order; but never after its publication, because players hide episodes in the future.
 */
const released = ({ row: { date, publishedDate } }: FeedItem): string => {
  const noon = `${date}T12:00:00.000Z`;
  return publishedDate !== null && publishedDate < noon ? publishedDate : noon;
};

const rfc822 = (iso: string): string => new Date(iso).toUTCString();

/** The most frequent language of the transcripts; English if none is known. */
const commonLanguage = (items: readonly FeedItem[]): string => {
  const counts = new Map<string, number>();
  for (const { transcript } of items)
    if (transcript?.language) counts.set(transcript.language, (counts.get(transcript.language) ?? 0) + 1);
  const [most] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return most?.[0] ?? 'en';
};

const shortened = (name: string): string => {
  const letters = Array.from(name);
  return letters.length > NAME_LIMIT ? `${letters.slice(0, NAME_LIMIT - 1).join('')}…` : name;
};
