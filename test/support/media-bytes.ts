/** Media files as bytes: MP3 of silent frames, ID3 tags with chapters, and chapters in MP4. */

interface Chapter {
  title: string;
  startMs: number;
}

const BIT_RATES = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
export const FRAME_SECS = 1_152 / 44_100;

const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const u64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
};

/** A silent frame of MPEG 1 layer III, mono, 44.1 kHz. */
const frame = (kbps: number): Buffer => {
  const bytes = Buffer.alloc(Math.floor((144_000 * kbps) / 44_100));
  Buffer.from([0xff, 0xfb, (BIT_RATES.indexOf(kbps) + 1) << 4, 0xc0]).copy(bytes);
  return bytes;
};

/** @param parts how many frames of each bit rate */
export const mp3Of = (...parts: [frames: number, kbps: number][]): Buffer =>
  Buffer.concat(parts.flatMap(([frames, kbps]) => Array.from({ length: frames }, () => frame(kbps))));

/** A frame that states how many follow, and their bytes. */
export const xingFrame = (frames: number, bytes: number): Buffer => {
  const header = frame(128);
  Buffer.concat([Buffer.from('Xing'), u32(3), u32(frames), u32(bytes)]).copy(header, 4 + 17);
  return header;
};

const unsynchronised = (bytes: Buffer): Buffer =>
  Buffer.from([...bytes].flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte])));
const syncSafe = (size: number): Buffer =>
  Buffer.from([(size >> 21) & 0x7f, (size >> 14) & 0x7f, (size >> 7) & 0x7f, size & 0x7f]);

interface TagOptions {
  version: 3 | 4;
  unsynchronise?: boolean;
  withContents?: boolean;
}

const id3Frame = (id: string, data: Buffer, { version }: TagOptions, flags = 0): Buffer =>
  Buffer.concat([
    Buffer.from(id),
    version === 4 ? syncSafe(data.length) : u32(data.length),
    u16(flags),
    data,
  ]);

/** The text in UTF-16, whose byte order mark needs unsynchronisation. */
const textFrame = (id: string, text: string, options: TagOptions): Buffer =>
  id3Frame(id, Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(text, 'utf16le')]), options);

/** An ID3v2 tag with chapters, in this order. */
export const id3Of = (chapters: readonly Chapter[], options: TagOptions): Buffer => {
  const { version, unsynchronise = false, withContents = true } = options;
  const names = chapters.map((_, at) => `ch${at}\0`);
  const frames = chapters.map(({ title, startMs }, at) => {
    const times = [u32(startMs), u32(startMs + 1_000), u32(0xffffffff), u32(0xffffffff)];
    const data = Buffer.concat([Buffer.from(names[at]!), ...times, textFrame('TIT2', title, options)]);
    return unsynchronise && version === 4
      ? id3Frame('CHAP', unsynchronised(data), options, 0x02)
      : id3Frame('CHAP', data, options);
  });
  const contents = Buffer.from(`toc\0\x03${String.fromCharCode(chapters.length)}${names.join('')}`, 'latin1');
  let body: Buffer = Buffer.concat([
    textFrame('TIT2', 'The talk', options),
    ...(withContents ? [id3Frame('CTOC', contents, options)] : []),
    ...frames,
    Buffer.alloc(64),
  ]);
  if (unsynchronise && version === 3) body = unsynchronised(body);
  const flags = unsynchronise ? 0x80 : 0;
  return Buffer.concat([Buffer.from('ID3'), Buffer.from([version, 0, flags]), syncSafe(body.length), body]);
};

const box = (type: string, ...data: Buffer[]): Buffer => {
  const content = Buffer.concat(data);
  return Buffer.concat([u32(8 + content.length), Buffer.from(type), content]);
};
const VERSION_0 = u32(0);

/** Splits boxes into type and content. */
const boxesOf = (bytes: Buffer): [type: string, content: Buffer][] => {
  const boxes: [string, Buffer][] = [];
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at))
    boxes.push([
      bytes.toString('latin1', at + 4, at + 8),
      bytes.subarray(at + 8, at + bytes.readUInt32BE(at)),
    ]);
  return boxes;
};

/** A list as Nero writes it, in tenths of microseconds. */
const neroBox = (chapters: readonly Chapter[]): Buffer =>
  box(
    'udta',
    box(
      'chpl',
      Buffer.from([1, 0, 0, 0]),
      u32(0),
      Buffer.from([chapters.length]),
      ...chapters.flatMap(({ title, startMs }) => [
        u64(startMs * 10_000),
        Buffer.from([Buffer.byteLength(title)]),
        Buffer.from(title),
      ]),
    ),
  );

const TEXT_TRACK = 9;

/** @param offsets of the samples in the file */
const textTrack = (
  chapters: readonly Chapter[],
  sizes: readonly number[],
  offsets: readonly number[],
): Buffer => {
  const durations = chapters.map(({ startMs }, at) => (chapters[at + 1]?.startMs ?? startMs + 100) - startMs);
  const table = (type: string, rows: readonly (readonly number[])[]): Buffer =>
    box(type, VERSION_0, u32(rows.length), ...rows.flat().map(u32));
  return box(
    'trak',
    box('tkhd', VERSION_0, u32(0), u32(0), u32(TEXT_TRACK), Buffer.alloc(68)),
    box(
      'mdia',
      box('mdhd', VERSION_0, u32(0), u32(0), u32(1_000), u32(2_000), u32(0)),
      box('hdlr', VERSION_0, u32(0), Buffer.from('text'), Buffer.alloc(13)),
      box(
        'minf',
        box(
          'stbl',
          table(
            'stts',
            durations.map((duration) => [1, duration]),
          ),
          table('stsc', [[1, 1, 1]]),
          box('stsz', VERSION_0, u32(0), u32(sizes.length), ...sizes.map(u32)),
          table(
            'stco',
            offsets.map((offset) => [offset]),
          ),
        ),
      ),
    ),
  );
};

/**
 * The file with chapters.
 * @param file whose box `moov` is the last, and whose first track has sound
 * @param form a list as Nero writes it, or a text track as QuickTime does
 */
export const withMp4Chapters = (
  file: Buffer,
  form: 'list' | 'track',
  chapters: readonly Chapter[],
): Buffer => {
  const boxes = boxesOf(file);
  const [last, movie] = boxes.pop()!;
  if (last !== 'moov') throw new Error(`The file ends with ${last}`);
  const before = boxes.map(([type, content]) => box(type, content));
  if (form === 'list') return Buffer.concat([...before, box('moov', movie, neroBox(chapters))]);
  const samples = chapters.map(({ title }) =>
    Buffer.concat([u16(Buffer.byteLength(title)), Buffer.from(title)]),
  );
  let at = Buffer.concat(before).length + 8;
  const offsets = samples.map(({ length }) => (at += length) - length);
  const sizes = samples.map(({ length }) => length);
  let isFirst = true;
  const changed = boxesOf(movie).map(([type, content]) => {
    const refers = type === 'trak' && isFirst;
    isFirst &&= type !== 'trak';
    return box(type, content, ...(refers ? [box('tref', box('chap', u32(TEXT_TRACK)))] : []));
  });
  return Buffer.concat([
    ...before,
    box('mdat', ...samples),
    box('moov', ...changed, textTrack(chapters, sizes, offsets)),
  ]);
};
