/** Reads the episodes of a podcast feed: RSS with the fields of iTunes and the Podcast Namespace, or Atom. */
import { decodeHTML } from 'entities';
import { decodeText } from '../../transcripts/formats/parsing/decode-text.js';
import { TranscriptFormatError } from '../../transcripts/formats/parsing/format-error.js';
import { createXmlReader } from '../../transcripts/formats/parsing/xml.js';
import { singleSpaced } from '../../platform/lib/white-space.js';
import { MAX_CHAPTERS, usableChapters, type MediaChapter } from '../../content/chapters/media-chapters.js';
import { chapterAt, clockSecs } from './feed-chapters.js';
import { feedTime } from './feed-time.js';
import { repairedXml } from './repair-xml.js';

export interface FeedEpisode {
  guid: string;
  title: string;
  /** Time of publication, ms since 1970; null if it is missing or invalid. */
  publishedMs: number | null;
  /** The day on which it was published where the feed was written, YYYY-MM-DD; null if the feed writes UTC. */
  publishedOn: string | null;
  /** Its own, or that of the feed. */
  authors: string[];
  season: number | null;
  episode: number | null;
  /** Without markup. */
  description: string | null;
  durationSecs: number | null;
  /** BCP 47 or similar, as the feed writes it. */
  language: string | null;
  enclosure: FeedFile;
  /** The richest format first. */
  transcripts: (FeedFile & { language: string | null })[];
  /** Those in the feed itself. */
  chapters: MediaChapter[];
  /** Of a JSON file with chapters. */
  chaptersUrl: string | null;
}

export interface FeedFile {
  url: string;
  /** MIME type in lower case, as declared; empty if it is missing. */
  type: string;
  /** As declared; null if it is missing. */
  sizeBytes: number | null;
}

/** The entries of a page of a feed. */
export interface FeedPage {
  /** In the order of the feed. */
  episodes: FeedEpisode[];
  /** Titles of entries without audio or video, the first ones. */
  withoutMedia: string[];
  /** URL of the page with older episodes (RFC 5005); null on the last. */
  nextUrl: string | null;
  /** What was repaired to read it. */
  notes: string[];
}

export interface Feed extends FeedPage {
  title: string;
  author: string | null;
  language: string | null;
}

/** As it is read at the first or second try. */
type ReadFeed = Omit<Feed, 'notes'>;

/** Limits of what is kept; longer texts are cut, and further entries are refused. */
export const MAX_EPISODES = 10_000;
const MAX_LENGTH = 2_000;
const MAX_DESCRIPTION = 50_000;
export const MAX_LISTED = 20;
const MAX_FILES = 10;
/** Parsed at once, so that the thread notices when it must end. */
const CHUNK = 64 * 1024;

/** Text of an element by its name, and files. */
interface Entry {
  nextUrl: string | null;
  texts: Map<string, string>;
  persons: string[];
  files: (FeedFile & { kind: 'enclosure' | 'transcript' | 'chapters'; language: string | null })[];
  chapters: MediaChapter[];
}

const newEntry = (): Entry => ({ nextUrl: null, texts: new Map(), persons: [], files: [], chapters: [] });

/**
 * Repairs usual mistakes in the XML where it cannot be read otherwise.
 * @param baseUrl of the feed, for relative URLs
 * @throws {TranscriptFormatError} when it is not a feed, or not well-formed XML without entities of its own
 */
export const readFeed = (bytes: Uint8Array, baseUrl: string): Feed => {
  const source = decodeText(bytes).trimStart();
  try {
    return { ...readSource(source, baseUrl), notes: [] };
  } catch (error) {
    const { text, notes } = repairedXml(source);
    if (notes.length === 0) throw error;
    return { ...readSource(text, baseUrl), notes };
  }
};

const readSource = (source: string, baseUrl: string): ReadFeed => {
  const channel = newEntry();
  const entries: Entry[] = [];
  const path: string[] = [];
  let entry: Entry | null = null;
  let text: { name: string; value: string } | null = null;

  const reader = createXmlReader({
    keepPrefixes: true,
    open: (name, attribute) => {
      path.push(name);
      if (path.length === 1 && !['rss', 'feed', 'rdf:RDF'].includes(name))
        throw new TranscriptFormatError(`Not a podcast feed: it begins with <${name.slice(0, 40)}>`);
      if (name === 'item' || name === 'entry') {
        if (entries.length === MAX_EPISODES)
          throw new TranscriptFormatError(`The feed has more than ${MAX_EPISODES} episodes`);
        entry = newEntry();
        entries.push(entry);
        return;
      }
      if (entry) {
        addFile(entry, name, attribute, baseUrl);
        if (name === 'psc:chapter') addChapter(entry, attribute);
      } else if (/^(?:atom:)?link$/.test(name) && attribute('rel') === 'next')
        channel.nextUrl = urlOf(attribute('href'), baseUrl);
      if (KEPT.has(name) && isField(path, entry !== null)) text = { name, value: '' };
    },
    text: (part) => {
      const limit = text && DESCRIPTIONS.includes(text.name) ? MAX_DESCRIPTION : MAX_LENGTH;
      if (text && text.value.length < limit) text.value += part.slice(0, limit - text.value.length);
    },
    close: (name) => {
      path.pop();
      if (text?.name === name) {
        keepText(entry ?? channel, text);
        text = null;
      }
      if (name === 'item' || name === 'entry') entry = null;
    },
  });
  for (let at = 0; at < source.length; at += CHUNK) reader.write(source.slice(at, at + CHUNK));
  reader.close();
  return feedOf(channel, entries);
};

