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
  /** As `normalNetwork` writes them. */
  staffNetworks?: string[];
  /** Path of an item's page below `publicSiteUrl`, with {slug}, {id}, {collectionId}. */
  itemPagePath?: string;
  autoAcceptScriptures?: boolean;
  autoAcceptMediaChapters?: boolean;
  respectDoNotTrack?: boolean;
  defaultTranslation?: 'kjv' | 'asv';
  /** `#rrggbb` */
  accentColorHex?: string | null;
  /** BCP 47, of what the components and pages say. */
  language?: string | null;
  /** For visitors, in the order in which they are shown. */
  links?: { title: string; url: string }[];
  /** Uploaded; `url` is the path of the blob. */
  logo?: { url: string; width: number; height: number; mimeType: string; fileSizeBytes: number };
}
