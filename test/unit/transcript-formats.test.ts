/** Transcripts of every format, valid and invalid, and their times. */
import { describe, expect, it } from 'vitest';
import type { Segment } from '../../indexer/index.js';
import { decodeText } from '../../src/transcripts/formats/parsing/decode-text.js';
import { TranscriptFormatError } from '../../src/transcripts/formats/parsing/format-error.js';
import { parsePlainText } from '../../src/transcripts/formats/text/plain-text.js';
import { parseJson } from '../../src/transcripts/formats/parsing/json-value.js';
import { segmentsOfValue } from '../../src/transcripts/formats/parsing/segments-json.js';
import { parseSrt } from '../../src/transcripts/formats/captions/srt.js';
import {
  estimateTimes,
  formatTime,
  interpolateTimes,
  parseTime,
} from '../../src/transcripts/formats/segments/times.js';
import { parseVtt } from '../../src/transcripts/formats/captions/vtt.js';

const parseSegmentsJson = (text: string) => segmentsOfValue(parseJson(text));
const vtt = (...cues: string[]): string => `WEBVTT\n\n${cues.join('\n\n')}\n`;
const bare = ({ segments }: { segments: readonly Segment[] }): unknown[] =>
  segments.map((s) => [s.text, s.startMs, s.endMs]);
const problem = (run: () => unknown): TranscriptFormatError => {
  try {
    run();
  } catch (error) {
    if (error instanceof TranscriptFormatError) return error;
    throw error;
  }
  throw new Error('It was taken');
};

describe('timestamps', () => {
  it('are parsed in every usual form and written in one', () => {
    expect(['01:02:03.004', '2:03,5', '-00:01.000', '100:00:00', '00:00:01:250'].map(parseTime)).toEqual([
      3_723_004, 123_500, -1000, 360_000_000, 1250,
    ]);
    expect(['', '12', '1:2:3:4:5', 'a:b', '00:00:0x'].map(parseTime)).toEqual([null, null, null, null, null]);
    expect([formatTime(3_723_004, '.'), formatTime(-5, ','), formatTime(360_000_000, '.')]).toEqual([
      '01:02:03.004',
      '00:00:00,000',
      '100:00:00.000',
    ]);
  });

  it('are interpolated by characters, over a duration or between known ones', () => {
    const texts = ['aaaa', 'bb', 'cc'].map((text): Segment => ({ text, startMs: null, endMs: null }));
    expect(bare({ segments: estimateTimes(texts, 8000) })).toEqual([
      ['aaaa', 0, 4000],
      ['bb', 4000, 6000],
      ['cc', 6000, 8000],
    ]);
    const some = [
      texts[0]!,
      { ...texts[1]!, startMs: 1000 },
      texts[2]!,
      { text: 'dd', startMs: 5000, endMs: null },
    ];
    expect(bare({ segments: interpolateTimes(some) })).toEqual([
      ['aaaa', 0, 1000],
      ['bb', 1000, 3000],
      ['cc', 3000, 5000],
      ['dd', 5000, 5400],
    ]);
  });

  it('are treated as missing if no recording is that long', () => {
    const { segments } = parseVtt(
      'WEBVTT\n\n00:01.000 --> 00:02.000\nOne.\n\n99999999999:00:00.000 --> 99999999999:00:01.000\nTwo.\n',
    );
    expect(segments).toHaveLength(2);
    expect(segments[0]).toMatchObject({ startMs: 1_000, endMs: 2_000 });
    for (const { startMs, endMs } of segments) {
      expect(startMs).toBeLessThan(60_000);
      expect(endMs).toBeLessThan(60_000);
    }
  });
});

