/** Transcripts as programs write them: the same talk in each format, read with the same words, times and speakers. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { zipSync } from 'fflate';
import { parseDocument } from '../../src/import/parse-document.js';
import { TranscriptFormatError } from '../../src/transcripts/formats/parsing/format-error.js';
import { readerOf, transcriptReaders, type FormatHint } from '../../src/transcripts/formats/readers.js';
import { readSource } from '../../src/transcripts/formats/source.js';

const bytesOf = (name: string): Buffer =>
  readFileSync(new URL(`../support/fixtures/transcripts/${name}`, import.meta.url));
const read = (bytes: Uint8Array | string, hint: FormatHint = {}) => {
  const source = readSource(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
  const reader = readerOf(source, hint);
  return { name: reader.name, ...reader.read(source) };
};
const problem = (bytes: Uint8Array | string, hint: FormatHint = {}): string => {
  try {
    read(bytes, hint);
  } catch (error) {
    if (error instanceof TranscriptFormatError) return error.message;
    throw error;
  }
  throw new Error('It was taken');
};

const WORDS = [
  'Grace and peace to you.',
  'The Lord is my shepherd; I shall not want.',
  'Fear not — 3 < 5 & amen.',
];
const TIMES = [
  [1_200, 4_600],
  [4_800, 9_500],
  [10_000, 12_500],
];
const NAMES = ['Ann Lee', 'Ben Cole', 'Ben Cole'];
const numbered = (first: string, second: string): string[] => [first, second, second];

/** File, name of the reader, speakers, language; and times if the format changes them. */
const FILES: [
  file: string,
  name: string,
  speakers?: string[],
  language?: string,
  times?: (number | null)[][],
][] = [
  ['teams.vtt', 'vtt', NAMES],
  // Each caption stays until the next line scrolls in.
  [
    'youtube-rolling.vtt',
    'vtt',
    undefined,
    'en',
    [
      [1_200, 4_600],
      [4_800, 9_490],
      [10_000, 12_490],
    ],
  ],
  ['zoom.vtt', 'vtt', NAMES],
  ['premiere.srt', 'srt'],
  ['whisperx.srt', 'srt', numbered('SPEAKER_00', 'SPEAKER_01')],
  ['youtube.sbv', 'sbv'],
  ['netflix.ttml', 'ttml', NAMES, 'en'],
  ['frames.dfxp', 'ttml', undefined, 'en-US'],
  ['aegisub.ass', 'ass', NAMES],
  ['old.ssa', 'ass'],
  [
    'lyrics.lrc',
    'lrc',
    undefined,
    undefined,
    [
      [1_200, 4_600],
      [4_800, 10_000],
      [10_000, 12_500],
    ],
  ],
  ['whisper.tsv', 'tsv'],
  [
    'auto.json3',
    'json3',
    undefined,
    undefined,
    [
      [1_200, 4_800],
      [4_800, 10_000],
      [10_000, 12_500],
    ],
  ],
  [
    'auto.srv3',
    'srv3',
    undefined,
    undefined,
    [
      [1_200, 4_800],
      [4_800, 10_000],
      [10_000, 12_500],
    ],
  ],
  ['manual.srv1', 'srv3'],
  ['openai-verbose.json', 'openai', undefined, 'en'],
  ['openai-words.json', 'openai', undefined, 'en'],
  ['faster-whisper.json', 'faster-whisper', undefined, 'en'],
  ['whisperx.json', 'whisperx', numbered('SPEAKER_00', 'SPEAKER_01'), 'en'],
  ['whispercpp.json', 'whispercpp', undefined, 'en'],
  ['assemblyai.json', 'assemblyai', numbered('Speaker A', 'Speaker B'), 'en-US'],
  ['deepgram-paragraphs.json', 'deepgram', numbered('Speaker 0', 'Speaker 1'), 'en'],
  ['deepgram-utterances.json', 'deepgram', numbered('Speaker 0', 'Speaker 1')],
  ['deepgram-words.json', 'deepgram', numbered('Speaker 0', 'Speaker 1')],
  ['elevenlabs.json', 'elevenlabs', numbered('Speaker 0', 'Speaker 1'), 'en'],
  ['aws.json', 'aws', numbered('Speaker 0', 'Speaker 1'), 'en-US'],
  ['azure.json', 'azure', numbered('Speaker 1', 'Speaker 2')],
  ['azure-fast.json', 'azure', numbered('Speaker 1', 'Speaker 2'), 'en-US'],
  ['speechmatics.json', 'speechmatics', numbered('Speaker 1', 'Speaker 2'), 'en'],
  ['ibm.json', 'ibm', numbered('Speaker 0', 'Speaker 1')],
  ['google.json', 'google', numbered('Speaker 1', 'Speaker 2'), 'en-US'],
  ['rev.json', 'rev', numbered('Speaker 0', 'Speaker 1')],
  ['podcast-namespace.json', 'podcast', NAMES],
  ['lectern.json', 'json', NAMES],
  [
    'speakers.txt',
    'text',
    numbered('Speaker 1', 'Speaker 2'),
    undefined,
    [
      [1_200, 4_800],
      [4_800, 10_000],
    ],
  ],
  [
    'turns.md',
    'markdown',
    NAMES,
    undefined,
    [
      [1_000, 5_000],
      [5_000, 10_000],
    ],
  ],
  ['word.docx', 'docx', numbered('Speaker 1', 'Speaker 2'), undefined, Array(3).fill([null, null])],
  ['streamed.docx', 'docx', numbered('Speaker 1', 'Speaker 2'), undefined, Array(3).fill([null, null])],
];

