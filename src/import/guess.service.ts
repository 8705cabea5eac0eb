/** Guesses what files and episodes are before they are imported. Writes nothing. */
import { LRUCache } from 'lru-cache';
import { dateIn } from '../../analytics/index.js';
import { accountById } from '../identity/accounts/account.repository.js';
import type { Db } from '../platform/db/dialect.js';
import type { Caller } from '../platform/lib/caller.js';
import { isoTime, type Clock } from '../platform/lib/clock.js';
import { AppError, invalid, messageOf, unknownId } from '../platform/lib/errors.js';
import { createFairQueue } from '../platform/lib/fair-queue.js';
import type { PublicFiles } from '../platform/outgoing/fetch-public.js';
import { isContributor } from '../content/items/draft-policy.js';
import { episodesLike, fileKey, isSameEpisode, itemsWithFiles } from './existing-media.repository.js';
import { cluesOfEpisode, mimeTypeOfEnclosure } from './feed/episode-clues.js';
import { fetchFeed } from './feed/fetch-feed.js';
import { MAX_EPISODES, MAX_LISTED, type Feed, type FeedEpisode, type FeedPage } from './feed/read-feed.js';
import { groupFiles, type Group } from './group-files.js';
import type { TalkClues, TalkGuess } from './guess/guess.js';
import type { LibraryNames } from './guess/guess-talks.js';
import { readLibraryNames } from './guess/library-names.repository.js';
import type { GuessFeed, GuessFeedResponse } from './guess-feed.schema.js';
import type { GuessFiles, GuessFilesResponse, NamedFile } from './guess-files.schema.js';
import { ALWAYS_IN_THREAD, type ImportThreads } from './import-tasks.js';

/** Feeds that are read again for their next page. */
const CACHED_BYTES = 32 * 1024 * 1024;
const CACHE_TTL_MS = 2 * 60_000;
/** How long a call reads further pages of a feed: a fraction of the time after which a silent connection ends. */
const PAGES_MS = 20_000;
const MAX_PAGES = 200;
/** Feeds that are read at once. */
const FETCHES = {
  atOnce: 1,
  total: 4,
  maxWaiting: 4,
  refusal: 'Too many feeds are being read. Try again later.',
};

export type GuessService = ReturnType<typeof createGuessService>;

interface Deps {
  db: Db;
  clock: Clock;
  threads: ImportThreads;
  publicFiles: PublicFiles;
}

export const createGuessService = ({ db, clock, threads, publicFiles }: Deps) => {
  const fetches = createFairQueue<number>(FETCHES);
  const feeds = new LRUCache<string, { feed: Feed; bytes: number; pages: string[] }>({
    maxSize: CACHED_BYTES,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes),
    ttl: CACHE_TTL_MS,
  });

  const libraryOf = async (accountId: number, collectionId: number): Promise<LibraryNames> => {
    const library = await readLibraryNames(db, accountId, collectionId);
    if (!library) throw invalid([unknownId('collectionId')]);
    return library;
  };

  const timeZoneOf = async (accountId: number): Promise<string> =>
    (await accountById(db, accountId))?.timeZone ?? 'UTC';

  const guess = (
    accountId: number,
    path: string,
    library: LibraryNames,
    talks: TalkClues[],
    today: string,
  ): Promise<TalkGuess[]> => {
    const task = { accountId, bytes: ALWAYS_IN_THREAD, path };
    return threads.run('guessTalks', { library, talks, today }, task);
  };

  const readPage = async (accountId: number, url: string): Promise<{ feed: Feed; bytes: number }> => {
    const bytes = await fetches.run(accountId, () => fetchFeed(publicFiles, url));
    const { length } = bytes;
    const task = { accountId, bytes: Math.max(length, ALWAYS_IN_THREAD), path: 'feedUrl' };
    return { feed: await threads.run('readFeed', { bytes, url }, task), bytes: length };
  };

  /**
   * The feed with as many of its pages as can be read in some seconds; the next call goes on from there.
   * @throws {ValidationError} when it cannot be read
   */
  const feedAt = async (accountId: number, feedUrl: string): Promise<Feed> => {
    const key = `${accountId} ${feedUrl}`;
    const until = performance.now() + PAGES_MS;
    try {
      let read = feeds.get(key) ?? { ...(await readPage(accountId, feedUrl)), pages: [feedUrl] };
      while (read.feed.nextUrl !== null && performance.now() < until) {
        const pages: string[] = [...read.pages, read.feed.nextUrl];
        const next = await readPage(accountId, read.feed.nextUrl).catch((error: unknown) => ({
          feed: unreadPage(error),
          bytes: 0,
        }));
        read = { feed: withPage(read.feed, next.feed, pages), bytes: read.bytes + next.bytes, pages };
      }
      feeds.set(key, read);
      return read.feed;
    } catch (error) {
      if (error instanceof AppError && error.status >= 500) throw error;
      throw invalid([{ path: 'feedUrl', message: `cannot be read: ${messageOf(error)}` }]);
    }
  };

  return {
    /** @throws {ValidationError} when the collection does not exist */
    ofFiles: async (
      caller: Caller,
      { collectionId, files, language }: GuessFiles,
    ): Promise<GuessFilesResponse> => {
      const { accountId } = caller;
      const library = await libraryOf(accountId, collectionId);
      const timeZone = await timeZoneOf(accountId);
      const { groups, skipped } = groupFiles(files, language ?? library.language);
      const today = dateIn(timeZone, clock.now().getTime());
      const clues = groups.map((group) => cluesOf(group, files, timeZone));
      const guesses = await guess(accountId, 'files', library, clues, today);
      const existing = await itemsWithFiles(db, accountId, files);
      return {
        skipped,
        mayCreateNames: !isContributor(caller),
        guesses: groups.map((group, at) => ({
          ...guesses[at]!,
          existingItemId: existingOf(group, files, existing),
          files: group.files.map(({ index, role, mimeType }) => ({
            index,
            role,
            originalFilename: files[index]!.originalFilename,
            mimeType,
            contentType: mimeType && (mimeType.split('/')[0] as 'audio' | 'video'),
          })),
        })),
      };
    },

    /** @throws {ValidationError} when the collection does not exist, or the feed cannot be read */
    ofFeed: async (
      caller: Caller,
      { collectionId, feedUrl, limit, offset }: GuessFeed,
    ): Promise<GuessFeedResponse> => {
      const { accountId } = caller;
      const library = await libraryOf(accountId, collectionId);
      const timeZone = await timeZoneOf(accountId);
      const feed = await feedAt(accountId, feedUrl);
      const today = dateIn(timeZone, clock.now().getTime());
      const page = newestFirst(feed.episodes).slice(offset, offset + limit);
      const clues = page.map((episode) => cluesOfEpisode(episode, feed, timeZone));
      const guesses = page.length > 0 ? await guess(accountId, 'feedUrl', library, clues, today) : [];
      const sources = page.map(({ guid, enclosure }) => ({ feedUrl, guid, enclosureUrl: enclosure.url }));
      const known = await episodesLike(db, accountId, sources);
      return {
        feed: { title: feed.title, author: feed.author, language: feed.language },
        guesses: page.map((episode, at) => {
          const [transcript] = episode.transcripts;
          return {
            ...guesses[at]!,
            existingItemId: known.find((one) => isSameEpisode(one, sources[at]!))?.itemId ?? null,
            description: episode.description,
            durationSecs: episode.durationSecs,
            episode: {
              ...sources[at]!,
              mimeType: mimeTypeOfEnclosure(episode.enclosure),
              publishedDate:
                episode.publishedMs === null ? null : isoTime({ now: () => new Date(episode.publishedMs!) }),
              transcriptUrl: transcript?.url ?? null,
              transcriptType: transcript?.type ?? null,
              language: transcript?.language ?? null,
              chapters: episode.chapters,
              chaptersUrl: episode.chaptersUrl,
            },
          };
        }),
        withoutMedia: feed.withoutMedia,
        notes: feed.notes,
        isWhole: feed.nextUrl === null,
        total: feed.episodes.length,
        limit,
        offset,
        hasMore: offset + limit < feed.episodes.length || feed.nextUrl !== null,
        mayCreateNames: !isContributor(caller),
      };
    },
  };
};