describe('WebVTT', () => {
  it('parses voices, tags, references, notes, styles and identifiers', () => {
    const text =
      'WEBVTT - A talk\nKind: captions\n\nSTYLE\n::cue { color: red }\n\nNOTE for nobody\n\nfirst\n00:01.000 --> 00:03.000 align:start\n' +
      '<v.loud Mary Ann>Peace &amp; <i>grace</i> &#8212; 1 &lt; 2</v>\n<v Paul>Amen, <00:02.500>amen\n\n00:03.000 --> 00:04.000\n>> Next &unknown; {\\an8}line';
    expect(parseVtt(text)).toEqual({
      segments: [
        { text: 'Peace & grace — 1 < 2', startMs: 1000, endMs: 2355, speaker: 'Mary Ann' },
        {
          text: 'Amen, amen',
          startMs: 2355,
          endMs: 3000,
          speaker: 'Paul',
          words: [
            [5, null, 2500],
            [4, 0, 500],
          ],
        },
        { text: 'Next &unknown; line', startMs: 3000, endMs: 4000 },
      ],
      warnings: [],
    });
  });

  it('decodes every HTML character reference, leaves invalid ones, and drops soft hyphens', () => {
    const read = (text: string) => parseVtt(vtt(`00:01.000 --> 00:02.000\n${text}`)).segments[0]?.text;
    expect(read('&Aacute;gnes &amp;amp; S&oslash;ren &#x2014; &#8217;tis')).toBe('Ágnes &amp; Søren — ’tis');
    // As in browsers, C1 controls are decoded as windows-1252, in which Windows programs write them.
    expect(read('&#147;Grace&#148; &hellip;')).toBe('“Grace” …');
    expect(read('AT&T; R&D &copy &unknown; &#39')).toBe('AT&T; R&D &copy &unknown; &#39');
    expect(read('Gra&shy;ce and mer\u00adcy')).toBe('Grace and mercy');
  });

  it('repairs overlapping, unordered, negative, reversed and missing times, and reports it', () => {
    const { segments, warnings } = parseVtt(
      vtt(
        '00:10.000 --> 00:14.000\nthird',
        '-00:01.000 --> 00:02.000\nfirst',
        '00:01.000 --> 00:05.000\nsecond',
        '00:16.000 --> 00:15.000\nfourth',
        '00:20.000 -->\nfifth',
        'sixth',
        '00:30.000 --> 00:31.000\nseventh',
      ),
    );
    expect(bare({ segments })).toEqual([
      ['first', 0, 2000],
      ['second', 1000, 5000],
      ['third', 10_000, 14_000],
      ['fourth', 16_000, 20_000],
      ['fifth', 20_000, 25_000],
      ['sixth', 25_000, 30_000],
      ['seventh', 30_000, 31_000],
    ]);
    expect(warnings.join('\n')).toMatch(/line 15: .* has no valid start and end time/);
    expect(warnings.join('\n')).toMatch(/line 18: words without a time/);
    expect(warnings.join('\n')).toMatch(/line 6: a negative time/);
    expect(warnings.join('\n')).toMatch(/line 12: the cue ends before it starts/);
    expect(warnings.join('\n')).toMatch(/1 cues start before/);
  });

  it('skips empty cues, and accepts BOM, CRLF, NUL and a missing header', () => {
    const read = (text: string) => parseVtt(decodeText(Buffer.from(text)));
    const { segments, warnings } = read(
      '\ufeff00:01.000 --> 00:02.000\r\n \r\n\r\n00:02.000 --> 00:03.000\r\nA\0men\r\n',
    );
    expect(bare({ segments })).toEqual([['Amen', 2000, 3000]]);
    expect(warnings).toEqual([
      expect.stringMatching(/WEBVTT/),
      '1 of 2 cues have no words and were left out',
    ]);
    expect(read('\ufeffWEBVTT\r\n\r\n00:02.000 --> 00:03.000\r\nAmen').warnings).toEqual([]);
  });

  it('reads the words of rolling captions once, and keeps real repetitions', () => {
    const rolling = vtt(
      '00:00.000 --> 00:02.000\n \nin the<00:00.500><c> beginning</c>',
      '00:02.000 --> 00:02.010\nin the beginning\n ',
      '00:02.010 --> 00:04.000\nin the beginning\nwas<00:03.000><c> the word</c>',
      '00:04.000 --> 00:04.010\nwas the word\n ',
      '00:04.010 --> 00:06.000\nwas the word\nwas the word',
    );
    expect(parseVtt(rolling).segments.map((s) => s.text)).toEqual([
      'in the beginning',
      'was the word',
      'was the word',
    ]);
    const growing = vtt(
      '00:00.000 --> 00:01.000\nin the',
      '00:01.000 --> 00:02.000\nin the beginning',
      '00:02.000 --> 00:03.000\nin the beginning was',
    );
    expect(parseVtt(growing).segments.map((s) => s.text)).toEqual(['in the', 'beginning', 'was']);
    const song = vtt(
      '00:00.000 --> 00:01.000\nHoly',
      '00:01.000 --> 00:02.000\nHoly',
      '00:02.000 --> 00:03.000\nHoly',
    );
    expect(parseVtt(song).segments).toHaveLength(3);
  });

  it('reports the problem and its position if nothing can be used', () => {
    expect(problem(() => parseVtt('')).message).toBe('The WebVTT transcript is empty');
    expect(problem(() => parseVtt('\n\njust words')).message).toMatch(
      /^line 3: Not a WebVTT transcript: .*00:00:01.000 -->/,
    );
    expect(problem(() => parseVtt(vtt('00:01.000 --> 00:02.000\n♪ ♪'))).line).toBe(3);
    expect(problem(() => parseSrt('words')).line).toBe(1);
  });
});

