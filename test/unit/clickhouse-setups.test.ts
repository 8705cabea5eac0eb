/** Which set-ups of ClickHouse Lectern refuses, and that the embedded engine can be asked. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connectClickHouse } from '../../analytics/index.js';
import { unsupportedSetup } from '../../analytics/clickhouse/supported.js';

const answering = (row: { engine: string; isCloud: 0 | 1; servers: number }) =>
  unsupportedSetup({ query: <Row>() => Promise.resolve([row as Row]) });

it('accepts one server, and ClickHouse Cloud whatever its engine and size', async () => {
  expect(await answering({ engine: 'Atomic', isCloud: 0, servers: 0 })).toBeNull();
  expect(await answering({ engine: 'Atomic', isCloud: 0, servers: 1 })).toBeNull();
  expect(await answering({ engine: 'Shared', isCloud: 1, servers: 3 })).toBeNull();
  expect(await answering({ engine: 'Replicated', isCloud: 1, servers: 3 })).toBeNull();
});

it('refuses a replicated database and a cluster, whose rows would differ by server', async () => {
  expect(await answering({ engine: 'Replicated', isCloud: 0, servers: 1 })).toContain('engine Replicated');
  expect(await answering({ engine: 'Atomic', isCloud: 0, servers: 3 })).toContain('cluster of 3');
});

it('asks in the SQL of ClickHouse', async () => {
  const path = mkdtempSync(join(tmpdir(), 'lectern-setup-'));
  const clickHouse = await connectClickHouse({ path });
  try {
    expect(await unsupportedSetup(clickHouse)).toBeNull();
  } finally {
    await clickHouse.close();
    rmSync(path, { recursive: true, force: true });
  }
});
