/** Texts that make careless parsers slow: a list per format, each text of about the requested size. */
import { readValues } from '../fuzz/odd-values.js';

export type HostileFormat = 'vtt' | 'srt' | 'txt' | 'json' | 'md' | 'yaml' | 'field';

export interface HostileText {
  name: string;
  bytes: Uint8Array;
}

/** Where a run is inserted: a head before it and a tail after it. */
type Frame = readonly [name: string, head: string, tail: string];
type FramedFormat = Exclude<HostileFormat, 'json'>;

export const VALUES = readValues(new URL('./hostile-values.json', import.meta.url));
/** Characters and short sequences that some parser treats specially, so that long runs of them may be slow. */
export const RUNS: readonly string[] = VALUES.runs;
export const FRAMES: Readonly<Record<FramedFormat, readonly Frame[]>> = VALUES.frames;

const utf8 = (text: string): Uint8Array => Buffer.from(text);

/** @param size in bytes; exceeded only if a single repetition is longer */
const repeated = (unit: string, size: number): string =>
  unit.repeat(Math.max(1, Math.floor(size / Buffer.byteLength(unit))));

const named = (texts: Readonly<Record<string, string | Uint8Array>>): HostileText[] =>
  Object.entries(texts).map(([name, text]) => ({
    name,
    bytes: typeof text === 'string' ? utf8(text) : text,
  }));

/** Makes a run printable for reports. */
const shown = (run: string): string =>
  JSON.stringify(run).replace(/[^ -~]/gu, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`);

const framed = (format: FramedFormat, size: number): HostileText[] =>
  FRAMES[format].flatMap(([place, head, tail]) =>
    RUNS.map((run) => ({
      name: `${format} ${place} ${shown(run)}`,
      bytes: utf8(head + repeated(run, size) + tail),
    })),
  );

/** Joins `line(i)` until the text has the requested size. */
const lines = (size: number, line: (i: number) => string): string => {
  const all: string[] = [];
  for (let length = 0, i = 0; length < size; i++) {
    const next = line(i);
    all.push(next);
    length += next.length + 1;
  }
  return all.join('\n');
};

const time = (ms: number): string => new Date(ms).toISOString().slice(11, 23);
const cue = (from: number, to: number, text: string): string => `${time(from)} --> ${time(to)}\n${text}\n`;

const cues = (size: number): Record<string, string> => {
  const [all, half] = [size, size / 2].map((bytes) => lines(bytes, () => 'a'));
  return {
    'many tiny cues': lines(size, (i) => cue(i, i + 1, 'a')),
    'cues in reverse': lines(size, (i) => cue(80_000_000 - i * 10, 80_000_005 - i * 10, `a${i}`)),
    'one cue of many lines': cue(0, 1, all!),
    'two cues of many equal lines': `${cue(0, 1, half!)}\n${cue(1, 2, half!)}`,
    'two cues that differ at the end': `${cue(0, 1, half!)}\n${cue(1, 2, `${half}\nb`)}`,
    // Rolling captions: the line length grows with the square root of the size.
    'cues that grow word by word': lines(size, (i) => cue(i + 1, i + 2, 'a '.repeat(i + 1))),
    'untimed blocks': `${cue(0, 1, 'a')}\n${lines(size, () => 'a\n')}`,
    'arrows without blank lines': lines(size, (i) => cue(i, i + 1, 'a').trimEnd()),
    'blocks continued above': cue(0, 1, 'a') + lines(size, (i) => `\nx\ny\n${cue(i, i + 1, 'a')}`),
    'invalid times': lines(size, () => 'x --> y\na\n'),
    'many voices': cue(0, 1, repeated('<v a>a</v><v b>b', size)),
    'unclosed voice per line': `${time(0)} --> ${time(1)}\n${lines(size, () => '<v a')}\n`,
    'unclosed tag of many attributes': cue(0, 1, `<${repeated('a b=c ', size)}`),
  };
};

const yamlTexts = (size: number): Record<string, string> => ({
  'alias bomb': `a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n${lines(
    Math.min(size, 2_000),
    (i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(10)}]`,
  )}\ntitle: *a9`,
  'many aliases': `a: &a x\ntopics:\n${lines(size, () => '  - *a')}`,
  'many anchors': lines(size, (i) => `k${i}: &a${i} x`),
  'alias to itself': `topics: &a [*a]\n${lines(size, () => 'x: *a')}`,
  'deep flow': `topics: ${'['.repeat(size)}`,
  'deep flow, closed': `topics: ${'['.repeat(size / 2)}${']'.repeat(size / 2)}`,
  'deep maps': `topics: ${'{a: '.repeat(size / 4)}`,
  'deep blocks': lines(size, (i) => `${' '.repeat(Math.min(i, 400))}a:`),
  'deep list': repeated('- ', size),
  'duplicate keys': lines(size, () => 'a: 1'),
  'many keys': lines(size, (i) => `k${i}: 1`),
  'complex keys': repeated('? ', size),
  'merge keys': `a: &a {b: 1}\n${lines(size, (i) => `c${i}: {<<: *a}`)}`,
  'errors on every line': lines(size, () => '\t%@: *x: ['),
  'unclosed quotes': lines(size, (i) => `k${i}: "a`),
  tags: lines(size, (i) => `k${i}: !!x${i} a`),
  documents: lines(size, () => '--- a'),
  'long number': `date: ${'9'.repeat(size)}`,
  'many names': `speakers: ${repeated('A, B and ', size)}`,
  'many suffixes': `speakers: ${repeated('A, Jr, ', size)}`,
  'many topics': `topics: [${repeated('a,', size)}]`,
  'many scriptures': `scriptures: ${repeated('John 3:16; ', size)}`,
  'long title error': `title: [${repeated('a,', size)}]`,
});

