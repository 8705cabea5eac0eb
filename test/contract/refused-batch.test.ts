/** A batch that ClickHouse always rejects becomes a dead letter, and the next ones are stored. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createWriter,
  migrateClickHouse,
  openSpool,
  storeBatch,
  type ClickHouse,
  type StoredEvent,
} from '../../analytics/index.js';
import { clickHouses, type TestClickHouse } from '../support/clickhouse.js';
import { eventsIn, readSpool } from '../support/spooled-events.js';
import { pageView } from '../support/stored-events.js';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

for (const [name, isThere, open] of clickHouses) {
  describe.skipIf(!isThere)(`a rejected batch: ${name}`, () => {
    let app: TestClickHouse;
    let clickHouse: ClickHouse;
    let folder: string;
    beforeAll(async () => {
      app = await open();
      clickHouse = await app.connect();
      await migrateClickHouse(clickHouse);
      folder = mkdtempSync(join(tmpdir(), 'lectern-refused-'));
    });
    afterAll(async () => {
      await clickHouse.close();
      await app.remove();
      rmSync(folder, { recursive: true, force: true });
    });

    const stored = async (): Promise<string[]> =>
      (await clickHouse.query<{ id: string }>('SELECT id FROM page_views')).map(({ id }) => id).sort();
    const idsOf = (events: StoredEvent[]): string[] => events.map(({ id }) => id).sort();

    it('becomes a dead letter after its attempts, and does not block the next batch', async () => {
      const dir = join(folder, 'rows');
      const spool = await openSpool({ dir, maxBytes: 2 ** 30, log });
      const bad = [pageView(), pageView({ id: 'no-uuid' }), pageView()];
      await spool.append(bad);
      expect((await spool.next())?.events).toBe(bad.length);
      const good = [pageView(), pageView()];
      await spool.append(good);
      let attempts = 0;
      const store = (batch: Parameters<typeof storeBatch>[1]): Promise<void> => {
        attempts++;
        return storeBatch(clickHouse, batch);
      };
      const writer = createWriter({ spool, store, log, maxAttempts: 2 });
      writer.run();
      await expect.poll(() => spool.lag().events).toBe(0);
      await writer.stop();
      expect(attempts).toBe(3);
      expect(await stored()).toEqual(idsOf(good));
      expect(spool.deadLetters()).toBe(3);
      await spool.close();
      const letters = readSpool(dir, (db) =>
        db.prepare<[], Parameters<typeof eventsIn>[0]>('SELECT * FROM dead_letter').all(),
      );
      expect(letters.flatMap(eventsIn).map(({ id }) => id)).toEqual(bad.map(({ id }) => id));
      const next = await openSpool({ dir, maxBytes: 2 ** 30, log });
      expect(await next.next()).toBeNull();
      expect(next.deadLetters()).toBe(3);
      await next.close();
    });

    it('is retried when the rows are not the cause', async () => {
      const before = await stored();
      const spool = await openSpool({ dir: join(folder, 'table'), maxBytes: 2 ** 30, log });
      const events = [pageView(), pageView()];
      await spool.append(events);
      await clickHouse.command('RENAME TABLE page_views TO page_views_away');
      let attempts = 0;
      const store = (batch: Parameters<typeof storeBatch>[1]): Promise<void> => {
        attempts++;
        return storeBatch(clickHouse, batch);
      };
      const writer = createWriter({ spool, store, log, maxAttempts: 2 });
      writer.run();
      await expect.poll(() => attempts).toBeGreaterThan(2);
      expect(spool.deadLetters()).toBe(0);
      expect(await writer.drain(300)).toEqual({ events: 2, since: spool.lag().since });
      await clickHouse.command('RENAME TABLE page_views_away TO page_views');
      expect(await writer.drain(60_000)).toBeNull();
      expect(spool.lag().events).toBe(0);
      await writer.stop();
      expect(await stored()).toEqual([...before, ...idsOf(events)].sort());
      await spool.close();
    });
  });
}