describe('SubRip', () => {
  it('parses numbered cues, even with missing or extra numbers and blank lines', () => {
    const text =
      '1\n00:00:01,000 --> 00:00:02,500\n<font color="red">One</font>\n\nstill one\n2\n00:00:03,000 --> 00:00:04,000\n- Two\n3\n00:00:05.000 -> 00:00:06.000\nThree\n\n4\nFour has no time';
    expect(bare(parseSrt(text))).toEqual([
      ['One still one', 1000, 2500],
      ['- Two', 3000, 4000],
      ['Three', 5000, 6000],
      ['Four has no time', 6000, expect.any(Number)],
    ]);
  });
});

describe('JSON segments', () => {
  it('parses milliseconds and seconds, repairs times, and reports skipped lines', () => {
    const { segments, warnings } = parseSegmentsJson(
      JSON.stringify({
        segments: [
          { text: ' Two ', startMs: 2000, endMs: 3000, speaker: 'Ann' },
          { text: 'One', start: 0.5, end: 1.5 },
          { text: '' },
          { startMs: 1 },
          { text: 'Three', startMs: 'soon', endMs: null },
          { text: 'Four', startMs: 9000, endMs: 8000 },
        ],
      }),
    );
    expect(bare({ segments }).slice(0, 3)).toEqual([
      ['One', 500, 1500],
      ['Three', 1500, 2000],
      ['Two', 2000, 3000],
    ]);
    expect(warnings).toHaveLength(5);
    expect(bare(parseSegmentsJson('[{"text":"Amen"}]'))).toEqual([['Amen', null, null]]);
  });

  it('reports JSON without segments', () => {
    expect(problem(() => parseSegmentsJson('{"segments":\n[{]}')).message).toMatch(/Invalid JSON/);
    expect(problem(() => parseSegmentsJson('{"name":"a package"}')).message).toMatch(/no segments/);
    expect(problem(() => parseSegmentsJson('[{"text":"  "}]')).message).toMatch(/contains text/);
    expect(problem(() => parseSegmentsJson('')).message).toMatch(/empty/);
  });
});

describe('plain text', () => {
  it('parses paragraphs, wrapped or one per line, and timestamps', () => {
    expect(bare(parsePlainText('One\ntwo.\n\nThree.'))).toEqual([
      ['One two.', null, null],
      ['Three.', null, null],
    ]);
    const line = 'word '.repeat(40).trim();
    expect(parsePlainText(`${line}\n${line}`).segments).toHaveLength(2);
    expect(
      bare(parsePlainText('[00:10] Ten [John 3:16].\n[00:20] Twenty [inaudible 00:21] seconds.')),
    ).toEqual([
      ['Ten [John 3:16].', 10_000, 20_000],
      ['Twenty [inaudible] seconds.', 20_000, expect.any(Number)],
    ]);
    expect(parsePlainText('Amen [crosstalk 00:21] and [cross-talk 1:02:03].').segments[0]?.text).toBe(
      'Amen [crosstalk] and [cross-talk].',
    );
    expect(problem(() => parsePlainText(' \n --- \n')).message).toMatch(/no words/);
  });
});
