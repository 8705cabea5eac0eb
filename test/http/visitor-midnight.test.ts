/** A visitor of one day counts once, even if events of that day arrive after midnight. */
import { expect, it } from 'vitest';
import { createFakeClock } from '../support/clock.js';
import { log } from '../support/engagement.js';
import { useApp } from '../support/start-app.js';

const MINUTE_MS = 60_000;
// 23:59 in Berlin.
const clock = createFakeClock('2026-03-03T22:59:00.000Z');
const app = useApp({ clock });

it('has the same hash, by the time zone of the account', async () => {
  await app.demo.api.patch('/account', { timeZone: 'Europe/Berlin' });
  const view = (occurredAt: string) => ({
    type: 'pageView',
    url: 'https://www.example.org/a',
    visitorIp: '192.0.2.1',
    occurredAt,
  });
  await log(app.demo, [view('2026-03-03T22:58:30.000Z')]);
  clock.pass(2 * MINUTE_MS);
  await log(app.demo, [view('2026-03-03T22:59:30.000Z'), view('2026-03-03T23:00:30.000Z')]);
  const exported = async (): Promise<string[]> => {
    const { body } = await app.demo.api.get(
      '/stats/export?report=events&type=pageView&range=week&format=jsonl',
    );
    return String(body)
      .split('\n')
      .filter((line) => line !== '');
  };
  await expect.poll(async () => (await exported()).length, { timeout: 30_000 }).toBe(3);
  const [first, late, next] = (await exported())
    .map((line) => JSON.parse(line) as { occurredAt: string; visitorHash: string })
    .sort((one, other) => one.occurredAt.localeCompare(other.occurredAt))
    .map(({ visitorHash }) => visitorHash);
  expect(late).toBe(first);
  expect(next).not.toBe(first);
}, 60_000);
