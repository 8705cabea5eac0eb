/** The account that a request acts for. */

export interface Tenant {
  id: number;
  shortName: string;
  name: string;
  /** IANA name. */
  timeZone: string;
  settings: TenantSettings;
  entryDate: string;
}

export interface TenantSettings {
  publicSiteUrl?: string | null;
  /** Origins of the account's other sites. */
  publicSites?: string[];
  /** Path of an item's page below `publicSiteUrl`, with {slug}, {id}, {collectionId}. */
  itemPagePath?: string;
  autoAcceptScriptures?: boolean;
  autoAcceptMediaChapters?: boolean;
  respectDoNotTrack?: boolean;
  defaultTranslation?: 'kjv' | 'asv';
}
