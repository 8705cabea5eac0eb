/** Has the weekly digests of a test's app sent, as its maintenance does. */
import { expect, vi } from 'vitest';
import type { FakeClock } from './clock.js';
import type { Tenant, TestApp } from './start-app.js';

/** Sets the clock to a later time. */
export const passUntil = (clock: FakeClock, time: string): void =>
  clock.pass(Date.parse(time) - clock.now().getTime());

/** The last week that each account is done with; null before the first. */
export const digestWeeks = async (
  { app: { db } }: TestApp,
  ...tenants: Tenant[]
): Promise<(string | null)[]> => {
  const rows = await db.selectFrom('account').select(['id', 'digestWeek']).execute();
  return tenants.map(({ account }) => rows.find(({ id }) => id === account.id)?.digestWeek ?? null);
};

/** Runs the maintenance until these accounts are done with these weeks. */
export const runDigests = async (
  app: TestApp,
  done: readonly (readonly [Tenant, string | null])[],
): Promise<void> => {
  const { maintenance } = app.app;
  await maintenance.stop();
  maintenance.start();
  const weeks = done.map(([, week]) => week);
  await vi.waitFor(
    async () => expect(await digestWeeks(app, ...done.map(([tenant]) => tenant))).toEqual(weeks),
    30_000,
  );
  await maintenance.stop();
};
