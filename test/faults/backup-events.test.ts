/** A backup contains the events that were accepted before it, or fails and says how many are missing. */
import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectClickHouse } from '../../analytics/index.js';
import type { BackupSummary } from '../../src/backup/contents/backups.js';
import { loadConfig } from '../../src/config/config.js';
import { clickHouseAddress } from '../../src/engagement/clickhouse-address.js';
import { sleep } from '../../src/platform/lib/retry.js';
import { keyFileOf } from '../../src/platform/secrets/key-file.js';
import { engineProcesses } from '../support/engine-processes.js';
import { removeFolder } from '../support/remove-folder.js';
import { runCli } from '../support/run-cli.js';
import { useApp } from '../support/start-app.js';

describe.skipIf(process.platform !== 'linux')('a backup', () => {
  const app = useApp();
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-backups-'));
  });
  afterAll(() => removeFolder(folder));

  type Source = Parameters<typeof app.app.backupsAt>[1];
  const backUp = async (source?: Source): Promise<BackupSummary> => {
    const backups = app.app.backupsAt(folder, source);
    return backups.create().finally(() => backups.close());
  };
  const view = async (count: number): Promise<void> => {
    const events = Array.from({ length: count }, () => ({
      type: 'pageView',
      url: 'https://www.example.org/a',
    }));
    expect((await app.demo.api.post('/logging/batch', { events })).status).toBeLessThan(300);
  };

  it('waits for a slow ClickHouse, longer than a report does', async () => {
    expect((await app.demo.api.get('/stats/overview')).status).toBe(200);
    await view(100);
    const [pid] = engineProcesses();
    process.kill(pid!, 'SIGSTOP');
    const made = backUp();
    await sleep(6_000);
    process.kill(pid!, 'SIGCONT');
    expect((await made).counts).toMatchObject({ 'events/page_views': 100 });
  }, 120_000);

  /** The addresses of the page views of a library that is made of a backup, in order. */
  const restoredViews = async (backup: string): Promise<string[]> => {
    const dataDir = mkdtempSync(join(folder, 'restored-'));
    copyFileSync(keyFileOf(app.app.config.dataDir), keyFileOf(dataDir));
    const env = { DATA_DIR: dataDir };
    const { code, stderr } = await runCli(['restore', backup], env);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    const clickHouse = await connectClickHouse(clickHouseAddress(loadConfig(env)));
    const rows = await clickHouse.query<{ url: string }>('SELECT url FROM page_views ORDER BY url');
    await clickHouse.close();
    return rows.map(({ url }) => url);
  };
  const signal = (name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void => {
    for (const pid of engineProcesses()) process.kill(pid, name);
  };
  /** What goes wrong with the engine while a backup is made. */
  const FAULTS: Record<string, (until: Promise<unknown>) => Promise<void>> = {
    'is stopped': async () => {
      signal('SIGSTOP');
      await sleep(4_000);
      signal('SIGCONT');
    },
    'is slow': async (until) => {
      let isOver = false;
      void until.finally(() => (isOver = true)).catch(() => undefined);
      while (!isOver) {
        signal('SIGSTOP');
        await sleep(400);
        signal('SIGCONT');
        await sleep(100);
      }
    },
    'is killed': async () => {
      await sleep(100);
      signal('SIGKILL');
    },
  };
  const ledger: string[] = [];

  it.each(Object.keys(FAULTS))(
    'has every event of the ledger if ClickHouse %s',
    async (fault) => {
      expect((await app.demo.api.get('/stats/overview')).status).toBe(200);
      for (let batch = 0; batch < 5; batch++) {
        const urls = Array.from(
          { length: 200 },
          (_, n) => `https://ledger.example/${fault.slice(3)}/${batch}/${n}`,
        );
        const events = urls.map((url) => ({ type: 'pageView', url }));
        expect((await app.demo.api.post('/logging/batch', { events })).status).toBeLessThan(300);
        ledger.push(...urls);
      }
      const made = backUp();
      await Promise.all([FAULTS[fault]!(made), made]);
      const { path } = await made;
      const views = (await restoredViews(path)).filter((url) => url.includes('ledger.example'));
      expect(views).toEqual([...ledger].sort());
    },
    180_000,
  );

  const source = {
    waiting: null,
    deadLetters: 0,
    hasOthers: false,
    parts: [],
  };
  const listing = (
    list: Partial<Omit<typeof source, 'waiting'>> & { waiting?: { events: number; since: number } },
  ): Source => ({
    list: () => Promise.resolve({ ...source, ...list }),
    read: () => Promise.reject(new Error('not read')),
  });

  it('fails if events still wait in the end, and says how many and since when', async () => {
    const since = Date.parse('2026-03-01T10:00:00.000Z');
    await expect(backUp(listing({ waiting: { events: 100, since } }))).rejects.toThrow(
      '100 events that were accepted since 2026-03-01T10:00:00.000Z',
    );
  });

  it('names dead letters as left out', async () => {
    const { notes } = await backUp(listing({ deadLetters: 3 }));
    expect(notes).toContainEqual(expect.stringContaining('3 events that ClickHouse refused'));
  });
});
