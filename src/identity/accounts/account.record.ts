/** An account as the app passes it around, and how a row becomes it. */
import type { Row } from '../../platform/db/tables.js';

/** The tenant of a call, whether its token or its host named it. */
export interface Account {
  id: number;
  shortName: string;
  name: string;
  timeZone: string;
  settings: AccountSettings;
  entryDate: string;
}
export interface AccountSettings {
  publicSiteUrl?: string | null;
  /** Path of an item's page below `publicSiteUrl`, with {slug}, {id}, {collectionId}. */
  itemPagePath?: string;
  autoAcceptScriptures?: boolean;
  autoAcceptMediaChapters?: boolean;
  respectDoNotTrack?: boolean;
  defaultTranslation?: 'kjv' | 'asv';
}

/** Where a site keeps its item pages unless its settings say otherwise. */
export const DEFAULT_ITEM_PAGE_PATH = '/items/{slug}';

export const toAccount = ({
  id,
  shortName,
  name,
  timeZone,
  settings,
  entryDate,
}: Row<'account'>): Account => ({
  id,
  shortName,
  name,
  timeZone,
  settings: JSON.parse(settings) as AccountSettings,
  entryDate,
});
