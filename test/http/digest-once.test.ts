/** A weekly digest is sent once per account and week: by two processes at once, after a restart and after failures. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AnalyticsUnavailableError } from '../../analytics/index.js';
import { digestMaintenance } from '../../src/engagement/digest/digest.maintenance.js';
import type { DigestWeek, Digest } from '../../src/engagement/digest/make-digest.js';
import type { Account } from '../../src/identity/accounts/account.record.js';
import { createFakeClock } from '../support/clock.js';
import { digestWeeks } from '../support/digests.js';
import { createWebhook, deliveriesOf, type MadeWebhook } from '../support/receiver.js';
import { useApp } from '../support/start-app.js';

const WEEK_MS = 7 * 24 * 60 * 60_000;
const metrics = { plays: 1, watchSeconds: 60, uniqueVisitors: 1, pageViews: 0, searches: 0 };

const digestOf = ({ timeZone }: Account, week: DigestWeek): Digest => ({
  ...{ ...week, timeZone, overview: { ...metrics, previous: metrics } },
  ...{
    downloads: { total: 0, previous: { total: 0 } },
    topItems: [],
    trendingTopics: [],
    searchesWithoutResults: [],
  },
});

describe('a weekly digest', () => {
  const clock = createFakeClock('2026-03-02T12:00:00.000Z');
  const app = useApp({ clock, env: { WEBHOOKS_ALLOW_PRIVATE: 'true' } });
  let webhooks: MadeWebhook[];
  beforeAll(async () => {
    webhooks = [];
    for (const tenant of [app.demo, app.other])
      webhooks.push(await createWebhook(tenant, 'http://127.0.0.1:9/', { events: ['stats.digest'] }));
  });
  beforeEach(() => clock.pass(WEEK_MS));

  const processWith = (makeDigest: (account: Account, week: DigestWeek) => Promise<Digest | null>) =>
    digestMaintenance({ ...app.app, consoleBaseUrl: app.app.config.consoleBaseUrl, makeDigest });
  const make = (account: Account, week: DigestWeek) => Promise.resolve(digestOf(account, week));
  const sent = async (): Promise<number[]> => [
    (await deliveriesOf(app.demo, webhooks[0]!)).length,
    (await deliveriesOf(app.other, webhooks[1]!)).length,
  ];
  const weeks = () => digestWeeks(app, app.demo, app.other);

  it('is sent once by several processes', async () => {
    // All make it before one sends it.
    const accounts: number[] = [];
    let release: () => void = () => undefined;
    const together = new Promise<void>((resolve) => (release = resolve));
    const slow = async (account: Account, week: DigestWeek) => {
      accounts.push(account.id);
      if (accounts.length >= 3) release();
      await together;
      return digestOf(account, week);
    };
    await Promise.all([1, 2, 3].map(() => processWith(slow).run()));
    expect(accounts.filter((id) => id === app.demo.account.id)).toHaveLength(3);
    expect([await sent(), await weeks()]).toEqual([
      [1, 1],
      ['2026-W10', '2026-W10'],
    ]);
  });

  it('is not made again by the process that starts next', async () => {
    await processWith(make).run();
    expect(await sent()).toEqual([2, 2]);
    const again: number[] = [];
    await processWith((account) => {
      again.push(account.id);
      return Promise.resolve(null);
    }).run();
    expect([again, await sent()]).toEqual([[], [2, 2]]);
  });

  it('waits while ClickHouse is down, for all accounts', async () => {
    const down = processWith(() => Promise.reject(new AnalyticsUnavailableError('down')));
    await expect(down.run()).rejects.toThrow('down');
    expect(await weeks()).toEqual(['2026-W11', '2026-W11']);
    await processWith(make).run();
    expect([await weeks(), await sent()]).toEqual([
      ['2026-W12', '2026-W12'],
      [3, 3],
    ]);
  });

  it('of one account does not wait for that of another, which fails', async () => {
    const failing = (account: Account, week: DigestWeek) =>
      account.id === app.demo.account.id ? Promise.reject(new Error('a defect')) : make(account, week);
    await processWith(failing).run();
    expect([await weeks(), await sent()]).toEqual([
      ['2026-W12', '2026-W13'],
      [3, 4],
    ]);
  });

  it('is not sent for a week that is over, nor twice if the time zone changes', async () => {
    await processWith(make).run();
    expect([await weeks(), await sent()]).toEqual([
      ['2026-W14', '2026-W14'],
      [4, 5],
    ]);
    await app.demo.api.patch('/account', { timeZone: 'Pacific/Honolulu' });
    await app.other.api.patch('/account', { timeZone: 'Pacific/Kiritimati' });
    await processWith(make).run();
    expect(await sent()).toEqual([4, 5]);
    for (const { api } of [app.demo, app.other]) await api.patch('/account', { timeZone: 'UTC' });
  });

  it('ends early when the process stops, and is sent by the next one', async () => {
    const stopping = new AbortController();
    const stopped = processWith((account, week) => {
      stopping.abort();
      return make(account, week);
    });
    await stopped.run(stopping.signal);
    expect(await sent()).toEqual([5, 5]);
    await processWith(make).run();
    expect(await sent()).toEqual([5, 6]);
  });

  it('is not made if nobody wants it', async () => {
    await app.demo.api.patch(`/webhooks/${webhooks[0]!.webhook.id}`, { enabled: false });
    await app.other.api.patch(`/webhooks/${webhooks[1]!.webhook.id}`, { events: ['item.published'] });
    await processWith(() => Promise.reject(new Error('not needed'))).run();
    expect([await weeks(), await sent()]).toEqual([
      ['2026-W16', '2026-W16'],
      [5, 6],
    ]);
  });
});
