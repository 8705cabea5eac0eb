/** Deleted salts remain in no file of an SQLite database, as docs/privacy.md states. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../sqlite/driver.js';
import { saltMaintenance } from '../../src/engagement/events/visitors.js';
import { createFakeClock } from '../support/clock.js';
import { useApp } from '../support/start-app.js';

const DAY_MS = 24 * 60 * 60_000;
const SITE = 'https://www.example.org';

describe('the salt of a past day', () => {
  const clock = createFakeClock(new Date().toISOString());
  const app = useApp({ clock, env: { CLICKHOUSE_URL: 'http://127.0.0.1:9' } });
  let file: string;
  beforeAll(async () => {
    await app.demo.api.patch('/account', { settings: { publicSiteUrl: SITE } });
    file = app.app.config.databaseUrl.slice('sqlite:'.length);
  });

  const send = async (): Promise<void> => {
    const headers = { 'User-Agent': 'Mozilla/5.0 (X11) Firefox/140.0', Origin: SITE };
    const { status } = await app.demo.site.post(
      '/events',
      { events: [{ type: 'pageView', url: SITE }] },
      headers,
    );
    expect(status).toBe(200);
  };
  const salts = async (): Promise<string[]> =>
    (await app.app.db.selectFrom('visitorSalt').select('salt').execute()).map(({ salt }) => salt);
  /** Names of the database's files that contain the text: the file itself and its log. */
  const filesWith = (text: string): string[] =>
    readdirSync(dirname(file)).filter(
      (name) => name.startsWith(basename(file)) && readFileSync(join(dirname(file), name)).includes(text),
    );

  it('is removed from the database and its log with the first event of a day, 26 hours after its own', async () => {
    await send();
    const [salt = ''] = await salts();
    expect(filesWith(salt)).not.toEqual([]);
    clock.pass(DAY_MS);
    await send();
    expect(await salts()).toContain(salt);
    clock.pass(DAY_MS);
    await send();
    expect(await salts()).toHaveLength(2);
    expect(await salts()).not.toContain(salt);
    expect(filesWith(salt)).toEqual([]);
    clock.pass(2 * DAY_MS);
    await send();
    const [next = ''] = await salts();
    expect(next).not.toBe(salt);
    expect(filesWith(salt)).toEqual([]);
    expect(filesWith(next)).not.toEqual([]);
  });

  it('of an account without events is removed by the hourly maintenance', async () => {
    const [salt = ''] = await salts();
    clock.pass(2 * DAY_MS);
    await saltMaintenance({ db: app.app.db, clock }).run();
    expect(await salts()).toEqual([]);
    expect(filesWith(salt)).toEqual([]);
  });

  it('is removed later if another process reads the database, and nothing waits for it', async () => {
    await send();
    const [salt = ''] = await salts();
    const reader = new Database(file, { readonly: true });
    const rows = reader.prepare('select * from account').iterate();
    rows.next();
    clock.pass(2 * DAY_MS);
    await send();
    expect(filesWith(salt)).not.toEqual([]);
    rows.return?.();
    reader.close();
    await saltMaintenance({ db: app.app.db, clock }).run();
    expect(filesWith(salt)).toEqual([]);
  });
});
