/** The account, and the mapping from its row. */
import { primarySubtag, versificationOf, type Readers } from '../../../indexer/index.js';
import type { Row } from '../../platform/db/tables.js';
import type { Tenant, TenantSettings } from '../../platform/http/callers/tenant.js';

export type Account = Tenant;

/** Used unless the settings contain another path. */
export const DEFAULT_ITEM_PAGE_PATH = '/items/{slug}';

export const MAX_PAGE_PATH = 200;

/**
 * Whether an account's `itemPagePath` is valid: it identifies an item by {slug} or {id}, and its placeholders can
 * be extracted from a URL, because each occurs once and other characters separate them.
 */
export const isItemPagePath = (path: string): boolean => {
  if (path.length > MAX_PAGE_PATH) return false;
  if (!/^\/(?!\/)(?:[\w.~/-]|\{(?:slug|id|collectionId)\})*$/.test(path)) return false;
  const placeholders: string[] = path.match(/\{\w+\}/g) ?? [];
  return (
    new Set(placeholders).size === placeholders.length &&
    (placeholders.includes('{slug}') || placeholders.includes('{id}')) &&
    !path.includes('}{')
  );
};

/** The appearance of an account's components and pages, with the path of the logo's blob. */
export const lookOf = ({ accentColorHex, language, links, logo }: TenantSettings) => ({
  accentColorHex: accentColorHex ?? null,
  language: language ?? null,
  links: links ?? [],
  logoUrl: logo?.url ?? null,
});

/** How an account's people write references. */
export const readersOf = (settings: TenantSettings): Readers => {
  const language = primarySubtag(settings.language) ?? null;
  return { language, versification: settings.versification ?? versificationOf(language) };
};

/** Lists each field, because the row may have more columns. */
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
  settings: JSON.parse(settings) as TenantSettings,
  entryDate,
});
