/** Faults of the spool's files: cut short, damaged, at their limit, on a full disk, left half-way; what was acknowledged comes out once. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  openSpool,
  SpoolFullError,
  SpoolUnavailableError,
  type Spool,
  type StoredEvent,
} from '../../analytics/index.js';
import { pageView } from '../support/stored-events.js';

const workplace = mkdtempSync(join(tmpdir(), 'lectern-spool-'));
let serial = 0;
const freshFolder = (): string => join(workplace, `spool-${++serial}`);

/** What was said, by level. */
const listen = () => {
  const said = { info: [] as string[], warn: [] as string[], error: [] as string[] };
  const hear = (level: keyof typeof said) => (_fields: object, message: string) =>
    void said[level].push(message);
  return { said, log: { info: hear('info'), warn: hear('warn'), error: hear('error') } };
};
const open = (dir: string, { log } = listen(), maxBytes = 2 ** 30): Promise<Spool> =>
  openSpool({ dir, maxBytes, log });
const idsOf = (events: readonly StoredEvent[]): string[] => events.map(({ id }) => id);
const segmentsIn = (dir: string): string[] =>
  readdirSync(dir)
    .filter((name) => name.endsWith('.events'))
    .sort();

/** Takes everything out, as the writer does. */
const drain = async (spool: Spool): Promise<string[]> => {
  const ids: string[] = [];
  for (let batch = await spool.next(); batch; batch = await spool.next()) {
    ids.push(...idsOf(batch.events));
    await spool.done(batch);
  }
  return ids;
};
const append = async (spool: Spool, count: number): Promise<string[]> => {
  const events = Array.from({ length: count }, () => pageView());
  await spool.append(events);
  return idsOf(events);
};

afterAll(() => rmSync(workplace, { recursive: true, force: true }));

