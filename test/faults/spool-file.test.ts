/** A truncated, corrupt or full spool file: acknowledged events are returned once. */
import { cpSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Database } from '../../sqlite/driver.js';
import { SpoolFullError, SpoolUnavailableError } from '../../analytics/index.js';
import { eventsIn } from '../support/spooled-events.js';
import {
  append,
  copyOf,
  drain,
  fileIn,
  freshFolder,
  movedFiles,
  open,
  recordLog,
  removeFolders,
} from '../support/spools.js';
import { pageView } from '../support/stored-events.js';

afterAll(removeFolders);

describe('a spool', () => {
  it('returns appended events once and in order, even to the next process', async () => {
    const dir = freshFolder();
    const spool = await open(dir);
    const ids = (await Promise.all(Array.from({ length: 200 }, (_, i) => append(spool, 1 + (i % 3))))).flat();
    expect(spool.lag().events).toBe(ids.length);
    await spool.close();
    await expect(append(spool, 1)).rejects.toThrow(SpoolUnavailableError);
    const next = await open(dir);
    expect(next.lag().events).toBe(ids.length);
    const later = await append(next, 2);
    expect(await drain(next)).toEqual([...ids, ...later]);
    expect(next.lag()).toEqual({ events: 0, bytes: 0, ageMs: 0, since: null });
    await next.close();
    const last = await open(dir);
    expect(await last.next()).toBeNull();
    expect(last.lag()).toEqual({ events: 0, bytes: 0, ageMs: 0, since: null });
    await last.close();
  });

  it('returns an unfinished batch unchanged after more events are appended', async () => {
    const dir = freshFolder();
    const spool = await open(dir);
    await append(spool, 5);
    const first = await spool.next();
    await append(spool, 5);
    expect(await spool.next()).toEqual(first);
    const crashed = await open(copyOf(dir));
    expect(await crashed.next()).toEqual(first);
    await crashed.close();
    await spool.close();
    const next = await open(dir);
    await append(next, 5);
    expect(await next.next()).toEqual(first);
    await next.done();
    const second = await next.next();
    expect(second?.events).toBe(10);
    expect(second?.token).not.toBe(first?.token);
    expect((await drain(next)).length).toBe(10);
    await next.close();
  });

  it('keeps dead letters across restarts, separate from pending events', async () => {
    const dir = freshFolder();
    const spool = await open(dir);
    const refused = await append(spool, 3);
    const batch = await spool.next();
    const good = await append(spool, 2);
    await spool.deadLetter('Cannot parse input');
    expect(spool.deadLetters()).toBe(3);
    await spool.close();
    const next = await open(dir);
    expect(next.deadLetters()).toBe(3);
    expect(await drain(next)).toEqual(good);
    await next.close();
    const db = new Database(fileIn(dir), { readonly: true });
    const rows = db.prepare<[], { token: string; error: string; target: string; rows: Buffer }>(
      'SELECT token, error, target, rows FROM dead_letter',
    );
    for (const row of rows.all()) {
      expect(row).toMatchObject({ token: batch?.token, error: 'Cannot parse input' });
      expect(eventsIn({ ...row, eventIds: null }).map(({ id }) => id)).toEqual(refused);
    }
    expect(rows.all()).toHaveLength(1);
    db.close();
  });

  it('moves damaged rows to the dead letters and continues with the rest', async () => {
    const dir = freshFolder();
    const spool = await open(dir);
    const [first, damaged, last] = [await append(spool, 1), await append(spool, 3), await append(spool, 2)];
    await spool.close();
    const file = readFileSync(fileIn(dir));
    const at = file.indexOf(damaged[1]!);
    expect(at).toBeGreaterThan(0);
    file.writeUInt8(file.readUInt8(at) ^ 1, at);
    writeFileSync(fileIn(dir), file);
    const record = recordLog();
    const next = await open(dir, record);
    expect(await drain(next)).toEqual([...first, ...last]);
    expect([next.deadLetters(), next.lag().events]).toEqual([3, 0]);
    expect(record.logged.error).toEqual(['damaged events became dead letters']);
    await next.close();
  });

  it('has one owner at a time', async () => {
    const dir = freshFolder();
    const spool = await open(dir);
    await expect(open(dir)).rejects.toThrow(SpoolUnavailableError);
    await append(spool, 1);
    await expect(open(dir)).rejects.toThrow('Another process is using the event spool');
    await spool.close();
    await (await open(dir)).close();
  });

  it('drops an incomplete write at the end, and nothing before it', async () => {
    const dir = freshFolder();
    const spool = await open(dir);
    const appends = [await append(spool, 1), await append(spool, 3), await append(spool, 2)];
    const crashed = copyOf(dir);
    await spool.close();
    const size = statSync(`${fileIn(crashed)}-wal`).size;
    const seen = new Set<number>();
    // Within a frame of the log, and near its ends.
    for (const share of [0, 0.15, 0.35, 0.6, 0.8]) {
      const cut = Math.ceil(size * share) + 1;
      const copy = freshFolder();
      cpSync(crashed, copy, { recursive: true });
      truncateSync(`${fileIn(copy)}-wal`, size - cut);
      const record = recordLog();
      const next = await open(copy, record);
      const later = await append(next, 1);
      const left = await drain(next);
      expect(left.at(-1)).toBe(later[0]);
      const before = left.slice(0, -1);
      // Whole appends, starting with the first.
      expect([0, 1, 4]).toContain(before.length);
      expect(before).toEqual(appends.flat().slice(0, before.length));
      seen.add(before.length);
      expect(record.logged).toEqual({ info: [], warn: [], error: [] });
      await next.close();
    }
    expect([...seen].sort()).toEqual([0, 1, 4]);
  });

  it('moves a corrupt file aside on opening, and starts a new one', async () => {
    const dir = freshFolder();
    const spool = await open(dir);
    await append(spool, 50);
    await spool.close();
    const whole = readFileSync(fileIn(dir));
    const faults: [string, Buffer][] = [
      ['no database', Buffer.from('not a database at all'.repeat(400))],
      ['a damaged header', Buffer.concat([Buffer.alloc(200, 0xff), whole.subarray(200)])],
      [
        'a damaged schema',
        Buffer.concat([whole.subarray(0, 100), Buffer.alloc(3_996, 0xa5), whole.subarray(4_096)]),
      ],
    ];
    for (const [fault, bytes] of faults) {
      const copy = freshFolder();
      mkdirSync(copy);
      writeFileSync(fileIn(copy), bytes);
      const record = recordLog();
      const next = await open(copy, record);
      expect(record.logged.error, fault).toEqual([expect.stringContaining('was corrupt')]);
      const ids = await append(next, 2);
      expect(await drain(next), fault).toEqual(ids);
      await next.close();
      const moved = movedFiles(copy);
      expect(moved, fault).toHaveLength(1);
      expect(readFileSync(join(copy, moved[0]!)).equals(bytes), fault).toBe(true);
    }
  });

  it('moves a corrupt file aside when it is detected later', async () => {
    const dir = freshFolder();
    const spool = await open(dir);
    await append(spool, 1_000);
    await spool.close();
    const bytes = readFileSync(fileIn(dir));
    // Overflow pages of the one large row: opening the file does not read them, and their chain is broken now.
    bytes.fill(0xff, bytes.length >> 1);
    writeFileSync(fileIn(dir), bytes);
    const record = recordLog();
    const next = await open(dir, record);
    const ids = await append(next, 2);
    expect(await drain(next)).toEqual([]);
    expect(next.lag()).toEqual({ events: 0, bytes: 0, ageMs: 0, since: null });
    expect(record.logged.error).toEqual([expect.stringContaining('was corrupt')]);
    const later = await append(next, 2);
    expect(await drain(next)).toEqual(later);
    await next.close();
    const [moved = ''] = movedFiles(dir);
    const kept = readFileSync(join(dir, moved), 'latin1');
    for (const id of ids) expect(kept).toContain(id);
  });

  it('rejects whole batches beyond its limit, and accepts events again when there is space', async () => {
    const dir = freshFolder();
    const spool = await open(dir, recordLog(), 65_536);
    const taken: string[] = [];
    let refused: unknown;
    while (!refused)
      await append(spool, 10).then(
        (ids) => taken.push(...ids),
        (error: unknown) => (refused = error),
      );
    expect(refused).toBeInstanceOf(SpoolFullError);
    expect(spool.lag().bytes).toBeLessThanOrEqual(65_536);
    expect(taken.length).toBeGreaterThan(200);
    expect(await drain(spool)).toEqual(taken);
    const more = await append(spool, 10);
    expect(await drain(spool)).toEqual(more);
    await spool.close();
  });

  it('shrinks after a long backlog', async () => {
    const dir = freshFolder();
    const spool = await open(dir);
    const events = Array.from({ length: 1_000 }, () =>
      pageView({ url: `https://a.example/${'x'.repeat(2_000)}` }),
    );
    for (let i = 0; i < 40; i++) await spool.append(events);
    expect(spool.lag().events).toBe(40_000);
    while (await spool.next()) await spool.done();
    await spool.close();
    expect(statSync(fileIn(dir)).size).toBeLessThan(2 ** 20);
  });
});
