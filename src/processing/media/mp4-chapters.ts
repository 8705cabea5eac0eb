/**
 * Chapters of MP4 and QuickTime files that are samples of a text track, which the track with sound refers to:
 * https://developer.apple.com/documentation/quicktime-file-format/chapter_lists. MediaInfo reads the other kind.
 */
import { MAX_CHAPTERS, type MediaChapter } from '../../content/chapters/media-chapters.js';
import type { ReadRange } from './media-facts.js';

const MAX_TOP_BOXES = 64;
const MAX_MOVIE_BYTES = 32 * 1024 * 1024;
/** Samples that lie closer together are read at once. */
const MAX_SPAN_BYTES = 1024 * 1024;
const MAX_SAMPLE_BYTES = 4 * 1024;

interface Box {
  type: string;
  data: Buffer;
}

/** Of a damaged file, as many as can be read. */
export const mp4Chapters = async (readRange: ReadRange, sizeBytes: number): Promise<MediaChapter[]> => {
  const read = async (offset: number, size: number): Promise<Uint8Array> => {
    const within = Math.min(size, sizeBytes - offset);
    return within > 0 ? readRange(offset, within) : new Uint8Array();
  };
  const movie = await findMovie(read, sizeBytes);
  if (!movie) return [];
  const tracks = boxesOf(movie).flatMap(({ type, data }) => (type === 'trak' ? [boxesOf(data)] : []));
  const listed = new Set(tracks.flatMap((track) => uint32s(find(track, 'tref', 'chap'), 0)));
  const track = tracks.find((one) => listed.has(trackId(one)) && /^(?:text|sbtl|subt)$/.test(handlerOf(one)));
  if (!track) return [];
  const samples = samplesOf(track).slice(0, MAX_CHAPTERS);
  const starts = samples.map(({ offset }) => offset);
  const first = Math.min(...starts);
  const span = Math.max(...starts) + MAX_SAMPLE_BYTES - first;
  const near = span <= MAX_SPAN_BYTES ? await read(first, span) : null;
  const chapters: MediaChapter[] = [];
  for (const { offset, size, startMs } of samples) {
    const at = offset - first;
    const bytes = near ? near.subarray(at, at + size) : await read(offset, size);
    chapters.push({ title: textOf(Buffer.from(bytes)), startMs });
  }
  return chapters;
};

/** The content of the box `moov`, which is at the start or the end. */
const findMovie = async (read: ReadRange, sizeBytes: number): Promise<Buffer | null> => {
  let at = 0;
  for (let boxes = 0; boxes < MAX_TOP_BOXES && at + 16 <= sizeBytes; boxes++) {
    const header = Buffer.from(await read(at, 16));
    if (header.length < 16) return null;
    const { headerBytes, size, type } = headerOf(header, 0, sizeBytes - at);
    if (size < headerBytes) return null;
    if (type === 'moov') {
      const length = size - headerBytes;
      return length > MAX_MOVIE_BYTES ? null : Buffer.from(await read(at + headerBytes, length));
    }
    at += size;
  }
  return null;
};

/** @param left size of a box that extends to the end */
const headerOf = (bytes: Buffer, at: number, left: number) => {
  const size = bytes.readUInt32BE(at);
  const type = bytes.toString('latin1', at + 4, at + 8);
  if (size === 1 && at + 16 <= bytes.length)
    return { type, headerBytes: 16, size: Number(bytes.readBigUInt64BE(at + 8)) };
  return { type, headerBytes: 8, size: size === 0 ? left : size };
};

const boxesOf = (bytes: Buffer): Box[] => {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    const { type, headerBytes, size } = headerOf(bytes, at, bytes.length - at);
    if (size < headerBytes) break;
    boxes.push({ type, data: bytes.subarray(at + headerBytes, at + size) });
    at += size;
  }
  return boxes;
};

/** The content of the box at the end of the path; empty if there is none. */
const find = (boxes: readonly Box[], ...path: string[]): Buffer => {
  const [type, ...rest] = path;
  const data = boxes.find((box) => box.type === type)?.data ?? Buffer.alloc(0);
  return rest.length > 0 ? find(boxesOf(data), ...rest) : data;
};

const uint32s = (bytes: Buffer, from: number): number[] =>
  Array.from({ length: Math.max(0, Math.floor((bytes.length - from) / 4)) }, (_, at) =>
    bytes.readUInt32BE(from + 4 * at),
  );

/** The first numbers of a table, after its version and number of rows. */
const tableOf = (boxes: readonly Box[], type: string, perRow: number): number[] =>
  uint32s(find(boxes, type).subarray(0, 8 + 4 * perRow * MAX_CHAPTERS), 8);

/** Whether the times of the box have 64 bits. */
const isLong = (box: Buffer): boolean => box[0] === 1;

const trackId = (track: readonly Box[]): number => {
  const header = find(track, 'tkhd');
  return uint32s(header, isLong(header) ? 20 : 12)[0] ?? 0;
};

const handlerOf = (track: readonly Box[]): string => find(track, 'mdia', 'hdlr').toString('latin1', 8, 12);

/** Where the first samples are, and when they start. */
const samplesOf = (track: readonly Box[]): { offset: number; size: number; startMs: number }[] => {
  const header = find(track, 'mdia', 'mdhd');
  const perSecond = uint32s(header, isLong(header) ? 20 : 12)[0] ?? 0;
  const tables = boxesOf(find(track, 'mdia', 'minf', 'stbl'));
  const [fixedSize = 0, , ...sizes] = uint32s(find(tables, 'stsz').subarray(0, 12 + 4 * MAX_CHAPTERS), 4);
  const durations = tableOf(tables, 'stts', 2);
  const perChunk = tableOf(tables, 'stsc', 3);
  const offsets = offsetsOf(tables);
  const samples: { offset: number; size: number; startMs: number }[] = [];
  let time = 0;
  let run = 0;
  let left = durations[0] ?? 0;
  for (const [chunk, start] of offsets.entries()) {
    // The last row that starts at this chunk or before it.
    let row = 0;
    while ((perChunk[3 * (row + 1)] ?? Infinity) <= chunk + 1) row++;
    let offset = start;
    for (let n = perChunk[3 * row + 1] ?? 1; n > 0 && samples.length < MAX_CHAPTERS; n--) {
      const size = fixedSize || sizes[samples.length];
      if (size === undefined || perSecond === 0) return samples;
      samples.push({
        offset,
        size: Math.min(size, MAX_SAMPLE_BYTES),
        startMs: Math.round((time * 1_000) / perSecond),
      });
      offset += size;
      while (left === 0 && run + 2 < durations.length) left = durations[(run += 2)]!;
      time += durations[run + 1] ?? 0;
      left--;
    }
  }
  return samples;
};

/** Of the first chunks. */
const offsetsOf = (tables: readonly Box[]): number[] => {
  const long = tableOf(tables, 'co64', 2);
  return long.length > 0
    ? long.flatMap((high, at) => (at % 2 === 0 ? [high * 2 ** 32 + (long[at + 1] ?? 0)] : []))
    : tableOf(tables, 'stco', 1);
};

/** Of a sample: its length, then UTF-8, or UTF-16 after a byte order mark. */
const textOf = (sample: Buffer): string => {
  if (sample.length < 2) return '';
  const text = sample.subarray(2, 2 + sample.readUInt16BE(0));
  const mark = text.length >= 2 ? text.readUInt16BE(0) : 0;
  const encoding = mark === 0xfeff ? 'utf-16be' : mark === 0xfffe ? 'utf-16le' : 'utf-8';
  return new TextDecoder(encoding).decode(text);
};
