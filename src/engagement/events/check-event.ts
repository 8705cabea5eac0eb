/** Validates an event beyond its shape: its time, the records it refers to, and the site that sent it. */
import { truncate, unknownId, type ErrorDetail } from '../../platform/lib/errors.js';
import { isSameSite } from '../../platform/lib/site-origin.js';
import type { NewEvent } from './event.schema.js';
import type { References } from './reference-cache.js';

const MAX_ORIGIN_LENGTH = 100;
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;
/** Tolerance for browser clocks that run fast. */
const MAX_SKEW_MS = 60_000;

/** The site from which a browser sent the event. */
export interface BrowserSite {
  /** The `Origin` header. */
  origin: string | undefined;
  /** Origins of the account's own sites. */
  own: readonly string[];
  /** Origin of the public host, which serves pages itself and players for other sites. */
  host: string | undefined;
}

/**
 * @param browser undefined if a server sent the event with an API token
 * @returns all problems; empty if there are none
 */
export const eventProblems = (
  event: NewEvent,
  references: References,
  now: number,
  browser?: BrowserSite,
): ErrorDetail[] => {
  const problems: ErrorDetail[] = [];
  const mustExist = (path: string, found: boolean): void => {
    if (!found) problems.push(unknownId(path));
  };
  if (event.occurredAt) {
    const age = now - Date.parse(event.occurredAt);
    if (age > MAX_AGE_MS) problems.push({ path: 'occurredAt', message: 'must be at most 7 days ago' });
    if (age < -MAX_SKEW_MS) problems.push({ path: 'occurredAt', message: 'must not be in the future' });
  }
  if (event.itemId) mustExist('itemId', references.items.has(event.itemId));
  if (event.type === 'mediaPlaybackEvent') {
    const asset = references.mediaAssets.get(event.mediaAssetId);
    mustExist('mediaAssetId', asset !== undefined);
    if (asset && asset.itemId !== event.itemId)
      problems.push({ path: 'mediaAssetId', message: 'must be a media asset of the item' });
  }
  if (event.type === 'pageView') {
    if (event.seriesId) mustExist('seriesId', references.series.has(event.seriesId));
    if (event.collectionId) mustExist('collectionId', references.collections.has(event.collectionId));
  }
  const site = event.embedToken ? references.sites.get(event.embedToken) : undefined;
  if (event.embedToken) mustExist('embedToken', site !== undefined);
  if (browser) problems.push(...siteProblems(browser, Boolean(event.embedToken), site?.allowedOrigins));
  return problems;
};

/** A site is identified by its origin or its embed token. Programs other than browsers send no origin. */
const siteProblems = (
  { origin, own, host }: BrowserSite,
  hasToken: boolean,
  allowed: readonly string[] | undefined,
): ErrorDetail[] => {
  if (origin !== undefined && origin === host) return [];
  if (hasToken) {
    if (!allowed || !origin || allowed.includes('*') || isOneOf(allowed, origin)) return [];
    return [{ path: 'embedToken', message: `is not valid for ${truncate(origin, MAX_ORIGIN_LENGTH)}` }];
  }
  if (origin && isOneOf(own, origin)) return [];
  const settings = '(settings publicSiteUrl and publicSites)';
  const message = `is required on sites other than the account’s own ${settings}`;
  return [{ path: 'embedToken', message }];
};

const isOneOf = (sites: readonly string[], origin: string): boolean =>
  sites.some((site) => isSameSite(site, origin));