const segments = (list: readonly unknown[]): string => JSON.stringify({ segments: list });

const jsonTexts = (size: number): Record<string, string> => ({
  'deep lists': '['.repeat(size),
  'deep lists, closed': '['.repeat(size / 2) + ']'.repeat(size / 2),
  'deep objects': '{"a":'.repeat(size / 5),
  'deep text': `{"segments":[{"text":${'['.repeat(size / 2)}${']'.repeat(size / 2)}}]}`,
  'many segments': segments(Array.from({ length: size / 12 }, () => ({ text: 'a' }))),
  'many empty segments': segments(Array.from({ length: size / 11 }, () => ({ text: '' }))),
  'many invalid segments': `{"segments":[${repeated('1,', size)}1]}`,
  'many unknown keys': `{"segments":[{"text":"a"}],${lines(size, (i) => `"k${i}":1,`)}"z":1}`,
  'segments in reverse': segments(
    Array.from({ length: size / 30 }, (_, i) => ({ text: 'a', startMs: size - i })),
  ),
  'negative times': segments(
    Array.from({ length: size / 30 }, () => ({ text: 'a', startMs: -1, endMs: -2 })),
  ),
  'untimed between two': segments([
    { text: 'a', startMs: 0 },
    ...Array.from({ length: size / 12 }, () => ({ text: 'a' })),
    { text: 'a', startMs: 9 },
  ]),
  'one long word': segments([{ text: 'a'.repeat(size) }]),
  'one long sentence': segments([{ text: repeated('a ', size) }]),
  'many speakers': segments(Array.from({ length: size / 30 }, (_, i) => ({ text: 'a', speaker: `s${i}` }))),
  'error at the end': `{"segments":[${repeated('{"text":"a"},', size)}x`,
  'long number': `{"segments":[{"text":"a","startMs":${'9'.repeat(size)}}]}`,
  'lines before an error': `${repeated('\n', size)}x`,
  ...Object.fromEntries(
    RUNS.map((run) => [`text of ${shown(run)}`, segments([{ text: `word ${repeated(run, size)}` }])]),
  ),
});

/** Bytes whose encoding is hard to detect, or wrong. */
const encodings = (size: number): Record<string, Uint8Array> => {
  const text = repeated('word ', size);
  return {
    zeros: new Uint8Array(size),
    'all byte values': Uint8Array.from({ length: size }, (_, i) => i & 0xff),
    'high bytes': new Uint8Array(size).fill(0xe9),
    'broken UTF-8': Buffer.concat([Buffer.from(text), Buffer.from([0xc3, 0x28])]),
    'UTF-16 with mark': Buffer.from(`\ufeff${text.slice(0, size / 2)}`, 'utf16le'),
    'odd UTF-16': Buffer.from(text.slice(0, size / 2), 'utf16le').subarray(1),
    'lone surrogates': Buffer.from('\ud800'.repeat(size / 2), 'utf16le'),
    'shift bytes': Uint8Array.from({ length: size }, (_, i) => (i % 2 === 0 ? 0x82 : 0xa0)),
    'escape sequences': Buffer.from(repeated('\u001b$B', size)),
    marks: Buffer.from(repeated('\ufeff', size)),
    'control characters': Buffer.from(repeated('\u0085a', size)),
  };
};

/** The hostile texts of a format. `field` means short texts such as titles and queries. */
export const hostileTexts = (format: HostileFormat, size: number): HostileText[] => {
  if (format === 'json') return [...named(jsonTexts(size)), ...named(encodings(size))];
  if (format === 'field') return framed(format, size);
  if (format === 'yaml') return [...framed(format, size), ...named(yamlTexts(size))];
  const own =
    format === 'md'
      ? Object.fromEntries(
          Object.entries(yamlTexts(size)).map(([name, yaml]) => [name, `---\n${yaml}\n---\nword\n`]),
        )
      : format === 'vtt'
        ? Object.fromEntries(Object.entries(cues(size)).map(([name, text]) => [name, `WEBVTT\n\n${text}`]))
        : format === 'srt'
          ? cues(size)
          : {};
  return [...framed(format, size), ...named(own), ...named(encodings(size))];
};
