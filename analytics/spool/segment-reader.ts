/** Reads a segment's frames in order; what is damaged between them is stepped over and told. */
import { open, type FileHandle } from 'node:fs/promises';
import { decodeFrame, findFrame, HEAD_BYTES, MAX_PAYLOAD_BYTES, type Frame } from './frame.js';

const CHUNK_BYTES = 4 * 1024 * 1024;

/** Bytes of a segment that are no frame. */
export interface Damage {
  from: number;
  to: number;
  /** Nothing whole follows: the end of a write that was cut, which nobody was told of. */
  tail: boolean;
}

/** Frames that lie one after the other, and the damage behind them if there is some. */
export interface Stretch {
  frames: Frame[];
  /** Where each frame ends in the file. */
  ends: number[];
  damage?: Damage;
}

/** @param from where a frame begins @param to where reading ends: the end of what is durable */
export async function* readSegment(path: string, from: number, to: number): AsyncGenerator<Stretch> {
  const file = await open(path, 'r');
  try {
    let at = from;
    let wanted = CHUNK_BYTES;
    while (at < to) {
      const buffer = await readAt(file, at, Math.min(to - at, wanted));
      const { frames, used, stop } = framesIn(buffer);
      if (stop === 'short' && at + buffer.length < to && buffer.length === Math.min(to - at, wanted)) {
        // A frame longer than what was read: once more, with room for the longest.
        wanted = used === 0 ? HEAD_BYTES + MAX_PAYLOAD_BYTES : CHUNK_BYTES;
        if (frames.length > 0) yield { frames, ends: frames.map(({ end }) => at + end) };
        at += used;
        continue;
      }
      const stretch: Stretch = { frames, ends: frames.map(({ end }) => at + end) };
      const next = at + used;
      if (used < buffer.length || buffer.length === 0) {
        stretch.damage = await damageAt(file, next, to);
        at = stretch.damage.to;
      } else at = next;
      wanted = CHUNK_BYTES;
      yield stretch;
    }
  } finally {
    await file.close();
  }
}

const framesIn = (buffer: Buffer): { frames: Frame[]; used: number; stop: 'end' | 'short' | 'bad' } => {
  const frames: Frame[] = [];
  let used = 0;
  while (used < buffer.length) {
    const frame = decodeFrame(buffer, used);
    if (typeof frame === 'string') return { frames, used, stop: frame };
    frames.push(frame);
    used = frame.end;
  }
  return { frames, used, stop: 'end' };
};

/** A segment's rest fits into memory: damage is rare. */
const damageAt = async (file: FileHandle, from: number, to: number): Promise<Damage> => {
  const rest = await readAt(file, from, to - from);
  const next = findFrame(rest, 0);
  return next === -1 ? { from, to, tail: true } : { from, to: from + next, tail: false };
};

/** Less than `length` bytes where the file ends before. */
export const readAt = async (file: FileHandle, position: number, length: number): Promise<Buffer> => {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
};
