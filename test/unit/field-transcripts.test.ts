/** Transcripts that strangers have sent, if the shared data lies beside the repository: each with what is in it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../src/import/parse-document.js';
import { readerOf } from '../../src/transcripts/formats/readers.js';
import { timedWords } from '../../src/transcripts/formats/segments/word-times.js';
import { readSource } from '../../src/transcripts/formats/source.js';

const inputs = join(import.meta.dirname, '../../../shared/field/inputs');
const absent = !existsSync(inputs);
if (absent) console.log('skipped: the shared data does not lie beside the repository (../shared/field)');

const bytesOf = (file: string): Buffer => readFileSync(join(inputs, file));
/** @param type undefined for a file of which nothing is known */
const parse = (file: string, type?: string) => {
  const source = readSource(bytesOf(file));
  return readerOf(source, { type }).read(source).segments;
};
const extensionOf = (file: string): string => /\.[^.]+$/.exec(file)![0];
const read = (file: string, type: string | undefined = extensionOf(file)): unknown[] =>
  parse(file, type).map(({ speaker, startMs, endMs, text }) => [
    ...(speaker ? [speaker] : []),
    startMs,
    ...(endMs === null ? [] : [endMs]),
    text,
  ]);
const wordsOf = (file: string): unknown[] =>
  parse(file, extensionOf(file)).flatMap((segment) =>
    (timedWords(segment) ?? []).map(({ text, startMs, endMs }) => [text, startMs, endMs]),
  );
const any = expect.any(Number);

const TURNS = [
  'Good morning everyone and welcome to our evening together.',
  'Thank you very much for having me here tonight, pastor.',
  'We will read about the vine and the branches today.',
  'That is one of my favourite passages of all.',
  'Let me ask you what it means to remain.',
  'It means that we stay, even when it is hard.',
  'And how do you do this in the week? I begin the day with a short prayer.',
  'Many people find that difficult in the morning.',
  'Yes, and so do I, believe me.',
  'Shall we pray together now? Let us pray.',
];

describe.skipIf(absent)('ten turns as written by programs', () => {
  it.each(
    (
      'apple-voice.txt descript-md.md descript.txt fireflies.txt happyscribe.txt noscribe.txt otter.txt pyannote.txt rev-old.txt rev.docx rev.txt ' +
      'riverside.txt sonix.txt sonix2.txt squadcast.txt teams-classic.docx teams-new.docx trint.txt whisper-diar.txt word-transcribe.docx ' +
      'youtube-oneline.txt youtube-studio.txt zencastr.txt'
    ).split(' '),
  )('%s', (name) => {
    const segments = parse(`T40-${name}`, extensionOf(name));
    // Otter adds a line about itself.
    expect(segments.slice(0, TURNS.length).map(({ text }) => text)).toEqual(TURNS);
    const isNamed = !name.startsWith('youtube');
    const isNumbered = name.startsWith('pyannote');
    segments.slice(0, TURNS.length).forEach(({ speaker, startMs }, i) => {
      expect(Math.floor(startMs! / 1_000)).toBe(3 + i * 9);
      const names = isNumbered ? ['SPEAKER_00', 'SPEAKER_01'] : ['Ann Lee', 'Ben Cole'];
      expect(speaker).toBe(isNamed ? names[i % 2] : undefined);
    });
  });

  it.each(['buzzsprout.txt', 'meet.txt', 'plain-names.txt'])('%s, without times', (name) => {
    const segments = parse(`T40-${name}`, extensionOf(name));
    expect(segments.map(({ speaker, text }) => [speaker, text])).toEqual(
      TURNS.map((text, i) => [i % 2 === 0 ? 'Ann Lee' : 'Ben Cole', text]),
    );
  });
});

