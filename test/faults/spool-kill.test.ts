/** A server killed repeatedly under load: every acknowledged event is counted exactly once. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectClickHouse } from '../../analytics/index.js';
import { frontCanRun } from '../support/clickhouse-front/start.js';
import { createClient, type Client } from '../support/client.js';
import { startCli, type Running } from '../support/run-cli.js';
import { prepareData } from '../support/run-in-process.js';
import { randomOf } from '../support/seed.js';

/** `KILLS=20 npm test -- test/faults/spool-kill.test.ts` runs the long form. */
const KILLS = Number(process.env.KILLS ?? 3);
const SENDERS = 8;
const LATEST_KILL_MS = 1_500;
const PATIENCE = { timeout: 60_000, interval: 100 };

describe.skipIf(!frontCanRun())('events under SIGKILL', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-events-'));
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'warn', PORT: '0', PUBLIC_PORT: '0', CONSOLE: 'false' };
  const acknowledged = new Set<string>();
  /** Sent without a response: sent again with their ids, as careful clients do. */
  const unanswered: string[] = [];
  const random = randomOf('spool-kill');
  let token = '';

  beforeAll(async () => {
    token = await prepareData(env);
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  const start = async (
    more: Record<string, string> = {},
  ): Promise<{ server: Running; api: Client; health: Client }> => {
    const server = startCli(['serve', '--role', 'api'], { ...env, ...more });
    let output = '';
    server.process.stdout?.on('data', (text: string) => (output += text));
    await server.said('public   ');
    const base = /private\s+(\S+)/.exec(output)?.[1] ?? '';
    const headers = { Authorization: `Bearer ${token}` };
    return { server, api: createClient(base, headers), health: createClient(new URL(base).origin) };
  };

  const page = (eventId?: string) => ({ url: 'https://www.example.org/', ...(eventId && { eventId }) });
  /** Sends one request. Remembers acknowledged events; the others with an id are sent again after the next start. */
  const sendOne = async (api: Client, kind: number): Promise<void> => {
    const ids =
      kind === 0 ? [] : Array.from({ length: kind === 1 ? 1 : 40 }, () => unanswered.pop() ?? randomUUID());
    try {
      const answer =
        kind < 2
          ? await api.post('/logging/page-views', page(ids[0]))
          : await api.post('/logging/batch', {
              events: ids.map((id) => ({ type: 'pageView', ...page(id) })),
            });
      expect(answer.status).toBe(200);
      for (const id of answer.body.ids ?? [answer.body.pageViewId]) acknowledged.add(id as string);
    } catch (error) {
      unanswered.push(...ids);
      throw error;
    }
  };
  const load = async (api: Client): Promise<void> => {
    const senders = Array.from({ length: SENDERS }, async (_, clientInfo) => {
      for (let i = 0; ; i++) await sendOne(api, (i + clientInfo) % 3);
    });
    const ends = await Promise.allSettled(senders);
    for (const end of ends)
      if (end.status === 'rejected' && !/ECONN|socket|EPIPE/.test(String(end.reason))) throw end.reason;
  };

  const waiting = async (health: Client) =>
    (await health.get('/readyz')).body.stores.spool.metrics.events as number;

  it('are stored after a restart, even without new events', async () => {
    const without = await start({ CLICKHOUSE_URL: 'http://127.0.0.1:9' });
    for (let i = 0; i < 5; i++) await sendOne(without.api, 2);
    without.server.process.kill('SIGKILL');
    await without.server.finished;
    expect(acknowledged.size).toBe(200);

    const { server, health } = await start();
    await expect.poll(() => waiting(health), PATIENCE).toBe(0);
    server.process.kill('SIGTERM');
    await server.finished;
    const clickHouse = await connectClickHouse({ path: join(dataDir, 'clickhouse') });
    const rows = await clickHouse.query<{ id: string }>('SELECT id FROM page_views');
    await clickHouse.close();
    expect(rows.map(({ id }) => id).sort()).toEqual([...acknowledged].sort());
  }, 300_000);

  it(
    `loses none and counts none twice, killed ${KILLS} times`,
    async () => {
      for (let kill = 0; kill < KILLS; kill++) {
        const { server, api } = await start();
        setTimeout(() => server.process.kill('SIGKILL'), random.int(LATEST_KILL_MS));
        await load(api);
        await server.finished;
      }
      const { server, api, health } = await start();
      while (unanswered.length > 0) await sendOne(api, 2);
      // Requesting a report flushes waiting events.
      const asked = async (): Promise<number> => {
        expect((await api.get('/stats/page-views')).status).toBe(200);
        return waiting(health);
      };
      await expect.poll(asked, PATIENCE).toBe(0);
      server.process.kill('SIGTERM');
      const { stderr } = await server.finished;
      expect(stderr).toBe('');

      const clickHouse = await connectClickHouse({ path: join(dataDir, 'clickhouse') });
      const rows = await clickHouse.query<{ id: string }>('SELECT id FROM page_views');
      const [hours] = await clickHouse.query<{ events: number }>('SELECT sum(events) AS events FROM hours');
      await clickHouse.close();
      const counted = new Set(rows.map(({ id }) => id));
      expect(acknowledged.size).toBeGreaterThan(KILLS);
      expect(rows.length).toBe(counted.size);
      expect([...acknowledged].filter((id) => !counted.has(id))).toEqual([]);
      expect(hours?.events).toBe(rows.length);
      // Stored but killed before the response: at most as many as were in flight.
      expect(rows.length - acknowledged.size).toBeLessThanOrEqual(KILLS * SENDERS);
    },
    30_000 + KILLS * 15_000,
  );
});
