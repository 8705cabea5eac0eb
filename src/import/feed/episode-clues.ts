/** What an episode of a feed tells about its item. */
import { extname, posix } from 'node:path';
import { dateIn } from '../../../analytics/index.js';
import { mediaMimeTypes, usualMimeType, type MediaMimeType } from '../../content/media/media-types.js';
import type { TalkClues } from '../guess/guess.js';
import type { Feed, FeedEpisode, FeedFile } from './read-feed.js';

const MAX_NAME = 255;

/** @param timeZone in which a time of publication in UTC becomes a date */
export const cluesOfEpisode = (
  {
    title,
    publishedMs,
    publishedOn,
    authors,
    season,
    episode,
    description,
    language,
    enclosure,
  }: FeedEpisode,
  feed: Pick<Feed, 'title'>,
  timeZone: string,
): TalkClues => ({
  path: filenameOf(enclosure.url),
  tagSource: 'feed',
  changedOn: null,
  tags: {
    title: title || undefined,
    // The show is no person.
    artists: authors.filter((author) => author !== feed.title),
    date: publishedOn ?? (publishedMs === null ? undefined : dateIn(timeZone, publishedMs)),
    track: episode ?? undefined,
    season: season ?? undefined,
    comment: description ?? undefined,
    language: language ?? undefined,
  },
});

/** The name of the file at a URL. */
export const filenameOf = (url: string): string => {
  const name = posix.basename(new URL(url).pathname) || 'episode';
  try {
    return decodeURIComponent(name).replaceAll('/', '-').slice(0, MAX_NAME);
  } catch {
    return name.slice(0, MAX_NAME);
  }
};

/** The declared type, or the usual one of the extension. */
export const mimeTypeOfEnclosure = ({ url, type }: Pick<FeedFile, 'url' | 'type'>): MediaMimeType =>
  mediaMimeTypes.find((known) => known === type) ??
  usualMimeType(extname(new URL(url).pathname)) ??
  (type.startsWith('video/') ? 'video/mp4' : 'audio/mpeg');
