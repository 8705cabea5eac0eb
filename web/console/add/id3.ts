/** Reads the tags of MP3 files, ID3v2.3 and 2.4, from which the import guesses before the file is uploaded. */
import type { Schemas } from '../api/account.js';

type Tags = NonNullable<Schemas['GuessFiles']['files'][number]['tags']>;

const HEADER_BYTES = 10;
/** Tags with large pictures are read as far as this: text usually comes first. */
const MAX_TAG_BYTES = 1024 * 1024;

/** Frames by the tag that they are, with the length that the API accepts. */
const FRAMES: Partial<Record<string, [tag: keyof Tags, maxLength: number]>> = {
  TIT2: ['title', 1_000],
  TPE1: ['artist', 1_000],
  TALB: ['album', 1_000],
  TDRC: ['date', 100],
  TRCK: ['track', 20],
  COMM: ['comment', 5_000],
  TLAN: ['language', 35],
};
const ENCODINGS = ['latin1', 'utf-16', 'utf-16be', 'utf-8'] as const;

/** Sizes of tags have seven bits in each byte, so that they contain nothing that looks like sound. */
const sizeAt = (bytes: DataView, at: number, bits: 7 | 8): number =>
  [0, 1, 2, 3].reduce((size, index) => size * 2 ** bits + bytes.getUint8(at + index), 0);

const textOf = (bytes: Uint8Array<ArrayBuffer>, isComment: boolean): string => {
  const text = new TextDecoder(ENCODINGS[bytes[0] ?? 0] ?? 'latin1').decode(
    // A comment starts with its language.
    bytes.subarray(isComment ? 4 : 1),
  );
  // A comment has a short description before its text; other frames may have several values.
  const [first = '', second] = text.split('\0');
  const value = isComment ? (second ?? '') : first;
  return value.replace(/^\uFEFF/, '').trim();
};

const tagsOf = (buffer: ArrayBuffer, version: number): Tags => {
  const view = new DataView(buffer);
  const tags: Tags = {};
  let at = 0;
  while (at + HEADER_BYTES < view.byteLength) {
    const id = new TextDecoder('latin1').decode(new Uint8Array(buffer, at, 4));
    if (!/^[A-Z][A-Z0-9]{3}$/.test(id)) break;
    const size = sizeAt(view, at + 4, version >= 4 ? 7 : 8);
    const start = at + HEADER_BYTES;
    if (size < 1 || start + size > view.byteLength) break;
    const [name, maxLength] = FRAMES[id] ?? [];
    const text = name && textOf(new Uint8Array(buffer, start, size), id === 'COMM').slice(0, maxLength);
    if (name && text && tags[name] === undefined) tags[name] = text;
    at = start + size;
  }
  return tags;
};

/** @returns no tags for other files, and for files that cannot be read */
export const readTags = async (file: File): Promise<Tags> => {
  if (!file.name.toLowerCase().endsWith('.mp3')) return {};
  try {
    const header = new DataView(await file.slice(0, HEADER_BYTES).arrayBuffer());
    const isTagged = [0x49, 0x44, 0x33].every((byte, index) => header.getUint8(index) === byte);
    const version = header.getUint8(3);
    if (!isTagged || version < 3 || version > 4) return {};
    const size = Math.min(sizeAt(header, 6, 7), MAX_TAG_BYTES);
    return tagsOf(await file.slice(HEADER_BYTES, HEADER_BYTES + size).arrayBuffer(), version);
  } catch {
    return {};
  }
};
