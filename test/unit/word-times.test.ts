/** Times of words: from every format that has them, through edits of the text, and to the formats that hold them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignWords } from '../../src/transcripts/formats/segments/align-words.js';
import { readerOf } from '../../src/transcripts/formats/readers.js';
import { textSource } from '../../src/transcripts/formats/source.js';
import type { TranscriptSegment } from '../../src/transcripts/formats/segments/transcript-segment.js';
import { parseTtml, writeTtml } from '../../src/transcripts/formats/captions/ttml.js';
import { parseVtt, writeVtt } from '../../src/transcripts/formats/captions/vtt.js';
import { storeWords, timedWords, type TimedWord } from '../../src/transcripts/formats/segments/word-times.js';
import { joinSpeech, readSpeech } from '../../src/transcripts/formats/speech.js';
import { runs } from '../support/random-runs.js';
import { seed } from '../support/seed.js';

const folder = join(import.meta.dirname, '../support/fixtures/transcripts');
const word = (text: string, startMs: number | null, endMs: number | null, confidence: number | null = null) =>
  ({ text, startMs, endMs, confidence }) satisfies TimedWord;
/** `Grace 1200-1500` */
const shown = (segment: TranscriptSegment | undefined): string[] =>
  (segment && timedWords(segment))?.map(({ text, startMs, endMs }) => `${text} ${startMs}-${endMs}`) ?? [];
const read = (text: string, format?: string) => {
  const source = textSource(text);
  return readerOf(source, { format }).read(source).segments;
};