describe.skipIf(absent)('files of strangers', () => {
  it.each<[file: string, expected: unknown[]]>([
    [
      'T01-nospace-settings.vtt',
      [
        [1_000, 3_000, 'Hello there'],
        [4_000, 9_500, 'Second'],
      ],
    ],
    ['T11-ticks-ruby.ttml', [[1_863_737, 1_867_616, '主は私の 羊飼い']]],
    [
      'T13-apple.ttml',
      [
        ['SPEAKER_1', 1_000, 5_000, 'Good morning church. Please stand.'],
        ['SPEAKER_2', 6_000, 7_000, 'Thank you.'],
      ],
    ],
    ['T13b-syllables.ttml', [[20_000, 24_000, 'Morning star']]],
    ['T13e-fcp-lines.ttml', [[1_000, 2_000, 'Line one line two']]],
    [
      'T15-highlight.srt',
      [
        [0, 5_000, 'Because that is the gospel.'],
        [6_000, 8_000, 'Now pray.'],
      ],
    ],
    ['T15c-karaoke-bold.srt', [[0, 3_000, 'Let us pray']]],
    [
      'T15e-wordpercue.srt',
      [
        [0, 3_000, 'Good morning, church.'],
        [3_000, 6_000, 'Let us pray.'],
      ],
    ],
    [
      'T15f-wordpercue.vtt',
      [
        [0, 6_000, 'Good morning, church.'],
        [6_000, 10_000, 'Let us pray.'],
      ],
    ],
    [
      'T20-concat.vtt',
      [
        [1_000, 2_000, 'Segment one'],
        [2_000, 3_000, 'Segment two'],
      ],
    ],
    ['T26-aws.json', [[100, 900, 'Grace to you.']]],
    [
      'T30-arrowtext.vtt',
      [
        [1_000, 2_000, 'Go from A --> B now and on'],
        [2_000, 3_000, 'Amen'],
      ],
    ],
    [
      'T30b-arrowtext.srt',
      [
        [1_000, 2_000, 'Go from A --> B now and on'],
        [2_000, 3_000, 'Amen'],
      ],
    ],
    [
      'T31-stamp.txt',
      [
        ['Speaker 0', 0, 5_200, 'Good morning everyone.'],
        ['Speaker 1', 5_200, 9_000, 'Good morning pastor.'],
        ['Speaker 0', 9_000, any, 'Let us pray.'],
      ],
    ],
    [
      'T38-zoom.txt',
      [
        ['Ann Lee', 1_000, 9_000, 'Good morning'],
        ['Ben Cole', 9_000, any, 'Morning'],
      ],
    ],
    [
      'T39b-teams.docx',
      [
        ['Ann Lee', 3_400, 7_100, 'Good morning.'],
        ['Ben Cole', 9_000, 12_300, 'Morning.'],
        ['Ann Lee', 62_000, 63_000, 'Let us pray.'],
      ],
    ],
    [
      'T39c-teams-new.docx',
      [
        ['Ann Lee', 3_000, 9_000, 'Good morning.'],
        ['Ben Cole', 9_000, 62_000, 'Morning.'],
        ['Ann Lee', 62_000, any, 'Let us pray.'],
      ],
    ],
    [
      'T41b-word-transcribe.txt',
      [
        ['Speaker 1', 3_000, 9_000, 'Good morning everyone and welcome.'],
        ['Speaker 2', 9_000, 15_000, 'Thank you very much, pastor.'],
        ['Speaker 1', 15_000, 21_000, 'Let us pray together now.'],
        ['Speaker 2', 21_000, any, 'Amen and amen to that.'],
      ],
    ],
  ])('%s', (file, expected) => {
    expect(read(file)).toEqual(expected);
  });

  it('have times of words', () => {
    expect(wordsOf('T13b-syllables.ttml')).toEqual([
      ['Morning', 20_000, 22_000],
      ['star', 22_000, 24_000],
    ]);
    expect(wordsOf('T15c-karaoke-bold.srt')).toEqual([
      ['Let', 0, 1_000],
      ['us', 1_000, 2_000],
      ['pray', 2_000, 3_000],
    ]);
  });

  it.each([
    [
      'T17-lrm.srt',
      [
        [1_000, 2_500],
        [3_000, 4_000],
      ],
    ],
    [
      'T17b-nbsp.srt',
      [
        [1_000, 2_000],
        [3_000, 4_000],
        [5_000, 6_000],
        [7_000, 8_000],
      ],
    ],
    [
      'T21-escaped.srt',
      [
        [1_000, 2_000],
        [3_000, 4_000],
      ],
    ],
    [
      'T21b-fenced.srt',
      [
        [1_000, 2_000],
        [3_000, 4_000],
      ],
    ],
  ])('%s is read by its name, as plain text, and without a type', (file, times) => {
    for (const type of ['.srt', 'application/x-subrip', 'text/plain', undefined])
      expect(parse(file, type).map(({ startMs, endMs }) => [startMs, endMs])).toEqual(times);
    expect(parse('T21-escaped.srt')[1]!.text).toBe('program & co');
  });

  it('have no hidden words', () => {
    expect(parse('T44-tracked.docx', '.docx').map(({ text }) => text)).toContain('D7 hidden end.');
  });

  it('have ranges of scriptures with any dash', () => {
    const { scriptures } = parseDocument('S01-front-matter.md', bytesOf('S01-front-matter.md'));
    expect(scriptures.slice(0, 3)).toEqual(['John 3:16-18', 'Romans 8:28-30', 'Genesis 3:16-17']);
  });
});
