/** The account on whose behalf a request is made. */
import type { Versification } from '../../../../indexer/index.js';

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
  /** In the form of `normalNetwork`. */
  staffNetworks?: string[];
  /** Path of an item's page below `publicSiteUrl`, with {slug}, {id}, {collectionId}. */
  itemPagePath?: string;
  autoAcceptScriptures?: boolean;
  autoAcceptMediaChapters?: boolean;
  respectDoNotTrack?: boolean;
  defaultTranslation?: 'kjv' | 'asv';
  /** How references number verses; by default as Bibles in `language`. */
  versification?: Versification | null;
  /** Whose sessions need a second factor; default owners. */
  requireSecondFactor?: 'none' | 'owners' | 'all';
  /** Names and other words that recordings have, for the transcriber; the oldest first. */
  vocabulary?: string[];
  /** `#rrggbb` */
  accentColorHex?: string | null;
  /** Language of components and pages, BCP 47. */
  language?: string | null;
  /** Links for visitors, in display order. */
  links?: { title: string; url: string }[];
  /** The uploaded logo; `url` is the path of the blob. */
  logo?: { url: string; width: number; height: number; mimeType: string; fileSizeBytes: number };
}
