/** Demo traffic and reports from the command line, against a running server. */
import { join } from 'node:path';
import { beforeAll, expect, it, vi } from 'vitest';
import { buildItem, buildMediaAsset, setItem } from '../support/factories.js';
import { root, startProgram, type Finished } from '../support/run-cli.js';
import { runInProcess } from '../support/run-in-process.js';
import { useApp } from '../support/start-app.js';

const REPORTS_TIMEOUT_MS = 15_000;

const app = useApp();
let token: string;
beforeAll(async () => {
  for (const title of ['The Good Shepherd', 'On Bread', 'Two … Coins']) await buildPlayable(title);
  token = app.demo.api.headers.Authorization?.split(' ')[1] ?? '';
});

const buildPlayable = async (title: string): Promise<void> => {
  const item = await buildItem(app.demo, { title });
  await buildMediaAsset(app.app.db, item, app.demo.account.id);
  await setItem(app, item, { status: 'published', durationSecs: 300 });
};

const lectern = (...args: string[]): Promise<Finished> =>
  runInProcess([...args, '--url', app.privateUrl], {
    DATA_DIR: app.app.config.dataDir,
    LECTERN_TOKEN: token,
  });
const traffic = (...args: string[]): Promise<Finished> =>
  startProgram(
    [
      join(root, 'scripts/run.mjs'),
      'demo-traffic',
      ...['--url', app.privateUrl, '--token', token],
      ...['--public-url', app.publicUrl.replace('//localhost', '//demo.localhost')],
      ...args,
    ],
    {},
  ).finished;
const reports = async (): Promise<any> =>
  JSON.parse((await lectern('stats', '--from', weekAgo(), '--json')).stdout);
const weekAgo = (): string => new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);

it('fills the reports, and adds nothing when run again', async () => {
  const first = await traffic();
  expect(first).toMatchObject({ code: 0 });
  const [, sent, searches] = /(\d+) events and (\d+) searches/.exec(first.stdout) ?? [];
  expect(Number(sent)).toBeGreaterThan(500);
  const before = await reports();
  expect(before.overview.overview.searches).toBe(Number(searches));
  expect(before.overview.overview.plays).toBeGreaterThan(50);
  expect(before.topItems.items.map(({ title }: { title: string }) => title)).toContain('On Bread');
  // Another item changes what visitors would have played.
  await buildPlayable('A Later Talk');

  const again = await traffic();
  expect(again.stdout).toContain('and 0 searches');
  const marker = await app.demo.api.post('/logging/page-views', { url: 'https://www.example.org/marker' });
  expect(marker.status).toBe(200);
  await vi.waitFor(async () => {
    const { overview } = await reports();
    expect(overview.overview.pageViews).toBeGreaterThan(before.overview.overview.pageViews);
  }, REPORTS_TIMEOUT_MS);
  const after = await reports();
  // A new visitor may have arrived while the tests ran, and the marker is one more.
  expect(after.overview.overview.pageViews - before.overview.overview.pageViews).toBeLessThan(5);
  expect(after.overview.overview.plays - before.overview.overview.plays).toBeLessThan(5);

  const { code, stdout } = await lectern('stats');
  expect(code).toBe(0);
  for (const words of ['last 7 days', 'Top items', 'Trending topics', 'Searches'])
    expect(stdout).toContain(words);
}, 300_000);

it('reports errors in plain English', async () => {
  const cases: [string[], number, string][] = [
    [['stats', '--range', 'fortnight'], 2, 'fortnight'],
    [['stats', '--from', '2026-02-30'], 2, '2026-01-31'],
    [['stats', '--token', 'lct_unknown'], 1, 'token'],
  ];
  for (const [args, code, words] of cases) {
    const ended = await lectern(...args);
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: '' });
    expect(ended.stderr).toContain(words);
  }
  const tooOld = await traffic('--days', '8');
  expect(tooOld).toMatchObject({ code: 2, stdout: '' });
  expect(tooOld.stderr).toContain('rejects older events');
  const away = await runInProcess(['stats', '--url', 'http://127.0.0.1:9/v2', '--token', 'lct_x'], {});
  expect(away.stderr).toContain('lectern serve');
  const nobody = await runInProcess(['stats'], { DATA_DIR: '/nowhere' });
  expect(nobody.stderr).toContain('LECTERN_TOKEN');
});
