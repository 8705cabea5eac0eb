/**
 * Accounts in memory as files, so that a start need not read them from the engine. A file has a head and the parts of
 * an account's index, each behind its length and checksum. One that is damaged, or not of this index, is removed.
 */
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import { tokenize } from '../analyze.js';
import type { IndexChange, IndexChangeLog } from '../ports.js';
import type { AccountIndex } from './account-index.js';
import type { Holds } from './memory-needed.js';

export interface SnapshotOptions {
  folder: string;
  /** Of the index: its files begin so. Safe in a file name. */
  name: string;
  dimensions: number;
  /** The whole log of changes. */
  since: IndexChangeLog['since'];
}

export interface Snapshots {
  /**
   * Fills the index that `create` makes.
   * @returns with the writes since; null where there is no usable file
   */
  restore(
    accountId: number,
    create: (options: { holds: Holds }) => AccountIndex,
  ): Promise<{ index: AccountIndex; since: IndexChange[] } | null>;
  /**
   * @param position in the log of changes, up to which the index has everything
   * @param isCurrent false ends the writing: the index is changing
   * @returns whether it was written
   */
  write(accountId: number, index: AccountIndex, position: number, isCurrent: () => boolean): Promise<boolean>;
}

interface Head {
  format: number;
  name: string;
  accountId: number;
  dimensions: number;
  /** Of how texts become words. */
  analysis: string;
  holds: Holds;
  position: number;
  /** The write at this position: another one is there after an older database was restored. */
  last: IndexChange | null;
}

/** Raised with every change of the parts. */
const FORMAT = 7;
const FRAME_BYTES = 8;
/** Above this a length is damaged. */
const MAX_PART_BYTES = 2 ** 28;
const END = 'end';
/** Unfinished files of processes that ended meanwhile are removed after this time, ms. */
const ABANDONED_MS = 3_600_000;
const UNFINISHED = '.unfinished';

const SAMPLE =
  'The shepherds’ naïve “re-reading” of 1 Cor 13:4–7 isn’t over; Ærø, Ünïcode and ИСТОРИЯ in 2024 日本語 🎉 went on.';

export function createSnapshots({ folder, name, dimensions, since }: SnapshotOptions): Snapshots {
  const fileOf = (accountId: number): string => join(folder, `${name}.${accountId}`);
  const analysis = createHash('sha1')
    .update(JSON.stringify(tokenize(SAMPLE)))
    .digest('hex');
  const headOf = (accountId: number, holds: Holds, position: number, last: IndexChange | null): Head => ({
    format: FORMAT,
    name,
    accountId,
    dimensions,
    analysis,
    holds,
    position,
    last,
  });

  /** The writes after the head's position; null where they are not all known, or not after that head. */
  const sinceHead = async ({ position, last }: Head): Promise<IndexChange[] | null> => {
    if (!last) return since(position);
    const [first, ...others] = (await since(position - 1)) ?? [];
    return JSON.stringify(first) === JSON.stringify(last) ? others : null;
  };

  const readFrom = async (
    handle: FileHandle,
    accountId: number,
    create: Parameters<Snapshots['restore']>[1],
  ): ReturnType<Snapshots['restore']> => {
    const head = (await readPart(handle)) as Head;
    const expected = headOf(accountId, head.holds, head.position, head.last);
    if (JSON.stringify(head) !== JSON.stringify(expected)) return null;
    const changes = await sinceHead(head);
    if (!changes) return null;
    const index = create({ holds: head.holds });
    try {
      for (let next = readPart(handle); ;) {
        const [kind, part] = (await next) as [string, unknown];
        if (kind === END) return { index, since: changes };
        // The next part is read from the disk while this one is taken in.
        next = readPart(handle);
        next.catch(() => undefined);
        index.restore(kind, part);
      }
    } catch (error) {
      index.free();
      throw error;
    }
  };

  /** Files of other indexes, and those that were never finished. */
  const sweep = async (): Promise<void> => {
    for (const entry of await readdir(folder)) {
      const path = join(folder, entry);
      const isOwn = entry.startsWith(`${name}.`);
      const isUnfinished = entry.endsWith(UNFINISHED);
      const age = isUnfinished ? Date.now() - (await stat(path)).mtimeMs : Infinity;
      if (age > ABANDONED_MS && (!isOwn || isUnfinished)) await rm(path, { force: true });
    }
  };

  return {
    restore: async (accountId, create) => {
      const file = fileOf(accountId);
      const handle = await open(file).catch(() => null);
      if (!handle) return null;
      const restored = await readFrom(handle, accountId, create)
        .catch(() => null)
        .finally(() => handle.close());
      if (!restored) await rm(file, { force: true });
      return restored;
    },

    write: async (accountId, index, position, isCurrent) => {
      const [last = null] = position > 0 ? ((await since(position - 1)) ?? []) : [];
      if ((last?.position ?? 0) !== position) return false;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = fileOf(accountId);
      const unfinished = `${file}.${process.pid}${UNFINISHED}`;
      try {
        const handle = await open(unfinished, 'w', 0o600);
        try {
          await writePart(handle, headOf(accountId, index.holds, position, last));
          for (const part of index.parts()) {
            if (!isCurrent()) return false;
            await writePart(handle, part);
          }
          await writePart(handle, [END]);
        } finally {
          await handle.close();
        }
        if (!isCurrent()) return false;
        await rename(unfinished, file);
        await sweep();
        return true;
      } finally {
        await rm(unfinished, { force: true });
      }
    },
  };
}

async function writePart(handle: FileHandle, part: unknown): Promise<void> {
  const bytes = serialize(part);
  const frame = Buffer.alloc(FRAME_BYTES);
  frame.writeUInt32LE(bytes.length, 0);
  frame.writeUInt32LE(crc32(bytes), 4);
  await handle.appendFile(frame);
  await handle.appendFile(bytes);
}

async function readPart(handle: FileHandle): Promise<unknown> {
  const frame = await readBytes(handle, FRAME_BYTES);
  const length = frame.readUInt32LE(0);
  if (length > MAX_PART_BYTES) throw new Error('The length is damaged');
  const bytes = await readBytes(handle, length);
  if (crc32(bytes) !== frame.readUInt32LE(4)) throw new Error('The checksum is another');
  return deserialize(bytes);
}

async function readBytes(handle: FileHandle, length: number): Promise<Buffer> {
  // Arrays of the part stay in the buffer, which therefore is no slice of a larger one.
  const buffer = Buffer.allocUnsafeSlow(length);
  for (let at = 0; at < length;) {
    const { bytesRead } = await handle.read(buffer, at, length - at);
    if (bytesRead === 0) throw new Error('The file ends too early');
    at += bytesRead;
  }
  return buffer;
}
