/** The security headers of pages: what they may load, and who may frame them. */
import { isPlainOrigin } from '../../platform/lib/site-origin.js';

/** The origins from which a page may load. */
export interface Sources {
  /** The host as the visitor reached it, e.g. `https://demo.search.example.org`. */
  host: string;
  /** Further origins of pictures, recordings and streams. */
  origins: readonly string[];
}

/**
 * Only our own script files, and no inline scripts. Browsers compare paths, so uploaded files are not allowed as
 * scripts.
 */
const scripts = (host: string): string[] => [`${host}/assets/`, `${host}/components.js`, `${host}/player.js`];

/** The players of platforms: the scripts that their elements load, and the frames that these open. */
const PLATFORMS: Record<string, { scripts: string[]; frames: string[] }> = {
  youtube: {
    scripts: ['https://www.youtube.com/iframe_api', 'https://www.youtube.com/s/player/'],
    frames: ['https://www.youtube-nocookie.com', 'https://www.youtube.com'],
  },
  vimeo: { scripts: [], frames: ['https://player.vimeo.com'] },
};

const policy = (directives: Record<string, readonly string[]>): string =>
  Object.entries(directives)
    .map(([name, values]) => `${name} ${[...new Set(values)].join(' ')}`)
    .join('; ');

const shared = ({ host, origins }: Sources): Record<string, readonly string[]> => ({
  // First, because browsers use the first occurrence of a repeated directive.
  'frame-ancestors': ["'none'"],
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'script-src': scripts(host),
  // The player's controls have inline styles in their shadow roots.
  'style-src': ["'unsafe-inline'"],
  'img-src': ["'self'", ...origins],
  'media-src': ["'self'", 'blob:', ...origins],
  'connect-src': ["'self'", ...origins],
  // HLS is demuxed in a worker.
  'worker-src': ['blob:'],
  // Videos of platforms play in a separate page, whose policy allows them.
  'frame-src': ["'self'"],
});

export const pageHeaders = (sources: Sources): Record<string, string | null> => ({
  'Content-Security-Policy': policy(shared(sources)),
  'X-Frame-Options': 'DENY',
});

/**
 * @param ancestors origins of the sites that may frame the player, or `*`
 * @param platforms platforms of the videos that it may play
 */
export const embedHeaders = (
  sources: Sources,
  ancestors: readonly string[],
  platforms: readonly string[],
): Record<string, string | null> => {
  const players = platforms.flatMap((name) => PLATFORMS[name] ?? []);
  const frames = players.flatMap((player) => player.frames);
  const directives = shared(sources);
  const sites = ancestors.filter((site) => site === '*' || isPlainOrigin(site));
  return {
    'Content-Security-Policy': policy({
      ...directives,
      'script-src': [...scripts(sources.host), ...players.flatMap((player) => player.scripts)],
      'frame-src': frames.length > 0 ? frames : ["'none'"],
      'frame-ancestors': sites.length > 0 ? sites : ["'none'"],
    }),
    'X-Frame-Options': null,
    // Platforms refuse to play without knowing the embedding site.
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Robots-Tag': 'noindex, indexifembedded',
  };
};

/** Headers of all parts of a preview, which is only for those who have its address. */
export const PREVIEW_HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
};

/**
 * @param isFramed whether pages of its host may frame it
 * @param canSearch whether its form may be sent
 */
export const previewHeaders = (
  sources: Sources,
  isFramed: boolean,
  { canSearch = false } = {},
): Record<string, string | null> => ({
  ...PREVIEW_HEADERS,
  'Content-Security-Policy': policy({
    ...shared(sources),
    'frame-ancestors': [isFramed ? "'self'" : "'none'"],
    'script-src': ["'none'"],
    'connect-src': ["'none'"],
    'worker-src': ["'none'"],
    'frame-src': ["'none'"],
    'form-action': [canSearch ? "'self'" : "'none'"],
  }),
  'X-Frame-Options': isFramed ? 'SAMEORIGIN' : 'DENY',
});

/** The origins of URLs, without those that a policy cannot contain. */
export const originsOf = (urls: readonly (string | null | undefined)[]): string[] => [
  ...new Set(
    urls.flatMap((url) => (url && URL.canParse(url) ? new URL(url).origin : [])).filter(isPlainOrigin),
  ),
];
