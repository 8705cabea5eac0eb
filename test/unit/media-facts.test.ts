/** What is read in media files beyond MediaInfo: lengths from frames, and chapters in tags and tracks. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { usableChapters } from '../../src/content/chapters/media-chapters.js';
import { probeTasks } from '../../src/processing/media/probe-tasks.js';
import { FRAME_SECS, id3Of, mp3Of, withMp4Chapters, xingFrame } from '../support/media-bytes.js';

const probe = (bytes: Uint8Array) =>
  probeTasks.probe({ sizeBytes: bytes.length }, (offset, size) =>
    Promise.resolve(bytes.subarray(offset, offset + size)),
  );
const SOUND = mp3Of([400, 64]);
const M4A = readFileSync(join(import.meta.dirname, '../support/fixtures/media/talk.m4a'));
const CHAPTERS = [
  { title: 'Lesung – ÿ', startMs: 0 },
  { title: 'The lamp', startMs: 1_250 },
];

describe('the length of an MP3 file', () => {
  const secondsOf = async (bytes: Uint8Array) => (await probe(bytes)).durationSecs;
  /** 400 frames. */
  const silence = mp3Of([200, 32], [200, 320]);

  it('is that of its frames where no header states it', async () => {
    expect(await probe(silence)).toMatchObject({
      container: 'mp3',
      durationSecs: Math.round(400 * FRAME_SECS),
      bitrate: Math.round((silence.length * 8) / (400 * FRAME_SECS)),
    });
    expect(await secondsOf(Buffer.concat([id3Of([], { version: 3 }), silence]))).toBe(10);
    expect(await secondsOf(Buffer.concat([silence, Buffer.from('TAG'.padEnd(128, '\0'))]))).toBe(10);
  });

  it('is that of its frames where the header belongs to another file', async () => {
    const whole = Buffer.concat([xingFrame(400, silence.length + 417), silence]);
    expect(await secondsOf(whole)).toBe(10);
    // Two recordings joined, and one that was cut.
    expect(await secondsOf(Buffer.concat([whole, whole]))).toBe(21);
    expect(await secondsOf(whole.subarray(0, 417 + 200 * 104))).toBe(5);
  });

  it('is found beyond bytes that are no frames', async () => {
    const noise = Buffer.alloc(5_000, 0xff);
    expect(await secondsOf(Buffer.concat([SOUND, noise, SOUND]))).toBe(Math.round(800 * FRAME_SECS));
  });

  it('of a large file is estimated from the part that is read', async () => {
    const size = 1024 ** 3;
    const [first, rest] = [mp3Of([2_000, 32]), mp3Of([1, 320])];
    let read = 0;
    const { durationSecs } = await probeTasks.probe({ sizeBytes: size }, (offset, length) => {
      read += length;
      const bytes = Buffer.alloc(length);
      for (let at = 0; at < length; at++) {
        const place = offset + at - first.length;
        bytes[at] = place < 0 ? first[offset + at]! : rest[place % rest.length]!;
      }
      return Promise.resolve(bytes);
    });
    expect(durationSecs! / ((size / rest.length) * FRAME_SECS)).toBeCloseTo(1, 1);
    expect(read).toBeLessThan(size / 3);
  });
});

describe('chapters of MP3 files', () => {
  const chaptersOf = async (bytes: Uint8Array) => (await probe(bytes)).chapters;

  it.each([3, 4] as const)('are read from ID3v2.%d, also unsynchronised', async (version) => {
    for (const unsynchronise of [false, true])
      for (const withContents of [false, true]) {
        const tag = id3Of(CHAPTERS, { version, unsynchronise, withContents });
        expect(await chaptersOf(Buffer.concat([tag, SOUND]))).toEqual(CHAPTERS);
      }
  });

  it('need no order, and end where a damaged tag does', async () => {
    const tag = id3Of([...CHAPTERS].reverse(), { version: 4 });
    const found = await chaptersOf(Buffer.concat([tag, SOUND]));
    expect(usableChapters(found, 10)).toEqual(CHAPTERS);
    const broken = Buffer.from(tag);
    broken.fill(0xff, tag.lastIndexOf('ch1'));
    expect(await chaptersOf(Buffer.concat([broken, SOUND]))).toEqual([CHAPTERS[1]]);
  });
});

describe('chapters of MP4 files', () => {
  it.each(['list', 'track'] as const)('are read from a %s', async (form) => {
    expect(await probe(withMp4Chapters(M4A, form, CHAPTERS))).toMatchObject({
      durationSecs: 2,
      chapters: CHAPTERS,
    });
  });

  it('are those of the track where a file has both', async () => {
    const list = withMp4Chapters(M4A, 'list', [{ title: 'Cut', startMs: 0 }]);
    expect((await probe(withMp4Chapters(list, 'track', CHAPTERS))).chapters).toEqual(CHAPTERS);
  });

  it('are left out where they lie outside of the file, or tables lie', async () => {
    const file = withMp4Chapters(M4A, 'track', CHAPTERS);
    for (const table of ['stco', 'stsz', 'stts', 'stsc', 'tkhd', 'mdhd'])
      for (const value of [0, 0x7f, 0xff]) {
        const bytes = Buffer.from(file);
        const at = bytes.lastIndexOf(table);
        bytes.fill(value, at + 8, Math.min(at + 24, bytes.length));
        const { container, chapters } = await probe(bytes);
        expect([container, chapters.length <= 200]).toEqual(['mp4', true]);
      }
  });
});

describe('chapters that can be used', () => {
  it('are sorted, with one at each time, a title, and within the recording', () => {
    const long = '😀'.repeat(200);
    const found = [
      { title: 'End', startMs: 60_000 },
      { title: '  Two \n words\0 ', startMs: 20_000.4 },
      { title: 'One', startMs: 0 },
      { title: 'Again', startMs: 0 },
      { title: ' \u200b', startMs: 30_000 },
      { title: long, startMs: 40_000 },
      { title: 'Before', startMs: -1 },
      { title: 'Never', startMs: NaN },
    ];
    const titles = usableChapters(found, 60).map(({ title, startMs }) => [startMs, title]);
    expect(titles).toEqual([
      [0, 'One'],
      [20_000, 'Two words'],
      [40_000, expect.stringMatching(/^(?:😀){120,127}.?…$/u)],
    ]);
    expect(titles[2]![1]).toSatisfy((title: string) => title.isWellFormed() && title.length <= 255);
    expect(usableChapters(found, null).at(-1)).toEqual({ title: 'End', startMs: 60_000 });
    const many = Array.from({ length: 300 }, (_, at) => ({ title: 'Part', startMs: at }));
    expect(usableChapters(many, 60)).toHaveLength(200);
  });
});

const shared = join(import.meta.dirname, '../../../shared/field/inputs/M01-vbr-no-xing.mp3');
if (!existsSync(shared))
  console.log('skipped: the shared data does not lie beside the repository (../shared/field)');
describe.skipIf(!existsSync(shared))('a recording that strangers have sent', () => {
  it('of variable bit rate without a header (M01) is as long as its frames', async () => {
    expect(await probe(readFileSync(shared))).toMatchObject({ container: 'mp3', durationSecs: 60 });
  });
});
