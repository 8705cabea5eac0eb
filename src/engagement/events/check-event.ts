/** What an event may say beyond its shape: when it happened, what it names, and from which site it comes. */
import { unknownId, type ErrorDetail } from '../../platform/lib/errors.js';
import type { NewEvent } from './event.schema.js';
import type { ReferenceCache } from './reference-cache.js';

const OLDEST_MS = 7 * 24 * 60 * 60_000;
/** Clocks of browsers differ. */
const SKEW_MS = 60_000;

/** A browser's site, where the event came from one. */
export interface BrowserSite {
  /** The `Origin` header. */
  origin: string | undefined;
  /** Origins of the account's own site. */
  own: readonly string[];
}

/** @param browser undefined where a server sent the event with a token of the API @returns all that is wrong; empty where nothing is */
export const problemsOf = (
  event: NewEvent,
  known: ReferenceCache,
  now: number,
  browser?: BrowserSite,
): ErrorDetail[] => {
  const problems: ErrorDetail[] = [];
  const mustBe = (path: string, found: boolean): void => {
    if (!found) problems.push(unknownId(path));
  };
  if (event.occurredAt) {
    const age = now - Date.parse(event.occurredAt);
    if (age > OLDEST_MS) problems.push({ path: 'occurredAt', message: 'must be at most 7 days ago' });
    if (age < -SKEW_MS) problems.push({ path: 'occurredAt', message: 'must not be in the future' });
  }
  if (event.itemId) mustBe('itemId', known.items.has(event.itemId));
  if (event.type === 'mediaPlaybackEvent') {
    const asset = known.mediaAssets.get(event.mediaAssetId);
    mustBe('mediaAssetId', asset !== undefined);
    if (asset && asset.itemId !== event.itemId)
      problems.push({ path: 'mediaAssetId', message: 'must be a media asset of the item' });
  }
  if (event.type === 'pageView') {
    if (event.seriesId) mustBe('seriesId', known.series.has(event.seriesId));
    if (event.collectionId) mustBe('collectionId', known.collections.has(event.collectionId));
  }
  const site = event.embedToken ? known.sites.get(event.embedToken) : undefined;
  if (event.embedToken) mustBe('embedToken', site !== undefined);
  if (browser) problems.push(...siteProblems(browser, Boolean(event.embedToken), site?.allowedOrigins));
  return problems;
};

/** A site is known by its origin, or by a token that is for it; programs that are no browsers send no origin. */
const siteProblems = (
  { origin, own }: BrowserSite,
  named: boolean,
  allowed: readonly string[] | undefined,
): ErrorDetail[] => {
  if (named) {
    if (!allowed || !origin || allowed.includes('*') || allowed.includes(origin)) return [];
    return [{ path: 'embedToken', message: `is not for ${origin}` }];
  }
  if (origin && own.includes(origin)) return [];
  return [{ path: 'embedToken', message: 'must be given by sites that are not the account’s own' }];
};
