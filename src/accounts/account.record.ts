/** An account as the house passes it around, and how a row becomes it. */
import type { Row } from '../db/tables.js';

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
  autoAcceptScriptures?: boolean;
  autoAcceptMediaChapters?: boolean;
  respectDoNotTrack?: boolean;
  defaultTranslation?: 'kjv' | 'asv';
}

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
