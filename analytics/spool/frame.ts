/** How one append lies in a file: a head with length and CRC-32, then its events as lines of JSON. */
import { crc32 } from 'node:zlib';

/** `LEF1`: where a reader that lost its way finds a frame again; the digit is the version of this layout. */
const MAGIC = Buffer.from('LEF1', 'latin1');
/** magic 4, CRC 4 (of all that follows it), length of the payload 4, events 4, time of the append 8 (ms, float64). */
const CRC_AT = 4;
const LENGTH_AT = 8;
const COUNT_AT = 12;
const TIME_AT = 16;
export const HEAD_BYTES = 24;
/** Far more than the largest request makes; a length beyond it is damage. */
export const MAX_PAYLOAD_BYTES = 32 * 1024 * 1024;

export interface Frame {
  /** Where it ends, in the buffer it was read from. */
  end: number;
  events: number;
  /** When it was appended, ms since 1970. */
  time: number;
  /** Lines of JSON, each ended by a line feed. */
  payload: Buffer;
}

/** @param lines lines of JSON, each ended by a line feed */
export const encodeFrame = (lines: string, events: number, time: number): Buffer => {
  const length = Buffer.byteLength(lines);
  if (length > MAX_PAYLOAD_BYTES) throw new Error(`An append of ${length} bytes is too large for the spool`);
  const frame = Buffer.allocUnsafe(HEAD_BYTES + length);
  MAGIC.copy(frame);
  frame.writeUInt32LE(length, LENGTH_AT);
  frame.writeUInt32LE(events, COUNT_AT);
  frame.writeDoubleLE(time, TIME_AT);
  frame.write(lines, HEAD_BYTES, 'utf8');
  frame.writeUInt32LE(crc32(frame.subarray(LENGTH_AT)), CRC_AT);
  return frame;
};

/** The frame that begins at `at`; `short` where the buffer may end before it does, `bad` where none begins there. */
export const decodeFrame = (buffer: Buffer, at: number): Frame | 'short' | 'bad' => {
  if (buffer.length - at < HEAD_BYTES) return 'short';
  if (MAGIC.compare(buffer, at, at + MAGIC.length) !== 0) return 'bad';
  const length = buffer.readUInt32LE(at + LENGTH_AT);
  if (length > MAX_PAYLOAD_BYTES) return 'bad';
  const end = at + HEAD_BYTES + length;
  if (end > buffer.length) return 'short';
  if (crc32(buffer.subarray(at + LENGTH_AT, end)) !== buffer.readUInt32LE(at + CRC_AT)) return 'bad';
  return {
    end,
    events: buffer.readUInt32LE(at + COUNT_AT),
    time: buffer.readDoubleLE(at + TIME_AT),
    payload: buffer.subarray(at + HEAD_BYTES, end),
  };
};

/** Where the next whole frame begins behind `at`, or -1. */
export const findFrame = (buffer: Buffer, at: number): number => {
  for (let next = buffer.indexOf(MAGIC, at + 1); next !== -1; next = buffer.indexOf(MAGIC, next + 1))
    if (typeof decodeFrame(buffer, next) === 'object') return next;
  return -1;
};
