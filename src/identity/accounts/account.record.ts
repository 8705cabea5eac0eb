/** An account, and how a row becomes one. */
import type { Row } from '../../platform/db/tables.js';
import type { Tenant, TenantSettings } from '../../platform/http/tenant.js';

export type Account = Tenant;

/** Where a site keeps its item pages unless its settings say otherwise. */
export const DEFAULT_ITEM_PAGE_PATH = '/items/{slug}';

export const toAccount = ({ settings, ...row }: Row<'account'>): Account => ({
  ...row,
  settings: JSON.parse(settings) as TenantSettings,
});
