/** The process of the embedded ClickHouse stops, or is killed, and restarts on demand. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnalyticsUnavailableError, connectClickHouse, type ClickHouse } from '../../analytics/index.js';
import { frontCanRun } from '../support/clickhouse-front/start.js';
import { engineProcesses } from '../support/engine-processes.js';

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

  const told = () => clickHouse.query('SELECT number FROM numbers_told');

  it('is unavailable when its process is killed, and available for the next query', async () => {
    const slow = clickHouse.query('SELECT sleepEachRow(1) FROM numbers(30) SETTINGS max_block_size = 1');
    const [pid] = engineProcesses();
    process.kill(pid!, 'SIGKILL');
    await expect(slow).rejects.toBeInstanceOf(AnalyticsUnavailableError);
    expect(await told()).toEqual([{ number: 7 }]);
    expect(engineProcesses()).not.toContain(pid);
  });

  it('stops when idle', async () => {
    expect(await told()).toEqual([{ number: 7 }]);
    expect(engineProcesses()).toHaveLength(1);
    await expect.poll(engineProcesses, PATIENCE).toEqual([]);
    // A health check does not start it.
    expect(await clickHouse.ping()).toBe(true);
    expect(engineProcesses()).toEqual([]);
    expect(await Promise.all([told(), told()])).toEqual([[{ number: 7 }], [{ number: 7 }]]);
    expect(engineProcesses()).toHaveLength(1);
  });

  it('frees its folder when closed', async () => {
    await clickHouse.close();
    expect(engineProcesses()).toEqual([]);
    await expect(told()).rejects.toBeInstanceOf(AnalyticsUnavailableError);
    clickHouse = await connectClickHouse({ path });
    expect(await told()).toEqual([{ number: 7 }]);
  });
});
