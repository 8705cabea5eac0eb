/** A backup has every event that was acknowledged before it, however slow ClickHouse is, or says what is missing. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sleep } from '../../src/platform/lib/retry.js';
import { removeFolder } from '../support/remove-folder.js';
import { runCli, startCli, type Running } from '../support/run-cli.js';
import { prepareData } from '../support/run-in-process.js';

const folder = mkdtempSync(join(tmpdir(), 'lectern-backup-events-'));
const DATA_DIR = join(folder, 'data');
const env = {
  DATA_DIR,
  PORT: '0',
  PUBLIC_PORT: '0',
  CONSOLE: 'false',
  LOG_LEVEL: 'error',
  DEFAULT_ACCOUNT: 'demo',
};

describe('a backup of events', () => {
  let server: Running;
  beforeAll(async () => {
    await prepareData({ ...env, ANALYTICS: 'false' });
    server = startCli(['serve'], env);
    await server.said('public   ');
  }, 120_000);
  afterAll(async () => {
    server.process.kill('SIGTERM');
    await server.finished;
    await removeFolder(folder);
  });

  const sendPageViews = async (count: number): Promise<void> => {
    const [, url] = /public {3}(http\S+)/.exec(server.output())!;
    for (let n = 0; n < count; n++) {
      const response = await fetch(`${url}/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 Firefox/140.0' },
        body: JSON.stringify({ events: [{ type: 'pageView', url: `https://example.org/${n}` }] }),
      });
      expect(response.status).toBe(202);
    }
  };
  /** The processes of the embedded ClickHouse. */
  const engines = (): number[] => {
    const pids = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number));
    return pids.flatMap(([pid = 0, parent]) =>
      parent === server.process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('engine-process')
        ? [pid]
        : [],
    );
  };
  const pause = async (): Promise<() => void> => {
    await expect.poll(engines, { timeout: 30_000 }).not.toEqual([]);
    const stopped = engines();
    stopped.forEach((pid) => process.kill(pid, 'SIGSTOP'));
    return () => stopped.forEach((pid) => process.kill(pid, 'SIGCONT'));
  };
  const backUp = () => runCli(['backup', '--to', join(folder, 'backups')], env);
  /** Rows in the table of page views, from the backup's manifest. */
  const pageViewsIn = (stdout: string): number => {
    const [, path] = /^backup {2}(.+?) {2}sha256/m.exec(stdout)!;
    const { counts } = JSON.parse(readFileSync(join(path!, 'manifest.json'), 'utf8')) as {
      counts: Record<string, number>;
    };
    return counts['events/page_events'] ?? 0;
  };

  it('waits for an engine that pauses', async () => {
    await sendPageViews(5);
    await expect.poll(engines, { timeout: 60_000 }).not.toEqual([]);
    const resume = await pause();
    await sendPageViews(20);
    const backup = backUp();
    await sleep(8_000);
    resume();
    const { code, stdout, stderr } = await backup;
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(pageViewsIn(stdout)).toBe(25);
  }, 180_000);

  it('fails, and says what is missing, when the engine stores nothing', async () => {
    const resume = await pause();
    await sendPageViews(3);
    const { code, stdout, stderr } = await backUp();
    resume();
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/ClickHouse has not stored 3 events that were acknowledged since \d{4}-/);
    expect(pageViewsIn((await backUp()).stdout)).toBe(28);
  }, 240_000);
});
