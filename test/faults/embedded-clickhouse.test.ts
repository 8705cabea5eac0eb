/** The process of the embedded ClickHouse stops, or is killed, and restarts on demand. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnalyticsUnavailableError, connectClickHouse, type ClickHouse } from '../../analytics/index.js';
import { frontCanRun } from '../support/clickhouse-front/start.js';

const PATIENCE = { timeout: 60_000, interval: 50 };

describe.skipIf(!frontCanRun() || process.platform !== 'linux')('the embedded ClickHouse', () => {
  const path = mkdtempSync(join(tmpdir(), 'lectern-engine-'));
  let clickHouse: ClickHouse;
  beforeAll(async () => {
    clickHouse = await connectClickHouse({ path });
    await clickHouse.command('CREATE TABLE numbers_told (number UInt64) ENGINE = MergeTree ORDER BY number');
    await clickHouse.insert('numbers_told (number)', [Buffer.from('[7]\n')], 'told');
  });
  afterAll(async () => {
    await clickHouse?.close();
    rmSync(path, { recursive: true, force: true });
  });

  /** Processes that this one has started. */
  const processes = (): number[] =>
    readdirSync('/proc')
      .map(Number)
      .filter((pid) => {
        try {
          const parent = Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
          const program = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
          return parent === process.pid && program.includes('engine-process');
        } catch {
          return false;
        }
      });
  const told = () => clickHouse.query('SELECT number FROM numbers_told');

  it('is unavailable when its process is killed, and available for the next query', async () => {
    const slow = clickHouse.query('SELECT sleepEachRow(1) FROM numbers(30) SETTINGS max_block_size = 1');
    const [pid] = processes();
    process.kill(pid!, 'SIGKILL');
    await expect(slow).rejects.toBeInstanceOf(AnalyticsUnavailableError);
    expect(await told()).toEqual([{ number: 7 }]);
    expect(processes()).not.toContain(pid);
  });

  it('stops when idle', async () => {
    expect(await told()).toEqual([{ number: 7 }]);
    expect(processes()).toHaveLength(1);
    await expect.poll(processes, PATIENCE).toEqual([]);
    // A health check does not start it.
    expect(await clickHouse.ping()).toBe(true);
    expect(processes()).toEqual([]);
    expect(await Promise.all([told(), told()])).toEqual([[{ number: 7 }], [{ number: 7 }]]);
    expect(processes()).toHaveLength(1);
  });

  it('frees its folder when closed', async () => {
    await clickHouse.close();
    expect(processes()).toEqual([]);
    await expect(told()).rejects.toBeInstanceOf(AnalyticsUnavailableError);
    clickHouse = await connectClickHouse({ path });
    expect(await told()).toEqual([{ number: 7 }]);
  });
});