/**
 * Adds the episodes of a further page.
 * @param pages that have been read: one that leads back to them is the last
 */
const withPage = (feed: Feed, page: FeedPage, pages: readonly string[]): Feed => {
  const known = new Set(feed.episodes.map(({ guid }) => guid));
  const episodes = [...feed.episodes, ...page.episodes.filter(({ guid }) => !known.has(guid))];
  const { nextUrl } = page;
  const isLast =
    nextUrl === null ||
    pages.includes(nextUrl) ||
    pages.length >= MAX_PAGES ||
    episodes.length >= MAX_EPISODES;
  return {
    ...feed,
    episodes: episodes.slice(0, MAX_EPISODES),
    withoutMedia: [...feed.withoutMedia, ...page.withoutMedia].slice(0, MAX_LISTED),
    notes: [...new Set([...feed.notes, ...page.notes])].slice(0, MAX_LISTED),
    nextUrl: isLast ? null : nextUrl,
  };
};

/** In the place of a page that cannot be read: the episodes before it are still of use. */
const unreadPage = (error: unknown): FeedPage => ({
  episodes: [],
  withoutMedia: [],
  nextUrl: null,
  notes: [`A further page of the feed cannot be read, so older episodes are missing: ${messageOf(error)}`],
});

const newestFirst = (episodes: readonly FeedEpisode[]): FeedEpisode[] =>
  [...episodes].sort((a, b) => (b.publishedMs ?? -Infinity) - (a.publishedMs ?? -Infinity) || 0);

const cluesOf = (
  { path, files: grouped }: Group,
  files: readonly NamedFile[],
  timeZone: string,
): TalkClues => {
  // A transcript has no tags.
  const own = grouped.map(({ index }) => files[index]!);
  const { tags, modifiedDate } = own.find((file) => Object.keys(file.tags).length > 0) ?? own[0]!;
  const text = (value: string | null | undefined): string | undefined => value?.trim() || undefined;
  const track = Number(/^\s*(\d{1,4})/.exec(String(tags.track ?? ''))?.[1] ?? 0);
  const artist = text(tags.artist);
  return {
    path,
    tagSource: 'tag',
    changedOn: modifiedDate === null ? null : dateIn(timeZone, Date.parse(modifiedDate)),
    tags: {
      title: text(tags.title),
      artists: artist === undefined ? undefined : [artist],
      album: text(tags.album),
      date: text(tags.date),
      track: track > 0 ? track : undefined,
      comment: text(tags.comment),
      language: text(tags.language),
    },
  };
};

const existingOf = (
  { files: grouped }: Group,
  files: readonly NamedFile[],
  existing: ReadonlyMap<string, number>,
): number | null => {
  for (const { index, role } of grouped) {
    const { originalFilename, fileSizeBytes } = files[index]!;
    const itemId = role === 'media' ? existing.get(fileKey(originalFilename, fileSizeBytes)) : undefined;
    if (itemId !== undefined) return itemId;
  }
  return null;
};
