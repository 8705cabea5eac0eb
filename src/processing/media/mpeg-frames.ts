/** The length of MP3 files as their frames tell it, where no header in the first frame does. */
import type { ReadRange } from './media-facts.js';

const CHUNK_BYTES = 4 * 1024 * 1024;
/** Of a file that has more, or takes longer, the rest is estimated from what has been read. */
const MAX_BYTES = 256 * 1024 * 1024;
const MAX_MS = 20_000;
/** Longer than any frame and the header of the next. */
const FRAME_ROOM = 8 * 1024;

/** Kbit/s by index, from 1 on: MPEG 1 layers I, II and III, then MPEG 2 layer I, and layers II and III. */
const BIT_RATES = [
  [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
const SAMPLE_RATES = [44_100, 48_000, 32_000];

interface Frame {
  bytes: number;
  secs: number;
  /** The same in all frames of a file. */
  kind: number;
}

/** Null if no frame starts there. */
const frameAt = (bytes: Uint8Array, at: number): Frame | null => {
  const kind = bytes[at + 1] ?? 0;
  if (bytes[at] !== 0xff || kind < 0xe0) return null;
  const rates = bytes[at + 2] ?? 0;
  const version = (kind >> 3) & 3;
  const layer = 4 - ((kind >> 1) & 3);
  const sampleRate = SAMPLE_RATES[(rates >> 2) & 3];
  if (version === 1 || layer === 4 || sampleRate === undefined) return null;
  const isFirst = version === 3;
  const bitRate = BIT_RATES[isFirst ? layer - 1 : layer === 1 ? 3 : 4]![(rates >> 4) - 1];
  if (bitRate === undefined) return null;
  const hertz = sampleRate / (isFirst ? 1 : version === 2 ? 2 : 4);
  const samples = layer === 1 ? 384 : layer === 3 && !isFirst ? 576 : 1_152;
  const slot = layer === 1 ? 4 : 1;
  const slots = Math.floor((samples / 8 / slot) * ((bitRate * 1_000) / hertz)) + ((rates >> 1) & 1);
  return { bytes: slots * slot, secs: samples / hertz, kind: (kind & 0xfe) * 4 + ((rates >> 2) & 3) };
};

/** By how much the size that a header states may differ from that of the file, of which tags are a part. */
const TOLERANCE = 0.02;

/** Whether the first frame has a header (Xing, Info or VBRI) with the length of these bytes. */
const statesLength = (frame: Uint8Array, availableBytes: number): boolean => {
  const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
  const at = ['Xing', 'Info', 'VBRI']
    .map((tag) => bytes.subarray(0, 64).indexOf(tag))
    .find((found) => found > 0);
  if (at === undefined || at + 18 > bytes.length) return false;
  const isXing = bytes[at] !== 'V'.charCodeAt(0);
  const flags = isXing ? bytes.readUInt32BE(at + 4) : 3;
  const hasFrames = (flags & 1) === 1 && bytes.readUInt32BE(at + (isXing ? 8 : 14)) > 0;
  const stated = (flags & 2) === 2 ? bytes.readUInt32BE(at + (isXing ? 12 : 10)) : availableBytes;
  return hasFrames && Math.abs(stated - availableBytes) <= TOLERANCE * availableBytes;
};

/**
 * Reads all frames.
 * @param from where the tag at the start of the file ends
 * @returns null if a header states the length, or there are no frames
 */
export const frameSeconds = async (
  read: ReadRange,
  from: number,
  sizeBytes: number,
): Promise<number | null> => {
  const end = Math.min(sizeBytes, from + MAX_BYTES);
  const until = performance.now() + MAX_MS;
  let bytes: Uint8Array = new Uint8Array();
  let base = from;
  let at = from;
  let secs = 0;
  let kind: number | null = null;
  let isInSync = false;
  const isAlike = (frame: Frame | null): frame is Frame =>
    frame !== null && (kind ?? frame.kind) === frame.kind;
  while (at + 4 <= end) {
    if (at + FRAME_ROOM > base + bytes.length && base + bytes.length < end) {
      if (performance.now() > until) break;
      base = at;
      bytes = await read(base, Math.min(CHUNK_BYTES, end - base));
      if (bytes.length < 4) break;
    }
    const frame = frameAt(bytes, at - base);
    const next = at - base + (frame?.bytes ?? 0);
    // Words of a tag or of sound may look like the start of a frame.
    const isReal: boolean = isInSync || next + 4 > bytes.length || isAlike(frameAt(bytes, next));
    isInSync = isAlike(frame) && isReal;
    if (!frame || !isInSync) {
      at++;
      continue;
    }
    if (kind === null && statesLength(bytes.subarray(at - base, next), sizeBytes - at)) return null;
    kind = frame.kind;
    secs += frame.secs;
    at += frame.bytes;
  }
  if (secs === 0) return null;
  return at + 4 <= sizeBytes ? (secs * (sizeBytes - from)) / (at - from) : secs;
};
