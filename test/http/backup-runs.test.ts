/** Operators list, make and verify backups; the schedule makes them through restarts, failures and beside other processes. */
import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addRun, recentRuns, SCHEDULE } from '../../src/backup/runs/backup-run.repository.js';
import { backupMaintenance } from '../../src/backup/runs/backup-runner.js';
import { holdLease } from '../../src/platform/jobs/lease.js';
import type { Mail } from '../../src/platform/mail/mail-server.js';
import { buildPerson, signedIn, consoleOf, type Browser, type ConsoleHost } from '../support/browser.js';
import { createClient } from '../support/client.js';
import { createFakeClock } from '../support/clock.js';
import { removeFolder } from '../support/remove-folder.js';
import { startApp, type TestApp } from '../support/start-app.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const UNKNOWN = '2020-01-01T00-00-00Z-000000';

describe('backups of an installation', () => {
  const clock = createFakeClock('2026-03-02T12:00:00.000Z');
  const folder = mkdtempSync(join(tmpdir(), 'lectern-backups-'));
  const to = join(folder, 'to');
  let app: TestApp;
  let host: ConsoleHost;
  let email: string;
  beforeAll(async () => {
    // Nobody listens for the mail, which stays in the queue. Other tests show that backups have events.
    const env = {
      ANALYTICS: 'false',
      BACKUP_SCHEDULE: '02:30',
      BACKUP_KEEP: '2,1,1',
      SMTP_URL: 'smtp://127.0.0.1:9',
    };
    app = await startApp({ clock, env: { BACKUP_TO: to, ...env } });
    host = consoleOf(app);
    email = (await buildPerson(app, [], { isOperator: 1 })).email;
  });
  afterAll(async () => {
    await app.stop();
    await removeFolder(folder);
  });

  /** Sessions end as the clock goes on. */
  const operator = (): Promise<Browser> => signedIn(host, email);
  const overview = async () => (await (await operator()).get('/operator/backups')).body;
  const runs = () => recentRuns(app.app.db, 20);
  /** What the worker of a process does each five seconds: it looks for work, and does it. */
  const look = (owner = 'one-host:1:a', stopping?: AbortSignal): Promise<void> => {
    const { config, backupsAt } = app.app;
    const own = { owner, consoleBaseUrl: config.consoleBaseUrl, config: config.backup };
    return backupMaintenance({ ...app.app, ...own, backups: () => backupsAt(to) }).run(stopping);
  };
  const mailed = async (): Promise<Mail[]> => {
    const { db, secretKey } = app.app;
    const jobs = await db.selectFrom('job').select('payload').where('kind', '=', 'sendMail').execute();
    return jobs.map(({ payload }) =>
      JSON.parse(secretKey.decrypt('mail', JSON.parse(payload).content) ?? ''),
    );
  };
  const readiness = () => createClient(new URL(app.privateUrl).origin).get('/readyz');

  it('are for operators only, of whatever account', async () => {
    const { email: owner } = await buildPerson(app, [[app.demo, 'owner']]);
    await app.demo.api.patch('/account', { settings: { requireSecondFactor: 'none' } });
    const calls = (browser: Browser) => [
      browser.get('/operator/backups'),
      browser.post('/operator/backups/create'),
      browser.post(`/operator/backups/${UNKNOWN}/verify`),
    ];
    for (const answer of await Promise.all(calls(host.browser()))) expect(answer.status).toBe(401);
    for (const answer of await Promise.all(calls(await signedIn(host, owner))))
      expect(answer.status).toBe(403);
    expect((await app.demo.api.get('/operator/backups')).status).toBe(404);
    expect(await runs()).toEqual([]);
  });

  it('are made up for when no worker ran at the time, once', async () => {
    await look();
    await look();
    const { backups, ...rest } = await overview();
    expect(rest).toMatchObject({ to, schedule: '02:30', timeZone: 'UTC', error: null });
    expect(rest.runs).toMatchObject([{ kind: 'backup', state: 'done', askedBy: SCHEDULE, error: null }]);
    expect(backups).toMatchObject([{ name: rest.runs[0].name, encrypted: false, verifiedAt: null }]);
  });

  it('are made and verified for operators, one at a time', async () => {
    const browser = await operator();
    const { status, body } = await browser.post('/operator/backups/create');
    expect(status).toBe(201);
    expect(body.run).toMatchObject({ kind: 'backup', state: 'waiting', askedBy: email });
    expect((await browser.post('/operator/backups/create')).status).toBe(409);
    const [first] = (await overview()).backups;
    const verify = (name: string) => browser.post(`/operator/backups/${name}/verify`);
    expect((await verify(first.name)).status).toBe(409);
    await look();
    expect((await overview()).backups).toHaveLength(2);
    expect((await verify(UNKNOWN)).status).toBe(404);
    expect((await verify('latest')).status).toBe(404);

    expect((await verify(first.name)).body.run).toMatchObject({ kind: 'verification', name: first.name });
    await look();
    const verified = async () => (await overview()).backups.find(({ name }: any) => name === first.name);
    expect(await verified()).toMatchObject({ verifiedAt: clock.now().toISOString(), verifyError: null });

    writeFileSync(join(to, 'backups', first.name, 'index.jsonl.gz'), 'damaged');
    await verify(first.name);
    await look();
    expect((await verified()).verifyError).toContain('index.jsonl.gz');
    rmSync(join(to, 'backups', first.name), { recursive: true });
  });

  it('follow the schedule through restarts, and old ones are removed', async () => {
    const before = (await runs()).length;
    clock.pass(14 * HOUR + 29 * MINUTE);
    await look();
    expect(await runs()).toHaveLength(before);
    clock.pass(MINUTE);
    await look();
    expect(await runs()).toHaveLength(before + 1);
    // After three days without a worker, another process starts.
    clock.pass(3 * DAY);
    await look('other-host:1:b');
    await look();
    expect(await runs()).toHaveLength(before + 2);
    clock.pass(DAY);
    await look();
    const { backups } = await overview();
    // The newest of the two days, of which one is the newest of its week and month as well.
    expect(backups.map(({ startedAt }: { startedAt: string }) => startedAt.slice(0, 10))).toEqual([
      '2026-03-07',
      '2026-03-06',
    ]);
    expect(readdirSync(join(to, 'backups'))).toHaveLength(2);
  });

  it('that fail are tried again after an hour, and operators get one mail a day', async () => {
    renameSync(to, `${to}-away`);
    writeFileSync(to, 'a file');
    clock.pass(DAY);
    await look();
    expect((await runs())[0]).toMatchObject({ state: 'failed', askedBy: SCHEDULE });
    expect((await runs())[0]?.error).toContain(to);
    const count = (await runs()).length;
    clock.pass(59 * MINUTE);
    await look();
    expect(await runs()).toHaveLength(count);
    clock.pass(MINUTE);
    await look();
    expect(await runs()).toHaveLength(count + 1);
    // The first of the next day.
    clock.pass(DAY);
    await look();
    expect(await runs()).toHaveLength(count + 2);
    const mails = await mailed();
    expect(mails).toMatchObject([{ to: email }, { to: email }]);
    expect(mails[0]?.subject).toBe('Lectern: the scheduled backup failed');
    for (const text of [`of Lectern to ${to} failed:`, 'ENOTDIR', 'from 2026-03-07 02:30 (UTC)'])
      expect(mails[0]?.text).toContain(text);

    const { body } = await readiness();
    expect(body.status).toBe('degraded');
    expect(body.stores.backup).toMatchObject({ status: 'down', metrics: { ageSecs: 49 * 3_600 } });
    expect(body.stores.backup.message).toMatch(/^The last backup is 49 hours old; the last failed: .*/);

    rmSync(to);
    renameSync(`${to}-away`, to);
    clock.pass(HOUR);
    await look();
    expect((await runs())[0]).toMatchObject({ state: 'done', askedBy: SCHEDULE });
    expect((await readiness()).body.stores.backup.status).toBe('up');
  });

  it('fail when their process has died, and go on when it was stopped', async () => {
    const { db } = app.app;
    const lost = await addRun(db, clock, { kind: 'backup', state: 'running', askedBy: email });
    await holdLease(db, clock, 'backup', 'other-host:1:b', MINUTE);
    await look();
    expect((await runs())[0]).toMatchObject({ id: lost.id, state: 'running' });
    clock.pass(MINUTE + 1);
    await look();
    expect((await runs())[0]).toMatchObject({
      id: lost.id,
      state: 'failed',
      error: 'The process that worked on it has ended',
    });

    const stopped = await addRun(db, clock, { kind: 'backup', state: 'waiting', askedBy: email });
    await look('one-host:1:a', AbortSignal.abort());
    expect((await runs())[0]).toMatchObject({ id: stopped.id, state: 'waiting', error: null });
    await look();
    expect((await runs())[0]).toMatchObject({ id: stopped.id, state: 'done' });
  });

  it('are made by one of several processes', async () => {
    const count = (await runs()).length;
    clock.pass(DAY);
    await Promise.all(['a', 'b', 'c'].map((name) => look(`${name}-host:1:x`)));
    expect(await runs()).toHaveLength(count + 1);
  });

  it('for a recipient are verified without its identity', async () => {
    const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
    const BACKUP_RECIPIENT = await identityToRecipient(await generateX25519Identity());
    const bare = await startApp({ env: { BACKUP_RECIPIENT, ANALYTICS: 'false' } });
    const backups = bare.app.backupsAt(join(folder, 'encrypted'));
    const { name, encrypted, bytes } = await backups.create();
    expect(encrypted).toBe(true);
    expect((await backups.verify(name)).bytes).toBe(bytes);
    writeFileSync(join(folder, 'encrypted/backups', name, 'index.jsonl.gz'), 'damaged');
    await expect(backups.verify(name)).rejects.toThrow('index.jsonl.gz');
    await bare.stop();
  });

  it('cannot be made without a place for them', async () => {
    const bare = await startApp();
    const { email: someone } = await buildPerson(bare, [], { isOperator: 1 });
    const browser = await signedIn(consoleOf(bare), someone);
    expect((await browser.get('/operator/backups')).body).toMatchObject({ to: null, backups: [], runs: [] });
    const { status, body } = await browser.post('/operator/backups/create');
    expect([status, body.error.message]).toEqual([422, 'Set BACKUP_TO first']);
    expect((await browser.post(`/operator/backups/${UNKNOWN}/verify`)).status).toBe(404);
    await bare.stop();
  });
});