const DESCRIPTIONS = ['content:encoded', 'description', 'itunes:summary', 'summary', 'content'];
const KEPT = new Set([
  ...DESCRIPTIONS,
  ...'title itunes:title guid id pubDate published updated dc:date itunes:author dc:creator author name'.split(
    ' ',
  ),
  ...'itunes:season itunes:episode itunes:duration language podcast:person podcast:season podcast:episode'.split(
    ' ',
  ),
]);

/** Whether the element describes the channel or the entry itself, rather than an image or an owner. */
const isField = (path: readonly string[], isInEntry: boolean): boolean => {
  const parent = path.at(-2) ?? '';
  if (path.at(-1) === 'name') return parent === 'author';
  return isInEntry ? ['item', 'entry'].includes(parent) : ['channel', 'feed'].includes(parent);
};

const keepText = ({ texts, persons }: Entry, { name, value }: { name: string; value: string }): void => {
  const trimmed = value.trim();
  if (trimmed === '') return;
  if (name === 'podcast:person') {
    if (persons.length < MAX_FILES) persons.push(singleSpaced(trimmed));
  } else if (!texts.has(name)) texts.set(name, trimmed);
};

const addChapter = ({ chapters }: Entry, attribute: (name: string) => string | undefined): void => {
  const chapter = chapters.length < MAX_CHAPTERS && chapterAt(attribute('start'), attribute('title'));
  if (chapter) chapters.push(chapter);
};

const PODCAST_FILES: Record<string, 'transcript' | 'chapters'> = {
  'podcast:transcript': 'transcript',
  'podcast:chapters': 'chapters',
};

const addFile = (
  { files }: Entry,
  name: string,
  attribute: (name: string) => string | undefined,
  baseUrl: string,
): void => {
  const isLink = name === 'link' && attribute('rel') === 'enclosure';
  const isEnclosure = isLink || name === 'enclosure' || name === 'media:content';
  const kind = isEnclosure ? 'enclosure' : PODCAST_FILES[name];
  if (kind === undefined || files.length >= MAX_FILES) return;
  const url = urlOf(attribute(isLink ? 'href' : 'url'), baseUrl);
  if (url === null) return;
  const sizeBytes = Number(attribute('length') ?? attribute('fileSize'));
  files.push({
    kind,
    url,
    type: (attribute('type') ?? '').split(';')[0]!.trim().toLowerCase().slice(0, 100),
    sizeBytes: Number.isSafeInteger(sizeBytes) && sizeBytes > 0 ? sizeBytes : null,
    language: attribute('language') ?? null,
  });
};

/** Null if it is none, or too long. */
const urlOf = (written = '', baseUrl: string): string | null => {
  const text = written.trim();
  return text !== '' && text.length <= MAX_LENGTH && URL.canParse(text, baseUrl)
    ? new URL(text, baseUrl).href
    : null;
};

/** What every player plays, best for listening first; files of other kinds come after these. */
const PLAYED = [/^audio\/(?:mpeg|mp3|x-mp3)$|\.mp3$/, /^audio\/|\.m4[ab]$/, /^video\/mp4$|\.(?:mp4|m4v)$/];
const UNUSUAL = /ogg|opus|webm|flac|aiff|wav|matroska|quicktime/;
const unplayed = ({ url, type }: FeedFile): number => {
  const names = [type, new URL(url).pathname.toLowerCase()];
  const fits = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  const at = fits(UNUSUAL) ? -1 : PLAYED.findIndex(fits);
  return at < 0 ? PLAYED.length : at;
};

const MEDIA = /\.(?:mp3|m4a|m4b|mp4|m4v|mov|aac|ogg|oga|opus|wav|flac|webm|ogv|mpga|mpe?g)$/i;
const isMedia = ({ url, type }: FeedFile): boolean =>
  /^(?:audio|video)\//.test(type) || MEDIA.test(new URL(url).pathname);

