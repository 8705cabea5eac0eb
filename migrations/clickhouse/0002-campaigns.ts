/** Campaigns of page views: the `utm_…` parameters of the page's address; empty if it has none. */

export const id = '0002-campaigns';

export const statements: readonly string[] = [
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmContent',
  'utmTerm',
].map((column) => `ALTER TABLE page_views ADD COLUMN IF NOT EXISTS ${column} String CODEC(ZSTD(1))`);
