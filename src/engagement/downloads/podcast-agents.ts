/** Recognises podcast apps and bots by their `User-Agent`. */
import { LRUCache } from 'lru-cache';
import { isCrawler } from '../events/client-info.js';

export interface PodcastAgent {
  isBot: boolean;
  /** Name of the app; null if unknown. */
  app: string | null;
}

/**
 * Widely used apps, by a part of their user agent in lower case; the first that fits decides. An app that is missing
 * here counts all the same, without a name.
 */
const APPS: [part: string, app: string][] = [
  ['overcast/', 'Overcast'],
  ['pocket casts', 'Pocket Casts'],
  ['pocketcasts', 'Pocket Casts'],
  ['shifty jelly', 'Pocket Casts'],
  ['antennapod', 'AntennaPod'],
  ['castbox', 'Castbox'],
  ['podcastaddict', 'Podcast Addict'],
  ['podcast addict', 'Podcast Addict'],
  ['castro/', 'Castro'],
  ['castro ', 'Castro'],
  ['castamatic', 'Castamatic'],
  ['downcast/', 'Downcast'],
  ['icatcher', 'iCatcher!'],
  ['podcast guru', 'Podcast Guru'],
  ['podcastguru', 'Podcast Guru'],
  ['podverse', 'Podverse'],
  ['fountain/', 'Fountain'],
  ['truefans', 'TrueFans'],
  ['curiocaster', 'CurioCaster'],
  ['podlp', 'PodLP'],
  ['snipd', 'Snipd'],
  ['goodpods', 'Goodpods'],
  ['podimo', 'Podimo'],
  ['player fm', 'Player FM'],
  ['playerfm', 'Player FM'],
  ['podbean', 'Podbean'],
  ['podkicker', 'Podkicker'],
  ['beyondpod', 'BeyondPod'],
  ['gpodder', 'gPodder'],
  ['rssradio', 'RSSRadio'],
  ['ivoox', 'iVoox'],
  ['stitcher', 'Stitcher'],
  ['tunein', 'TuneIn'],
  ['iheartradio', 'iHeartRadio'],
  ['deezer', 'Deezer'],
  ['spotify/', 'Spotify'],
  ['amazonmusic', 'Amazon Music'],
  ['amazon music', 'Amazon Music'],
  ['alexa', 'Alexa'],
  ['audible', 'Audible'],
  ['sonos', 'Sonos'],
  ['vlc/', 'VLC'],
  ['itunes/', 'iTunes'],
  ['apple podcasts', 'Apple Podcasts'],
  ['podcasts/', 'Apple Podcasts'],
  // The player of Apple's systems, which several apps use.
  ['applecoremedia', 'Apple Core Media'],
];

/** Programs and libraries that fetch files for nobody who listens, by the beginning of their user agent. */
const PROGRAMS = [
  'curl/',
  'wget/',
  'python',
  'go-http-client',
  'java/',
  'okhttp/',
  'apache-httpclient',
  'libwww-perl',
  'axios/',
  'node',
  'undici',
  'got ',
  'php/',
  'guzzlehttp',
  'ruby',
  'postmanruntime',
  'httpie/',
  'aria2/',
];

/**
 * Systems that fetch in advance what is played elsewhere, or never: "Podcast Measurement Technical Guidelines" 2.2 asks
 * to leave the prefetches of watchOS out.
 */
const PREFETCHES =
  /watchos|apple ?watch|\bwatch\d,\d|\bprefetch|link ?preview|facebookexternalhit|whatsapp\//;

/** Longer ones are cut first: no app's name comes later. */
const MAX_USER_AGENT = 500;
const MAX_KNOWN = 5_000;

const known = new LRUCache<string, PodcastAgent>({ max: MAX_KNOWN });

/** A client that does not name itself counts as a bot. */
export const podcastAgentOf = (userAgent: string): PodcastAgent => {
  const text = userAgent.slice(0, MAX_USER_AGENT);
  const found = known.get(text) ?? recognise(text);
  known.set(text, found);
  return found;
};

/** An app may name the library that it uses as well. */
const recognise = (text: string): PodcastAgent => {
  const lower = text.toLowerCase();
  const app = APPS.find(([part]) => lower.includes(part))?.[1] ?? null;
  const isProgram = text === '' || PROGRAMS.some((beginning) => lower.startsWith(beginning));
  const listens = app !== null || !(isProgram || isCrawler(text));
  return { isBot: !listens || PREFETCHES.test(lower), app };
};
