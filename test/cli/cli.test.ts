/** The command line as scripts use it: output, exit codes and skipped files. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root, runCli } from '../support/run-cli.js';
import { runInProcess } from '../support/run-in-process.js';

/** Sets colours and the terminal's title, adds a line, and reverses the text after it. */
const HOSTILE_NAME = '\u001b[31mred\u001b[0m\ntitle\u001b]0;owned\u0007\u009b2J \u202etalk.md';

describe('the command line', () => {
  const workplace = mkdtempSync(join(tmpdir(), 'lectern-cli-'));
  const env = { DATA_DIR: join(workplace, 'data'), LOG_LEVEL: 'error' };
  const lectern = (...args: string[]) => runInProcess(args, env);
  /** In a separate process, as users run it. */
  const inOwnProcess = (...args: string[]) => runCli(args, env);

  beforeAll(async () => {
    expect((await lectern('token', 'list', '--account', 'demo')).stderr).toContain('lectern migrate');
    expect((await lectern('migrate')).code).toBe(0);
    expect((await lectern('account', 'create', 'demo', '--name', 'Demo')).stdout).toContain('account demo');
  });
  afterAll(() => rmSync(workplace, { recursive: true, force: true }));

  it('describes every command', async () => {
    const { code, stdout } = await inOwnProcess('--help');
    expect(code).toBe(0);
    for (const command of ['serve', 'migrate', 'account', 'token', 'import', 'reindex', 'doctor', 'stats'])
      expect(stdout).toContain(command);
    expect((await lectern('token', 'create', '--help')).stdout).toContain('--scope');
  });

  it('says its version', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(await lectern('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('lists the jobs of the queue, and reports unknown ones', async () => {
    const listed = await lectern('jobs', 'list', '--account', 'demo', '--status', 'dead');
    expect([listed.code, listed.stdout.trim()]).toEqual([
      0,
      'id  account  kind  subject  status  attempts  due  last error',
    ]);
    for (const action of ['retry', 'cancel'])
      expect(await lectern('jobs', action, '7', '8')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Job 7 does not exist'),
      });
    expect((await lectern('jobs', 'retry', 'all')).code).toBe(2);
  });

  it('exits with 2 for wrong usage and 1 for a failure', async () => {
    expect((await inOwnProcess('fly')).code).toBe(2);
    expect((await lectern('import')).code).toBe(2);
    expect((await lectern('token', 'create', '--account', 'demo', '--scope', 'everything')).code).toBe(2);
    const unknown = await inOwnProcess('token', 'create', '--account', 'nobody', '--scope', 'admin');
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
    expect(unknown.stderr).toContain('Account nobody does not exist');
    expect((await lectern('account', 'create', 'demo')).stderr).toContain('already');
    expect((await runInProcess(['migrate'], { ...env, PORT: 'high' })).stderr).toContain('PORT');
  });

  it('creates, lists and revokes tokens', async () => {
    const created = await lectern(
      'token',
      'create',
      '--account',
      'demo',
      '--scope',
      'admin',
      '--name',
      'script',
    );
    expect(created.stdout).toMatch(/^lct_[\w-]{43}\n$/);
    const listed = await lectern('token', 'list', '--account', 'demo');
    const id = /^(\d+) +script +admin .* valid$/m.exec(listed.stdout)?.[1] ?? '';
    expect((await lectern('token', 'revoke', id, '--account', 'demo')).code).toBe(0);
    expect((await lectern('token', 'revoke', id, '--account', 'demo')).code).toBe(1);
    expect((await lectern('token', 'list', '--account', 'demo')).stdout).toMatch(/script .* revoked/);
  });

  it('imports valid files, reports skipped ones with a reason, and updates changed ones', async () => {
    const folder = join(workplace, 'talks');
    mkdirSync(join(folder, 'deep/.hidden'), { recursive: true });
    writeFileSync(join(folder, 'README.md'), '# Not a talk');
    writeFileSync(join(folder, 'LICENSE.txt'), 'Not a talk');
    writeFileSync(join(folder, 'deep/.hidden/talk.md'), 'Hidden.');
    writeFileSync(join(folder, 'deep/binary.txt'), Buffer.from([0, 1, 2, 3, 250, 0, 0, 7]));
    symlinkSync(join(folder, 'nowhere'), join(folder, 'broken.vtt'));
    writeFileSync(join(workplace, 'secret.txt'), 'Nobody else may read this.');
    symlinkSync(join(workplace, 'secret.txt'), join(folder, 'link.txt'));
    writeFileSync(join(folder, HOSTILE_NAME), '');
    writeFileSync(
      join(folder, 'coin.md'),
      '---\ntitle: The Lost Coin\ndate: 2024-06-09\nspeakers: [Ruth]\nscriptures: [Luke 15:8-10]\n---\n\nA woman has ten coins, and she loses one.',
    );
    writeFileSync(
      join(folder, 'deep/cues.srt'),
      '1\n00:00:01,000 --> 00:00:04,000\nThe bees sleep in the winter.\n',
    );

    const first = await inOwnProcess(
      'import',
      folder,
      '--account',
      'demo',
      '--collection',
      'Evenings',
      '--publish',
    );
    expect(first.stdout).toContain('2 created, 0 updated, 0 unchanged, 4 skipped, 0 failed.');
    expect(first.stderr).toContain('skipped: broken.vtt: the link is broken');
    expect(first.stderr).toMatch(/skipped: deep\/binary\.txt: .*not text/);
    expect(first.stderr).toContain('skipped: link.txt: a symbolic link (use --follow-links');
    expect(first.stderr).toContain('skipped: red title talk.md: The file is empty');
    // eslint-disable-next-line no-control-regex -- what must not reach a terminal
    expect(first.stdout + first.stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    expect(first.code).toBe(3);

    for (const path of ['broken.vtt', 'link.txt', HOSTILE_NAME]) rmSync(join(folder, path));
    rmSync(join(folder, 'deep/binary.txt'));
    writeFileSync(
      join(folder, 'deep/cues.srt'),
      '1\n00:00:01,000 --> 00:00:04,000\nThe bees wake in the spring.\n',
    );
    const second = await lectern(
      'import',
      folder,
      '--account',
      'demo',
      '--collection',
      'Evenings',
      '--publish',
    );
    expect(second.stdout).toContain('0 created, 1 updated, 1 unchanged, 0 skipped, 0 failed.');
    expect(second.code).toBe(0);
    expect((await lectern('doctor')).stdout).toContain('2 items agree');
  });

  it('reports problems', async () => {
    const { code, stdout } = await runInProcess(['doctor'], {
      ...env,
      EMBEDDING_MODEL: join(workplace, 'no-model'),
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(/✗ embedder: .*no-model.* is missing/);
    const mail = await runInProcess(['doctor'], { ...env, SMTP_URL: 'smtp://127.0.0.1:1' });
    expect(mail.code).toBe(1);
    expect(mail.stdout).toContain('✗ mail: connect ECONNREFUSED 127.0.0.1:1: check SMTP_URL');
    const database = await runInProcess(['doctor'], {
      ...env,
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    });
    expect(database.code).toBe(1);
    expect(database.stdout).toContain('✗ database');
  });

  it('rebuilds the index', async () => {
    expect((await lectern('reindex')).stdout).toContain('Switched to the new index: 2 items, 2 chunks.');
  });

  it('sets account limits, rotates tokens, and logs both', async () => {
    expect((await lectern('account', 'create', 'small')).code).toBe(0);
    const limits = await lectern('account', 'limits', 'small', '--items', '7', '--tokens', 'default');
    expect(limits.stdout).toMatch(/items\s+0\s+7\s+tokens\s+0\s+none/);
    expect((await lectern('account', 'limits', 'small', '--items', 'many')).code).toBe(2);
    const account = ['--account', 'small'];
    const networks = ['--network', '127.0.0.1', '10.1.2.3/8'];
    const created = await lectern('token', 'create', ...account, '--scope', 'admin', ...networks);
    expect(created.stdout).toMatch(/^lct_/);
    const listed = (await lectern('token', 'list', ...account)).stdout;
    expect(listed).toContain('127.0.0.1/32 10.0.0.0/8');
    const [id = ''] = /^\d+/m.exec(listed) ?? [];
    const rotated = await lectern('token', 'rotate', id, ...account, '--overlap-hours', '0');
    expect(rotated.stdout).toMatch(/^lct_/);
    expect(rotated.stdout).not.toBe(created.stdout);
    const log = (await lectern('audit', ...account)).stdout;
    const found = [...log.matchAll(/command line\s+(\w+)/g)].map(([, operation]) => operation);
    expect(found).toEqual(['rotateToken', 'createToken', 'setAccountLimits', 'createAccount']);
    expect(log).toContain(`token ${id}`);
    expect((await lectern('audit', ...account, '--limit', '1')).stdout.match(/command line/g)).toHaveLength(
      1,
    );
  });
});