/** Types with times first; pages are not transcripts. */
const TRANSCRIPT_TYPES = [
  'text/vtt',
  'application/json',
  'application/srt',
  'application/x-subrip',
  'text/srt',
  'application/ttml+xml',
  'text/plain',
];

const feedOf = (channel: Entry, entries: readonly Entry[]): ReadFeed => {
  const first = (...names: string[]): string | null =>
    names.map((name) => channel.texts.get(name)).find((value) => value !== undefined) ?? null;
  const author = first('itunes:author', 'dc:creator', 'name');
  const language = first('language');
  const feed: ReadFeed = {
    title: singleSpaced(plainText(first('title') ?? '')),
    author: author && singleSpaced(author),
    language,
    episodes: [],
    withoutMedia: [],
    nextUrl: channel.nextUrl,
  };
  for (const entry of entries) {
    const episode = episodeOf(entry, feed);
    if (episode) feed.episodes.push(episode);
    else if (feed.withoutMedia.length < MAX_LISTED)
      feed.withoutMedia.push(plainText(entry.texts.get('title') ?? 'Untitled').slice(0, 255));
  }
  return feed;
};

const episodeOf = (
  { texts, files, persons, chapters }: Entry,
  feed: Pick<Feed, 'author' | 'language'>,
): FeedEpisode | null => {
  const [enclosure] = files
    .filter((file) => file.kind === 'enclosure' && isMedia(file))
    .sort((a, b) => unplayed(a) - unplayed(b));
  if (!enclosure) return null;
  const first = (...names: string[]): string | null =>
    names.map((name) => texts.get(name)).find((value) => value !== undefined) ?? null;
  const own = first('itunes:author', 'dc:creator', 'name', 'author');
  const author = own?.includes('@') ? null : own;
  const published = feedTime(first('pubDate', 'published', 'dc:date', 'updated'));
  const description = first(...DESCRIPTIONS);
  const wholeNumber = (text: string | null): number | null =>
    text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
  const rank = ({ type }: FeedFile): number => TRANSCRIPT_TYPES.indexOf(type);
  return {
    guid: first('guid', 'id') ?? enclosure.url,
    title: singleSpaced(plainText(first('itunes:title', 'title') ?? '')),
    publishedMs: published?.ms ?? null,
    publishedOn: published?.day ?? null,
    authors: persons.length > 0 ? persons : [author ?? feed.author ?? ''].filter((name) => name !== ''),
    season: wholeNumber(first('itunes:season', 'podcast:season')),
    episode: wholeNumber(first('itunes:episode', 'podcast:episode')),
    description: description === null ? null : plainText(description) || null,
    durationSecs: secondsOf(first('itunes:duration')),
    language: feed.language,
    enclosure: fileOf(enclosure),
    transcripts: files
      .filter((file) => file.kind === 'transcript' && rank(file) >= 0)
      .sort((a, b) => rank(a) - rank(b))
      .map((file) => ({ ...fileOf(file), language: file.language })),
    chapters: usableChapters(chapters, null),
    chaptersUrl: files.find((file) => file.kind === 'chapters')?.url ?? null,
  };
};

const fileOf = ({ url, type, sizeBytes }: FeedFile): FeedFile => ({ url, type, sizeBytes });

/** `1:02:03`, `62:03` or seconds. */
const secondsOf = (written: string | null): number | null => {
  const seconds = written === null ? null : clockSecs(written);
  return seconds !== null && seconds > 0 ? Math.round(seconds) : null;
};

/** What is no text of a page. */
const CODE = ['script', 'style'];

/** Removes scripts and styles with what is in them; one that does not end takes the rest. */
const withoutCode = (html: string): string => {
  const parts: string[] = [];
  const opening = new RegExp(`<(${CODE.join('|')})\\b`, 'gi');
  let at = 0;
  for (let match = opening.exec(html); match; match = opening.exec(html)) {
    parts.push(html.slice(at, match.index));
    const closing = new RegExp(`</${match[1]!}\\s*>`, 'gi');
    closing.lastIndex = match.index;
    at = closing.exec(html) ? closing.lastIndex : html.length;
    opening.lastIndex = at;
  }
  return parts.join('') + html.slice(at);
};

/** The text of HTML, with line breaks for its paragraphs. */
const plainText = (html: string): string =>
  decodeHTML(
    withoutCode(html)
      .replace(/<(?:br|\/p|\/div|\/li|\/h\d)\b[^<>]*>/gi, '\n')
      .replace(/<(?:[a-z!/][^<>]*)>/gi, ''),
  )
    .split('\n')
    .map((line) => singleSpaced(line))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
