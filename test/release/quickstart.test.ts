/** The quickstart, and what it serves after a second account is created. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createClient } from '../support/client.js';
import { root, startCli, startProgram } from '../support/run-cli.js';
import { runInProcess, startInProcess } from '../support/run-in-process.js';

const dataDir = mkdtempSync(join(tmpdir(), 'lectern-quickstart-'));
const env = { DATA_DIR: dataDir, PORT: '0', PUBLIC_PORT: '0', CONSOLE_PORT: '0', LOG_LEVEL: 'error' };
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it('serves its account at any host, even after a second account is created and the server restarts', async () => {
  const quickstart = await startProgram([join(root, 'scripts/quickstart.mjs'), '--check'], {
    ...env,
    LOG_LEVEL: 'info',
  }).finished;
  expect(quickstart).toMatchObject({ code: 0 });
  expect(quickstart.stdout).toMatch(
    /^console {2}http:\/\/localhost:\d+\/sign-in#token=[\w-]{43}\nprivate {2}http.*\npublic {3}http:\/\/localhost:.*\ntoken {4}lct_/,
  );
  expect(quickstart.stderr).toContain('"route":"/v2/account"');
  expect(quickstart.stderr).toContain('demo visitors: ');
  expect(quickstart.stderr).toContain('3 of them have recordings');
  expect(quickstart.stderr).toMatch(/\nSearch page: http:\/\/localhost:\d+\/\n/);
  expect(quickstart.stderr).toMatch(/Public host: http:\/\/demo\.localhost:\d+/);

  const [, , , secret = ''] = quickstart.stdout.trim().split(/\n\w+ +/);
  const server = startCli(['serve'], env);
  await server.said('public   ');
  const [privateUrl = '', publicUrl = ''] = ['private', 'public'].map(
    (host) => new RegExp(`${host} +(http\\S+)`).exec(server.output())?.[1],
  );
  const totals = async () => {
    const api = createClient(privateUrl, { Authorization: `Bearer ${secret}` });
    const { plays, searches } = (await api.get('/stats/overview?from=2026-01-01')).body.overview;
    return { plays, searches };
  };
  const before = await totals();
  expect(before.plays).toBeGreaterThan(50);
  const args = ['demo-traffic', '--url', privateUrl, '--token', secret, '--public-url', publicUrl];
  const again = await startProgram([join(root, 'scripts/run.mjs'), ...args], env).finished;
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('and 0 searches') });
  // A visitor may have left while the test ran.
  expect((await totals()).plays - before.plays).toBeLessThan(5);
  expect((await totals()).searches).toBe(before.searches);
  // One command removes the samples and their visitors, and a restart does not bring them back.
  const removed = await startCli(['samples', 'remove', '--url', privateUrl], env).finished;
  expect(removed).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Removed 16 items, 3 series, .* \d{4} events\.\n$/),
  });
  expect(await totals()).toEqual({ plays: 0, searches: 0 });
  server.process.kill('SIGTERM');
  await server.finished;
  const later = await startProgram([join(root, 'scripts/quickstart.mjs'), '--check'], env).finished;
  expect(later).toMatchObject({ code: 0, stdout: expect.stringContaining(secret) });
  expect(later.stderr).toContain('The sample talks were removed');
  expect(later.stderr).not.toMatch(/Indexing|demo visitors|Demo site/);

  const created = await runInProcess(['account', 'create', 'second'], env);
  expect(created.stderr).toContain(
    'The public host of each account is <shortName>.localhost. Other host names serve demo',
  );

  /** The accounts that a server serves at `localhost` and at the host of the second account. */
  const served = async (more: Record<string, string>): Promise<string[]> => {
    const server = startInProcess(['serve', '--role', 'api'], { ...env, ...more });
    await expect.poll(server.stdout).toContain('public   ');
    const [, port] = /public {3}http:\/\/localhost:(\d+)\/api/.exec(server.stdout()) ?? [];
    const at = async (Host: string): Promise<string> => {
      const { body } = await createClient(`http://localhost:${port}/api`, { Host }).get('/config');
      return body.account.shortName as string;
    };
    const accounts = [await at('localhost'), await at('second.localhost')];
    server.stop();
    expect((await server.finished).code).toBe(0);
    return accounts;
  };
  expect(await served({})).toEqual(['demo', 'second']);
  expect(await served({ DEFAULT_ACCOUNT: 'second' })).toEqual(['second', 'second']);
}, 300_000);
