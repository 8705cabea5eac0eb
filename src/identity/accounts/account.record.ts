/** An account, and the mapping from a row. */
import type { Row } from '../../platform/db/tables.js';
import type { Tenant, TenantSettings } from '../../platform/http/tenant.js';

export type Account = Tenant;

/** Used unless the settings have another. */
export const DEFAULT_ITEM_PAGE_PATH = '/items/{slug}';

/** Names each field, because the row may have more columns than an account has fields. */
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
