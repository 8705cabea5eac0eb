/** Chapters of MP3 files: the CHAP frames of an ID3v2 tag (https://id3.org/id3v2-chapters-1.0). */
import type { MediaChapter } from '../../content/chapters/media-chapters.js';

export const ID3_HEADER_BYTES = 10;

/** The size of the tag whose header this is; 0 if it is none. */
export const id3Size = (header: Uint8Array): number => {
  const [i, d, three, , , flags = 0] = header;
  if (header.length < ID3_HEADER_BYTES || i !== 0x49 || d !== 0x44 || three !== 0x33) return 0;
  return ID3_HEADER_BYTES + syncSafe(header, 6) + ((flags & 0x10) === 0 ? 0 : ID3_HEADER_BYTES);
};

/** In the order of the file. A tag that is cut has those before its end. */
export const id3Chapters = (tag: Uint8Array): MediaChapter[] => {
  const version = tag[3]!;
  const flags = tag[5]!;
  const isUnsynchronised = (flags & 0x80) !== 0;
  let body = tag.subarray(ID3_HEADER_BYTES);
  if (version === 3 && isUnsynchronised) body = synchronised(body);
  if ((flags & 0x40) !== 0) body = body.subarray(version === 3 ? 4 + uint32(body, 0) : syncSafe(body, 0));
  return framesOf(body, version, isUnsynchronised).flatMap(({ id, data }) => {
    const end = data.indexOf(0);
    if (id !== 'CHAP' || end < 0 || data.length < end + 17) return [];
    const title = framesOf(data.subarray(end + 17), version, false).find((frame) => frame.id === 'TIT2');
    return title ? [{ title: textOf(title.data), startMs: uint32(data, end + 1) }] : [];
  });
};

interface Frame {
  id: string;
  data: Uint8Array;
}

const HEADER_BYTES = 10;

/** Without those that are compressed or encrypted. */
const framesOf = (bytes: Uint8Array, version: number, isUnsynchronised: boolean): Frame[] => {
  const frames: Frame[] = [];
  if (version !== 3 && version !== 4) return frames;
  for (let at = 0; isFrame(bytes, at);) {
    const start = at + HEADER_BYTES;
    const id = Buffer.from(bytes.subarray(at, at + 4)).toString('latin1');
    const end = start + frameSize(bytes, at, version);
    const flags = bytes[at + 9]!;
    const [hidden, grouped] = version === 3 ? [0xc0, 0x20] : [0x0c, 0x40];
    let data = bytes.subarray(start, end);
    if (version === 4 && (isUnsynchronised || (flags & 0x02) !== 0)) data = synchronised(data);
    const extra = ((flags & grouped) === 0 ? 0 : 1) + (version === 4 && (flags & 0x01) !== 0 ? 4 : 0);
    if ((flags & hidden) === 0) frames.push({ id, data: data.subarray(extra) });
    at = end;
  }
  return frames;
};

const isFrame = (bytes: Uint8Array, at: number): boolean =>
  at + HEADER_BYTES <= bytes.length &&
  bytes
    .subarray(at, at + 4)
    .every((byte) => (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a));

/** Some programs write the sizes of version 4 as those of version 3. */
const frameSize = (bytes: Uint8Array, at: number, version: number): number => {
  const plain = uint32(bytes, at + 4);
  if (version === 3) return plain;
  const size = syncSafe(bytes, at + 4);
  const leads = (to: number): boolean => to >= bytes.length || bytes[to] === 0 || isFrame(bytes, to);
  const isPlain = !leads(at + HEADER_BYTES + size) && leads(at + HEADER_BYTES + plain);
  return isPlain ? plain : size;
};

const uint32 = (bytes: Uint8Array, at: number): number =>
  bytes.subarray(at, at + 4).reduce((sum, byte) => sum * 256 + byte, 0);

const syncSafe = (bytes: Uint8Array, at: number): number =>
  bytes.subarray(at, at + 4).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);

/** Removes the zeros that keep players from taking FF for the start of a frame of sound. */
const synchronised = (bytes: Uint8Array): Uint8Array =>
  bytes.filter((byte, at) => byte !== 0 || bytes[at - 1] !== 0xff);

const ENCODINGS = ['windows-1252', 'utf-16', 'utf-16be', 'utf-8'];

/** Up to the first NUL: further values may follow. */
const textOf = (data: Uint8Array): string => {
  const encoding = ENCODINGS[data[0] ?? 0] ?? 'utf-8';
  const isBigEndian = encoding === 'utf-16' && data[1] === 0xfe && data[2] === 0xff;
  const text = new TextDecoder(isBigEndian ? 'utf-16be' : encoding).decode(data.subarray(1));
  return text.split('\0', 1)[0]!;
};
