/** An account with the sample library, processed and public. */
import { resolve } from 'node:path';
import { readCatalog, type Catalog } from '../../scripts/seed/catalog.js';
import { seed } from '../../scripts/seed/seed.js';
import type { Tenant, TestApp } from './start-app.js';

const ROOT = resolve(import.meta.dirname, '../..');

/** @param app started with a worker */
export const fillWithSamples = async (app: TestApp, { account }: Tenant): Promise<Catalog> => {
  const catalog = await readCatalog(ROOT);
  await seed(app.app, account, catalog, { root: ROOT, signal: new AbortController().signal });
  return catalog;
};