describe('transcript files', () => {
  it.each(FILES)('%s', (file, name, speakers = [], language, times = TIMES) => {
    const extension = /\.[^.]+$/.exec(file)![0];
    // By its extension; or by its content alone, if that is sufficient.
    const hints = name === 'markdown' ? [extension] : [extension, undefined];
    for (const type of hints) {
      const found = read(bytesOf(file), { type });
      expect(found.name).toBe(name);
      const segments = found.segments.filter(({ heading }) => !heading);
      expect(segments.map(({ text }) => text)).toEqual(WORDS);
      const actual = segments.map(({ startMs, endMs }) => [startMs, endMs]);
      expect(actual.slice(0, times.length)).toEqual(times);
      expect(segments.map(({ speaker }) => speaker ?? null)).toEqual(
        WORDS.map((_, i) => speakers[i] ?? null),
      );
      expect(found.language).toBe(language);
    }
    expect(read(bytesOf(file), { type: extension, format: name }).segments).not.toEqual([]);
  });

  it.each(FILES)('%s is imported', (file, _name, speakers = []) => {
    const document = parseDocument(`2026/${file}`, bytesOf(file));
    expect(document.segments.map(({ text }) => text)).toEqual(WORDS);
    expect(document.speakers).toEqual(speakers[0] === 'Ann Lee' ? ['Ann Lee', 'Ben Cole'] : []);
    if (/\.(?:docx|md)$/.test(file)) expect(document.title).toBe('On the shepherd');
  });

  it('include a sample for each reader', () => {
    const sampled = new Set(FILES.map(([, name]) => name));
    expect(transcriptReaders.map(({ name }) => name).filter((name) => !sampled.has(name))).toEqual([]);
  });

  it('are read in every encoding, with every line ending', () => {
    for (const file of ['netflix.ttml', 'whisper.tsv', 'aegisub.ass', 'openai-verbose.json', 'youtube.sbv']) {
      const text = bytesOf(file)
        .toString()
        .replace(/^\ufeff/, '')
        .replaceAll('\r\n', '\n');
      for (const variant of [
        Buffer.from(`\ufeff${text}`, 'utf16le'),
        Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
        Buffer.from(`\ufeff${text.replaceAll('\n', '\r')}`),
      ])
        expect(
          read(variant).segments.map(({ text: words }) => words),
          file,
        ).toEqual(WORDS);
    }
  });

  it('are repaired: empty cues, overlaps, times out of order or missing', () => {
    const ttml = (...cues: string[]): string =>
      `<tt xmlns="http://www.w3.org/ns/ttml"><body><div>${cues.join('')}</div></body></tt>`;
    expect(
      read(
        ttml(
          '<p begin="5s" end="6s">two</p>',
          '<p begin="1s" end="9s">one</p>',
          '<p begin="7s" end="8s"> </p>',
          '<p>three</p>',
          '<p begin="20s" end="soon">four</p>',
        ),
      ).segments.map(({ text, startMs }) => [text, startMs]),
    ).toEqual([
      ['one', 1_000],
      ['two', 5_000],
      ['three', 6_000],
      ['four', 20_000],
    ]);
    const tsv = 'start\tend\ttext\n5000\t6000\ttwo\n1000\t900\tone\n7000\t8000\t\nx\ty\tz\n';
    expect(read(tsv).segments.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual([
      ['one', 1_000, 5_000],
      ['two', 5_000, 6_000],
    ]);
    expect(read('0.5\t1.25\tGrace\n1.25\t2\tand peace\n').segments).toMatchObject([
      { startMs: 500, endMs: 1_250 },
      { startMs: 1_250, endMs: 2_000 },
    ]);
    expect(
      read('[00:01.50]Grace\n[00:09.00][00:03.00]Peace\n').segments.map(({ startMs }) => startMs),
    ).toEqual([1_500, 3_000, 9_000]);
  });

  it('are rejected with the reason', () => {
    expect(problem('')).toBe('The file is empty');
    expect(problem(Buffer.from([0, 1, 2, 3, 4, 5, 6, 7]))).toMatch(/empty|not text/);
    // It lists what is read.
    expect(problem('{"version": 1}')).toMatch(
      /no segments.*Deepgram.*AssemblyAI.*Amazon.*IBM.*Google.*OpenAI/,
    );
    expect(problem('{"segments": [')).toMatch(/Invalid JSON/);
    expect(problem('<html><p>Words</p></html>')).toMatch(/HTML page/);
    expect(problem('<rss version="2.0"/>', { type: '.xml' })).toMatch(/starts with <rss>/);
    expect(problem('<tt><body><p>Grace</body></tt>')).toMatch(/^line 1: Invalid XML/);
    expect(problem('<tt><body/></tt>')).toMatch(/no <p>/);
    expect(problem('words', { type: '.docx' })).toBe('Not a Word document (.docx)');
    expect(problem(zipSync({ 'a.txt': Buffer.from('words') }))).toMatch(/This is a ZIP archive\. Unpack it/);
    expect(problem(bytesOf('word.docx').subarray(0, 900))).toMatch(/damaged/);
    expect(problem('words', { type: '.tsv' })).toMatch(/no line has a start/);
    expect(problem('words', { type: '.lrc' })).toMatch(/no line begins with a time/);
    expect(problem('words', { type: '.ass' })).toMatch(/no line "Dialogue/);
    expect(problem('{"status": "processing", "audio_url": "", "words": null}')).toMatch(/status processing/);
  });

  it('reject XML entities, and limit the size of unzipped documents', () => {
    const bomb =
      '<!DOCTYPE tt [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><tt><body><p>&b;</p></body></tt>';
    expect(problem(bomb, { type: 'application/ttml+xml' })).toMatch(/document type \(DTD\) or entities/);
    expect(problem(bomb)).toMatch(/document type/);
    expect(problem('<tt><body><p>&amp;&lol;</p></body></tt>')).toMatch(/undefined entity/);
    expect(problem(`<tt>${'<div>'.repeat(1_000)}`)).toMatch(/levels deep/);
    const word = (content: string): Uint8Array =>
      zipSync({ 'word/document.xml': Buffer.from(`<w:document>${content}</w:document>`) }, { level: 9 });
    const zip = word(' '.repeat(30 * 1024 * 1024));
    expect(zip.length).toBeLessThan(128 * 1024);
    expect(problem(zip)).toMatch(/more than 8 MiB of text/);
    expect(problem(word(`<w:p w:rsidR="${'0'.repeat(1_000)}"/>`.repeat(33 * 1024)))).toMatch(
      /larger than 32 MiB when unpacked/,
    );
    const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`${i}`, new Uint8Array()]));
    expect(problem(zipSync(many))).toMatch(/too many entries/);
    const nested = `{"segments": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    expect(problem(nested)).toMatch(/contains text/);
  });
});
