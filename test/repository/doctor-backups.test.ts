/** What `lectern doctor` says of backups. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addRun, markDone, markFailed, type BackupRun } from '../../src/backup/runs/backup-run.repository.js';
import { checkBackups } from '../../src/cli/doctor.js';
import { createFakeClock } from '../support/clock.js';
import { removeFolder } from '../support/remove-folder.js';
import { startApp, type TestApp } from '../support/start-app.js';

const HOUR = 3_600_000;

describe('lectern doctor', () => {
  const clock = createFakeClock();
  let folder: string;
  let app: TestApp;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-backups-'));
    app = await startApp({ clock, env: { ANALYTICS: 'false' } });
  });
  afterAll(async () => {
    await app.stop();
    await removeFolder(folder);
  });
  const check = async (backup: { to?: string; schedule?: string } = {}) => {
    const { config } = app.app;
    const { status, message } = await checkBackups({
      ...app.app,
      config: { ...config, backup: { ...config.backup, ...backup } },
    });
    return `${status}: ${message}`;
  };
  const run = (kind: BackupRun['kind'] = 'backup', name?: string) =>
    addRun(app.app.db, clock, { kind, name, state: 'running', askedBy: 'command' });

  it('says how old the last backup is, and what went wrong', async () => {
    const { db } = app.app;
    expect(await check()).toMatch(/^ok: not set up: set BACKUP_TO/);
    expect(await check({ to: folder })).toBe('warning: none was made yet: run lectern backup');
    await markFailed(db, clock, (await run()).id, 'The bucket is gone');
    expect(await check({ to: folder })).toMatch(/^warning: none was made yet.* failed: The bucket is gone$/);

    const backups = app.app.backupsAt(folder);
    const made = await backups.create();
    await markDone(db, clock, (await run()).id, made);
    expect(await check()).toBe('ok: the last is 0 hours old');
    expect(await check({ to: folder })).toMatch(/^warning: the last is 0 hours old, but .* use another one$/);
    clock.pass(37 * HOUR);
    expect(await check({ to: folder, schedule: '02:30' })).toMatch(/^error: the last is 37 hours old/);
    expect(await check()).toBe('ok: the last is 37 hours old');
    clock.pass(200 * HOUR);
    expect(await check()).toBe('warning: the last is 237 hours old');

    await markFailed(db, clock, (await run('verification', made.name)).id, 'objects/ab is missing');
    expect(await check({ to: folder })).toContain(`\n${made.name}: objects/ab is missing`);
    await backups.remove([made.name]);
    backups.close();
    expect(await check({ to: folder })).toBe('warning: the last is 237 hours old');
    await expect(check({ to: '/dev/null/nowhere' })).rejects.toThrow('/dev/null/nowhere');
  });
});