describe('times of words', () => {
  it.each([
    ['youtube-rolling.vtt', 'Grace 1200-1500', null],
    ['auto.json3', 'Grace 1200-1500', null],
    ['auto.srv3', 'Grace 1200-1500', null],
    ['openai-words.json', 'Grace 1200-1880', null],
    ['faster-whisper.json', 'Grace 1767-2333', 0.9],
    ['whisperx.json', 'Grace 1200-1880', 0.83],
    ['deepgram-paragraphs.json', 'Grace 1200-1880', 0.99],
    ['deepgram-utterances.json', 'Grace 1200-1880', 0.99],
    ['deepgram-words.json', 'Grace 1200-1880', 0.99],
    ['assemblyai.json', 'Grace 1200-1880', 0.97],
  ])('are read from %s', (name, first, confidence) => {
    const [segment, second] = read(readFileSync(join(folder, name), 'utf8'));
    expect(shown(segment)).toHaveLength(5);
    expect(shown(segment)[0]).toBe(first);
    expect(timedWords(segment!)?.[0]?.confidence).toBe(confidence);
    // The words that a rolling caption repeats are not those of the second segment.
    expect(shown(second)[0]).toMatch(/^The (?:4800|5270)-/);
  });

  it('are read from all JSON of whisper.cpp, whose tokens are parts of words', () => {
    const token = (text: string, from: number, to: number, p: number) => ({ text, offsets: { from, to }, p });
    const tokens = [
      token('[_BEG_]', 0, 0, 1),
      token(' Mel', 0, 200, 0.9),
      token('chiz', 200, 400, 0.8),
      token('edek', 400, 700, 0.7),
      token(' came', 700, 900, 0.6),
      token('.', 900, 950, 0.4),
      token('[_TT_50]', 950, 950, 1),
    ];
    const transcription = [{ offsets: { from: 0, to: 1_000 }, text: ' Melchizedek came.', tokens }];
    const [segment] = read(JSON.stringify({ transcription }));
    expect(timedWords(segment!)).toEqual([word('Melchizedek', 0, 700, 0.8), word('came.', 700, 950, 0.5)]);
  });

  it('are read from the words beside the segments of OpenAI, which lack punctuation', () => {
    const [first, second] = read(
      JSON.stringify({
        task: 'transcribe',
        text: 'Hello, world. A well-known one.',
        segments: [
          { start: 0, end: 2, text: ' Hello, world.' },
          { start: 2, end: 5, text: ' A well-known one.' },
        ],
        words: [
          { word: 'Hello', start: 0.1, end: 0.5 },
          { word: 'world', start: 0.6, end: 1 },
          { word: 'A', start: 2, end: 2.2 },
          { word: 'well', start: 2.2, end: 2.6 },
          { word: 'known', start: 2.6, end: 3 },
          { word: 'one', start: 3, end: 3.4 },
        ],
      }),
    );
    expect(shown(first)).toEqual(['Hello, 100-500', 'world. 600-1000']);
    expect(shown(second)).toEqual(['A 2000-2200', 'well- 2200-2600', 'known 2600-3000', 'one. 3000-3400']);
  });

  it('are read from stamps in WebVTT and LRC, and from timed spans of TTML', () => {
    const cue = (text: string) => read(`WEBVTT\n\n00:01.000 --> 00:03.000\n${text}\n`)[0];
    expect(shown(cue('One <00:01.500>two<00:01.900> <00:02.000>three'))).toEqual([
      'One 1000-1500',
      'two 1500-1900',
      'three 2000-3000',
    ]);
    expect(shown(cue('no stamps'))).toEqual([]);
    expect(shown(cue('one <00:09.000>outside'))).toEqual(['one 1000-null', 'outside null-null']);
    expect(shown(read('[00:12.00]<00:12.00>When <00:12.34>the\n[00:13.00]end\n')[0])).toEqual([
      'When 12000-12340',
      'the 12340-13000',
    ]);
    const spans = '<p begin="1s" end="3s"><span begin="0s" end=".5s">One</span> two</p>';
    const ttml = `<tt xmlns="http://www.w3.org/ns/ttml"><body><div>${spans}</div></body></tt>`;
    expect(shown(read(ttml.replace('.5s', '0.5s'))[0])).toEqual(['One 1000-1500', 'two null-null']);
  });

  it('are read from our own JSON, and those of other words are left out', () => {
    const words = [word('Grace', 0, 300, 0.5), word('piece', 400, 700), word('you', 900.4, 800)];
    const segments = [{ text: 'Grace  to you', startMs: 0, endMs: 1_000, words }];
    expect(timedWords(read(JSON.stringify({ segments }))[0]!)).toEqual([
      word('Grace', 0, 300, 0.5),
      word('to', null, null),
      word('you', 900, null),
    ]);
  });

  it('of the parts of a recording are moved to where each part begins', () => {
    const part = JSON.stringify({
      task: 'transcribe',
      text: 'Amen amen',
      segments: [{ start: 0, end: 2, text: 'Amen amen', words: [{ word: 'Amen', start: 0.5, end: 9 }] }],
    });
    const { segments } = readSpeech(Buffer.from(part), { type: 'application/json' }, 1_500);
    const whole = joinSpeech([{ startMs: 60_000, segments: JSON.stringify(segments), language: null }]);
    expect(shown(whole.segments[0])).toEqual(['Amen 60500-61500', 'amen null-null']);
  });

  it('stay with the words that an edited text keeps, whatever their case and punctuation', () => {
    const given = [
      word('grace', 0, 300, 0.9),
      word('and', 300, 400),
      word('piece', 400, 700),
      word('Amen', 800, 900),
    ];
    const edited = alignWords('Grace, and lasting peace — AMEN!', given);
    expect(edited).toEqual([
      word('Grace,', 0, 300, 0.9),
      word('and', 300, 400),
      word('lasting', null, null),
      word('peace', null, null),
      word('—', null, null),
      word('AMEN!', 800, 900),
    ]);
  });

  it('stay in scripts without spaces', () => {
    const given = [word('私', 0, 1), word('は', 1, 2), word('学生', 2, 3), word('です', 3, 4)];
    expect(alignWords('私は学校です。', given).map(({ text, startMs }) => [text, startMs])).toEqual([
      ['私', 0],
      ['は', 1],
      ['学校', null],
      ['です。', 3],
    ]);
  });

  const timed = fc
    .array(
      fc.array(
        fc.record({
          text: fc.stringMatching(/^[A-Za-z<&{:]{0,3}[A-Za-z][A-Za-z>]{0,5}[,.!:]?$/),
          pause: fc.constantFrom(0, 0, 40),
          lasts: fc.integer({ min: 1, max: 900 }),
        }),
        { minLength: 2, maxLength: 12 },
      ),
      { minLength: 1, maxLength: 8 },
    )
    .map((list) => {
      let clock = 0;
      return list.map((own): TranscriptSegment => {
        const startMs = clock;
        const words = own.map(({ text, pause, lasts }) => {
          const from = clock === startMs ? clock : clock + pause;
          clock = from + lasts;
          return word(text, from, clock);
        });
        const stored = storeWords(words);
        const text = own.map((each) => each.text).join(' ');
        return { text, startMs, endMs: clock, speaker: 'Ann', ...(stored && { words: stored }) };
      });
    });

  it('survive a round trip through WebVTT and TTML', () => {
    fc.assert(
      fc.property(timed, (segments) => {
        expect(parseVtt(writeVtt(segments, true)).segments).toEqual(segments);
        expect(parseTtml(writeTtml(segments, 'en', true)).segments).toEqual(segments);
        expect(parseVtt(writeVtt(segments)).segments.every(({ words }) => words === undefined)).toBe(true);
      }),
      { seed, numRuns: runs(50) },
    );
  });

  it('are bounded in time for texts that have nothing in common', () => {
    const many = Array.from({ length: 100_000 }, (_, i) => word(`a${i}`, i, i + 1));
    const text = Array.from({ length: 100_000 }, (_, i) => `b${i}`).join(' ');
    expect(alignWords(text, many).every(({ startMs }) => startMs === null)).toBe(true);
  });
});