describe('a spool', () => {
  it('gives out what was appended, in order, once, also to the next process', async () => {
    const dir = freshFolder();
    const spool = await open(dir);
    const ids = (await Promise.all(Array.from({ length: 200 }, (_, i) => append(spool, 1 + (i % 3))))).flat();
    expect(spool.lag().events).toBe(ids.length);
    await spool.close();
    await expect(append(spool, 1)).rejects.toThrow(SpoolUnavailableError);
    const next = await open(dir);
    const later = await append(next, 2);
    expect(await drain(next)).toEqual([...ids, ...later]);
    expect(next.lag()).toEqual({ events: 0, bytes: 0, ageMs: 0 });
    expect(segmentsIn(dir)).toHaveLength(1);
    await next.close();
    const last = await open(dir);
    expect(await last.next()).toBeNull();
    expect(segmentsIn(dir)).toEqual([]);
    await last.close();
  });

  it('gives a batch that was not done again as it was, whatever has come since', async () => {
    const dir = freshFolder();
    const spool = await open(dir);
    await append(spool, 5);
    const first = await spool.next();
    await append(spool, 5);
    expect(await spool.next()).toEqual(first);
    await spool.close();
    const next = await open(dir);
    await append(next, 5);
    expect(await next.next()).toEqual(first);
    await next.done(first!);
    const second = await next.next();
    expect(second?.events).toHaveLength(5);
    expect(second?.token).not.toBe(first?.token);
    expect((await drain(next)).length).toBe(10);
    await next.close();
  });

  it('has one owner at a time', async () => {
    const dir = freshFolder();
    const spool = await open(dir);
    await expect(open(dir)).rejects.toThrow(SpoolUnavailableError);
    await spool.close();
    await (await open(dir)).close();
  });

  it('drops the end of a file that was cut short, and nothing before it', async () => {
    const dir = freshFolder();
    const spool = await open(dir);
    const appends = [await append(spool, 1), await append(spool, 3), await append(spool, 2)];
    await spool.close();
    const [segment = ''] = segmentsIn(dir);
    const size = statSync(join(dir, segment)).size;
    for (const cut of [1, 10, 600, 900, size - 30, size - 3, size]) {
      const copy = freshFolder();
      cpSync(dir, copy, { recursive: true });
      truncateSync(join(copy, segment), size - cut);
      const heard = listen();
      const next = await open(copy, heard);
      const later = await append(next, 1);
      const left = await drain(next);
      expect(left.at(-1)).toBe(later[0]);
      const before = left.slice(0, -1);
      // Whole appends, from the first.
      expect([0, 1, 4]).toContain(before.length);
      expect(before).toEqual(appends.flat().slice(0, before.length));
      expect(heard.said.error).toEqual([]);
      expect(heard.said.warn.join()).toMatch(cut === size ? /^$/ : /was cut/);
      await next.close();
    }
  });

  it('sets damage in the middle aside and gives out the rest', async () => {
    const dir = freshFolder();
    const spool = await open(dir);
    const appends = [await append(spool, 2), await append(spool, 2), await append(spool, 2)];
    await spool.close();
    const [segment = ''] = segmentsIn(dir);
    const whole = readFileSync(join(dir, segment));
    const second = whole.indexOf('LEF1', 4);
    const third = whole.indexOf('LEF1', second + 4);
    // In its magic, its checksum, its length (twice: too long for the file, and past all sense), its events.
    for (const place of [second, second + 4, second + 9, second + 11, second + 40, third - 2]) {
      const copy = freshFolder();
      cpSync(dir, copy, { recursive: true });
      const bytes = Buffer.from(whole);
      bytes.writeUInt8(bytes.readUInt8(place) ^ 0xff, place);
      writeFileSync(join(copy, segment), bytes);
      const heard = listen();
      const next = await open(copy, heard);
      expect(await drain(next)).toEqual([...appends[0]!, ...appends[2]!]);
      expect(heard.said.error.join()).toContain('set aside');
      const [aside = ''] = readdirSync(join(copy, 'damaged'));
      expect(readFileSync(join(copy, 'damaged', aside))).toEqual(bytes.subarray(second, third));
      await next.close();
    }
  });

  it('begins at its oldest file where its own notes are damaged', async () => {
    const dir = freshFolder();
    const spool = await open(dir);
    const ids = await append(spool, 3);
    await spool.next();
    await spool.close();
    writeFileSync(join(dir, 'state.json'), '{"segment":');
    const heard = listen();
    const next = await open(dir, heard);
    expect(await drain(next)).toEqual(ids);
    expect(heard.said.error).toHaveLength(1);
    await next.close();
  });

  it('refuses what is beyond its limit, all of it, and takes events again once there is room', async () => {
    const dir = freshFolder();
    const spool = await open(dir, listen(), 65_536);
    const taken: string[] = [];
    let refused: unknown;
    while (!refused)
      await append(spool, 10).then(
        (ids) => taken.push(...ids),
        (error: unknown) => (refused = error),
      );
    expect(refused).toBeInstanceOf(SpoolFullError);
    expect(spool.lag().bytes).toBeLessThanOrEqual(65_536);
    expect(segmentsIn(dir).length).toBeGreaterThan(5);
    expect(await drain(spool)).toEqual(taken);
    expect(segmentsIn(dir)).toHaveLength(1);
    const more = await append(spool, 10);
    expect(await drain(spool)).toEqual(more);
    await spool.close();
  });
});

const disk = join(workplace, 'disk');
/** A disk of its own size needs the right to mount one. */
const mounted = ((): boolean => {
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    console.log('A small disk cannot be mounted here: the test of a full disk is skipped.');
    return false;
  }
})();

describe.skipIf(!mounted)('a spool on a full disk', () => {
  afterAll(() => void execFileSync('umount', [disk]));

  it('refuses events, keeps what it took, and goes on once there is room', async () => {
    const dir = join(disk, 'spool');
    const spool = await open(dir);
    const taken: string[] = [];
    const refused: string[] = [];
    const errors = new Set<unknown>();
    for (let i = 0; i < 60; i++) {
      const events = Array.from({ length: 30 }, () => pageView());
      await spool.append(events).then(
        () => taken.push(...idsOf(events)),
        (error: unknown) => {
          refused.push(...idsOf(events));
          errors.add(`${(error as Error).name}: ${(error as Error).message}`);
        },
      );
    }
    expect(taken.length).toBeGreaterThan(100);
    expect(refused.length).toBeGreaterThan(100);
    expect([...errors]).toEqual(['SpoolUnavailableError: The disk that keeps the events is full']);
    execFileSync('mount', ['-o', 'remount,size=4m', disk]);
    taken.push(...(await append(spool, 30)));
    await spool.close();
    const next = await open(dir);
    expect(await drain(next)).toEqual(taken);
    expect(existsSync(join(dir, 'damaged'))).toBe(false);
    await next.close();
  });
});
