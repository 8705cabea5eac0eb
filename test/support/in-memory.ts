/** Waits for an account to be searched in memory: until then the engine answers, whose scores differ in the fourth digit. */
import { expect, vi } from 'vitest';
import type { Tenant, TestApp } from './start-app.js';

/** Long enough for a busy machine. */
const WAIT_MS = 20_000;

/** @param tenant whose talks are searchable already */
export const untilInMemory = async ({ app }: TestApp, { account, site }: Tenant): Promise<void> => {
  const { index, thread } = await app.index.current();
  const { chunks } = await index.counts(account.id);
  await vi.waitFor(async () => {
    await site.get('/search?q=anything');
    expect((await thread.state()).passages).toBeGreaterThanOrEqual(chunks);
  }, WAIT_MS);
};
