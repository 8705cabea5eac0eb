/** A backup contains the events that were accepted before it, or fails and says how many are missing. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BackupSummary } from '../../src/backup/contents/backups.js';
import { sleep } from '../../src/platform/lib/retry.js';
import { engineProcesses } from '../support/engine-processes.js';
import { removeFolder } from '../support/remove-folder.js';
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
