/** `lectern person`: the first owner, roles, resets, operators and removal. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../sqlite/driver.js';
import { createApp } from '../../src/app.js';
import { loadConfig } from '../../src/config/config.js';
import { startServer } from '../../src/server.js';
import { consoleOf, type Browser } from '../support/browser.js';
import { runInProcess } from '../support/run-in-process.js';
import type { TestApp } from '../support/start-app.js';

const PASSWORD = 'another long password';

describe('lectern person', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-person-'));
  const env = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error' };
  const person = (...args: string[]) => runInProcess(['person', ...args], env);
  const invite = (email: string, role: string, ...more: string[]) =>
    person('invite', '--account', 'demo', '--role', role, '--email', email, ...more);
  const listed = async (...args: string[]) => JSON.parse((await person('list', '--json', ...args)).stdout);
  const tokenIn = (stdout: string): string =>
    /\nlink {2}http:\/\/localhost:8083\/sign-in#token=([\w-]{43})\n$/.exec(`\n${stdout}`)?.[1] ?? '';

  beforeAll(async () => {
    for (const args of [['migrate'], ['account', 'create', 'demo'], ['account', 'create', 'other']])
      expect((await runInProcess(args, env)).code).toBe(0);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const withConsole = async (work: (browser: () => Browser) => Promise<void>): Promise<void> => {
    const ports = { PORT: '0', PUBLIC_PORT: '0', CONSOLE_PORT: '0' };
    const origin = 'http://localhost:8083';
    const app = createApp(loadConfig({ ...env, ...ports, CONSOLE_BASE_URL: origin, LOG_LEVEL: 'silent' }));
    const running = await startServer(app, { role: 'api', warm: false });
    const host = consoleOf({ app, consoleUrl: running.consoleUrl } as TestApp);
    try {
      await work(() => host.browser());
    } finally {
      await running.stop();
      await app.close();
    }
  };
  const accept = (token: string): Promise<void> =>
    withConsole(async (browser) => {
      const { status } = await browser().post('/auth/links/redeem', { token, password: PASSWORD });
      expect(status).toBe(200);
    });

  it('invites the first owner with a link in the last line, which works once', async () => {
    const { code, stdout } = await invite('Owner@Example.org', 'owner', '--name', 'Ruth');
    expect(code).toBe(0);
    await accept(tokenIn(stdout));
    expect(await listed()).toMatchObject([
      {
        email: 'owner@example.org',
        name: 'Ruth',
        status: 'active',
        isOperator: false,
        hasSecondFactor: false,
        accounts: [{ shortName: 'demo', role: 'owner' }],
      },
    ]);
    expect((await invite('owner@example.org', 'editor')).stderr).toContain('belongs to the account already');
    expect((await invite('nobody', 'editor')).stderr).toContain('email: must be an email address');
    expect((await invite('a@example.org', 'king')).code).toBe(2);
  });

  it('lists people of one account, and prints no control characters of their names', async () => {
    await invite('second@example.org', 'editor', '--name', 'Red \u001b[31m');
    expect(await listed('--account', 'other')).toEqual([]);
    const { stdout } = await person('list', '--account', 'demo');
    expect(stdout).toMatch(/second@example.org .* demo:editor +no +never +invited/);
    expect(stdout).not.toContain('\u001b');
  });

  it('changes an address', async () => {
    expect((await person('email', 'owner@example.org', 'nobody')).stderr).toContain(
      'must be an email address',
    );
    expect((await person('email', 'nobody@example.org', 'a@example.org')).stderr).toContain('Nobody has');
    const { stdout } = await person('email', 'owner@example.org', 'Miriam@Example.org');
    expect(stdout).toContain('owner@example.org has the address miriam@example.org now');
    expect((await listed('--account', 'demo'))[0]).toMatchObject({ email: 'miriam@example.org' });
    expect((await person('email', 'miriam@example.org', 'owner@example.org')).code).toBe(0);
  });

  it('changes roles, and keeps the last owner', async () => {
    const refused = await person('role', 'owner@example.org', '--account', 'demo', '--role', 'editor');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('last owner')]);
    for (const args of [[], ['--account', 'demo']]) {
      const removed = await person('remove', 'owner@example.org', ...args);
      expect([removed.code, removed.stderr]).toEqual([1, expect.stringContaining('last owner')]);
    }
    await accept(tokenIn((await invite('second@example.org', 'editor')).stdout));
    expect(
      (await person('role', 'second@example.org', '--account', 'demo', '--role', 'owner')).stdout,
    ).toContain('second@example.org is owner of demo');
  });

  it('resets a password, and second factors if asked to', async () => {
    const token = tokenIn((await person('reset', 'owner@example.org', '--second-factor')).stdout);
    await withConsole(async (browser) => {
      const { body } = await browser().post('/auth/links/redeem', { token, password: `${PASSWORD}!` });
      expect(body.person).toMatchObject({ email: 'owner@example.org' });
    });
    expect((await person('reset', 'nobody@example.org')).stderr).toContain('Nobody has the address');
  });

  it('says that an invitation is open, and withdraws it', async () => {
    await invite('waiting@example.org', 'editor');
    for (const args of [['reset'], ['operator']])
      expect((await person(...args, 'Waiting@example.org')).stderr).toContain('not accepted the invitation');
    expect((await person('remove', 'Waiting@example.org')).code).toBe(0);
    expect((await listed()).map(({ email }: { email: string }) => email)).not.toContain(
      'waiting@example.org',
    );
    expect((await person('remove', 'waiting@example.org')).stderr).toContain('Nobody has the address');
  });

  it('shows second factors of people without an account, and sign-ins at a provider', async () => {
    const app = createApp(loadConfig({ ...env, CONSOLE_PORT: '0' }));
    const now = new Date().toISOString();
    const { id } = await app.db
      .insertInto('person')
      .values({
        name: 'Alone',
        email: 'alone@example.org',
        timeZone: 'UTC',
        entryDate: now,
        updatedDate: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.db
      .insertInto('totp')
      .values({ personId: id, secret: 'x', confirmedDate: now, lastStep: null, entryDate: now })
      .execute();
    await app.db
      .insertInto('openIdIdentity')
      .values({ personId: id, issuer: 'https://login.example.org', subject: 'alone', entryDate: now })
      .execute();
    await app.close();
    const found = (await listed()).find(({ email }: { email: string }) => email === 'alone@example.org');
    expect(found).toMatchObject({ hasSecondFactor: true, hasOpenId: true, accounts: [] });
    await person('remove', 'alone@example.org');
  });

  it('makes operators, and revokes it', async () => {
    await person('operator', 'owner@example.org');
    expect((await listed())[0]).toMatchObject({ isOperator: true });
    await person('operator', 'owner@example.org', '--revoke');
    expect((await listed())[0]).toMatchObject({ isOperator: false });
  });

  it('is checked by doctor: second factors and owners', async () => {
    const checked = async () => (await runInProcess(['doctor'], env)).stdout;
    const complete = await checked();
    expect(complete).toMatch(
      /✓ people: 2 can sign in\n +without a second factor: owner@example.org, second@example.org\n +accounts that require one are closed to: owner@example.org \(demo\), second@example.org \(demo\)\n/,
    );
    expect(complete).toContain('accounts without people: other');
    const invited = await runInProcess(
      ['person', 'invite', '--account', 'other', '--role', 'editor', '--email', 'third@example.org'],
      env,
    );
    await accept(tokenIn(invited.stdout));
    expect(await checked()).toContain('✗ people: accounts without an owner: other');
    await person('remove', 'third@example.org');
  });

  it('removes a person from an account, and deletes what is stored about them', async () => {
    expect((await person('remove', 'second@example.org', '--account', 'demo')).code).toBe(0);
    expect(await listed()).toMatchObject([{}, { email: 'second@example.org', accounts: [] }]);
    // A reader keeps SQLite from emptying the log when the command ends.
    const reader = new Database(join(env.DATA_DIR, 'lectern.db'), { readonly: true });
    reader.pragma('journal_mode');
    expect((await person('remove', 'second@example.org')).stdout).toContain('deleted');
    const logs = readdirSync(env.DATA_DIR).filter((name) => name.startsWith('lectern.db'));
    for (const name of logs)
      expect(readFileSync(join(env.DATA_DIR, name)).includes('second@example.org'), name).toBe(false);
    reader.close();
    expect(await listed()).toHaveLength(1);
    const { stdout } = await runInProcess(['audit', '--account', 'demo'], env);
    expect(stdout).toMatch(/command line +removePerson +person \d+/);
    expect(stdout).toMatch(/invitePerson +person \d+ +email role/);
  });
});
