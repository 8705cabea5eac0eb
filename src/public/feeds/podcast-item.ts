/** Writes the items of podcast feeds. */
import { absoluteUrl, type Links } from '../../platform/lib/links.js';
import type { Account } from '../../identity/accounts/account.record.js';
import { itemPageUrl } from '../items/page-address.js';
import { enclosureType, type FeedItem } from './feed.repository.js';
import type { XmlTree } from './xml.js';
import { extname } from 'node:path';

interface ItemContent {
  account: Account;
  /** The public host as the caller reached it. */
  links: Links;
  explicit: boolean;
  /** Whether requests for files are counted on their way. */
  countsDownloads: boolean;
  /** Numbers of the series that count as seasons, by series id. */
  seriesNumbers: ReadonlyMap<number, number>;
}

/** Maximum length of names of people and seasons in the podcast namespace. */
const NAME_LIMIT = 128;

export const podcastItem = (
  { account, links, explicit, countsDownloads, seriesNumbers }: ItemContent,
  item: FeedItem,
): XmlTree => {
  const { baseUrl } = links;
  const { row, file, speakers, series, transcript } = item;
  const own = `${baseUrl}/items/${row.id}`;
  const season = series && { series, number: seriesNumbers.get(series.id) };
  const image = row.squareImgUrl ?? series?.squareImgUrl ?? null;
  return {
    title: row.title,
    link: itemPageUrl(account, row, baseUrl),
    guid: { '@isPermaLink': 'false', '#': `${account.shortName}/items/${row.id}` },
    pubDate: pubDate(item),
    description: row.description ?? row.shortDescription,
    enclosure: {
      '@url': countsDownloads ? baseUrl + episodeFilePath(file) : absoluteUrl(file.url, links),
      '@length': file.fileSizeBytes ?? 0,
      '@type': enclosureType(file),
    },
    'itunes:title': row.title,
    'itunes:subtitle': row.subTitle ?? row.shortDescription,
    'itunes:author': speakers.length > 0 ? speakers.map(({ name }) => name).join(', ') : null,
    'itunes:duration': file.durationSecs ?? row.durationSecs,
    'itunes:season': season?.number,
    'podcast:season': season?.number && {
      '@name': shortened(season.series.title),
      '#': season.number,
    },
    'itunes:episode':
      isNumbered(series) && row.orderInSeries && row.orderInSeries > 0 ? row.orderInSeries : null,
    'itunes:image': image && { '@href': absoluteUrl(image, links) },
    'itunes:explicit': String(explicit),
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

/** Omitted for an undated item, rather than showing a wrong day. */
export const pubDate = (item: FeedItem): string | null =>
  item.row.dateIsKnown === 1 ? rfc822(released(item)) : null;

/** Whether the series numbers its items: `showItemOrderInSeries` is not false. */
const isNumbered = (series: FeedItem['series']): boolean =>
  series !== undefined && series.showItemOrderInSeries !== 0;

/**
 * The date of an item: noon UTC, which is the same day in nearly every time zone, so that an archive published
 * all at once keeps its order. Never after its publication, because players hide episodes in the future.
 */
const released = ({ row: { date, publishedDate } }: FeedItem): string => {
  const noon = `${date}T12:00:00.000Z`;
  return publishedDate !== null && publishedDate < noon ? publishedDate : noon;
};

export const rfc822 = (iso: string): string => new Date(iso).toUTCString();

const shortened = (name: string): string => {
  const letters = Array.from(name);
  return letters.length > NAME_LIMIT ? `${letters.slice(0, NAME_LIMIT - 1).join('')}…` : name;
};

const ENDING = /^\.[a-z0-9]{1,5}$/i;

/** @param url the file's own URL, which may be a path */
const episodeFilePath = (file: { id: number; itemId: number; url: string }): string => {
  const ending = extname(new URL(file.url, 'http://localhost').pathname);
  return `/items/${file.itemId}/episode/${file.id}${ENDING.test(ending) ? ending : ''}`;
};

/** @returns 0 if it is not such an address */
export const fileIdOf = (filename: string): number =>
  Number(/^([1-9]\d{0,14})(?:\.[a-z0-9]{1,5})?$/i.exec(filename)?.[1] ?? 0);
