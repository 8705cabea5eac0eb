/** Round trips between all transcript formats. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Segment } from '../../indexer/index.js';
import { decodeText } from '../../src/transcripts/formats/parsing/decode-text.js';
import { TranscriptFormatError } from '../../src/transcripts/formats/parsing/format-error.js';
import { parsePlainText, writePlainText } from '../../src/transcripts/formats/text/plain-text.js';
import { parseJson } from '../../src/transcripts/formats/parsing/json-value.js';
import { parsePodcastJson, writePodcastJson } from '../../src/transcripts/formats/captions/podcast-json.js';
import { segmentsOfValue } from '../../src/transcripts/formats/parsing/segments-json.js';
import { parseSrt, writeSrt } from '../../src/transcripts/formats/captions/srt.js';
import { parseTtml, writeTtml } from '../../src/transcripts/formats/captions/ttml.js';
import { parseVtt, writeVtt } from '../../src/transcripts/formats/captions/vtt.js';
import { runs } from '../support/random-runs.js';
import { seed } from '../support/seed.js';

const parseSegmentsJson = (text: string) => segmentsOfValue(parseJson(text));
const vtt = (...cues: string[]): string => `WEBVTT\n\n${cues.join('\n\n')}\n`;
const bare = ({ segments }: { segments: Segment[] }): unknown[] =>
  segments.map((s) => [s.text, s.startMs, s.endMs]);

describe('every format', () => {
  const timed = fc
    .array(
      fc.record({
        text: fc.stringMatching(/^[A-Za-z]{1,8}( [A-Za-z<>&.!;-]{1,8}){0,9}$/),
        speaker: fc.constantFrom('Ann', 'Ben B. Cole'),
      }),
      {
        minLength: 1,
        maxLength: 30,
      },
    )
    .map((list) => list.map((each, i): Segment => ({ ...each, startMs: i * 2000, endMs: i * 2000 + 1500 })));

  it('survives a round trip through WebVTT', () => {
    fc.assert(
      fc.property(timed, (segments) => {
        expect(parseVtt(writeVtt(segments)).segments).toEqual(segments);
      }),
      { seed },
    );
  });

  describe('with unusual words survives a round trip', () => {
    // As an upload of JSON stores them.
    const odd = fc.oneof(
      fc.constantFrom(
        ...[
          '-->',
          '->',
          '<b>',
          '</i>',
          '<v Eve>',
          '<00:01.000>',
          '&',
          '&amp;',
          '&#x41;',
          '{\\an8}',
          '>>',
          '- ',
          ': ',
          '#',
        ],
        ...[
          '[00:12]',
          '(12:30)',
          '00:00:05,000',
          '12:15',
          '[Music]',
          'NOTE',
          'STYLE',
          'WEBVTT',
          '1',
          '---',
          '* * *',
        ],
        ...[
          'שלום עולם',
          '\u202bمرحبا\u202c',
          '👩‍👩‍👧',
          '🇩🇪',
          'e\u0301',
          '\n',
          '\r\n',
          '\t',
          '\u00a0',
          '\u2028',
          '\u00ad',
          '\u2060',
        ],
        ...[
          '\u0000',
          '\u0085',
          '\ufffe',
          '\ud800',
          ']]>',
          '<![CDATA[',
          '<!--',
          '\\',
          '"',
          "'",
          '\\N',
          'Speaker 1: ',
          'Ann: ',
        ],
      ),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    const speaker = fc.constantFrom(null, 'Ann', 'Speaker 1', 'Rev. <b>Ö</b> & {\\an8} --> Söhne: 2', 'שרה');
    const talk = fc
      .array(
        fc.record({
          // Words in all positions, so that the first and last characters matter.
          words: fc.array(odd, { minLength: 1, maxLength: 5 }),
          unique: fc.boolean(),
          speaker,
          lasts: fc.integer({ min: 1, max: 60_000 }),
          pause: fc.constantFrom(0, 1, 999, 3_600_000),
        }),
        { minLength: 1, maxLength: 12 },
      )
      .map((parts) => {
        let clock = 0;
        return parts.map(({ words, unique, lasts, pause, ...part }, i) => {
          const startMs = (clock += pause);
          clock += lasts;
          const text = unique ? `${words.join('')} w${i}` : `w${i} ${words.join(' ')}`;
          return { ...part, text, startMs, endMs: clock };
        });
      });
    const stored = (segments: unknown): Segment[] => segmentsOfValue(segments).segments;

    it.each([
      ['WebVTT', writeVtt, parseVtt],
      ['SubRip', writeSrt, parseSrt],
      ['TTML', (segments: readonly Segment[]) => writeTtml(segments, 'de'), parseTtml],
      ['JSON of podcasts', writePodcastJson, (text: string) => parsePodcastJson(JSON.parse(text))],
    ])('from %s', (_name, write, parse) => {
      fc.assert(
        fc.property(talk, (input) => {
          const segments = stored(input);
          const file = decodeText(Buffer.from(write(segments)));
          expect(parse(file).segments).toEqual(segments);
        }),
        { seed, numRuns: runs(400) },
      );
    });

    it('from text: paragraphs and speakers, without times', () => {
      fc.assert(
        fc.property(talk, (input) => {
          const untimed = input.map((part) => ({ ...part, startMs: null, endMs: null }));
          const segments = stored(untimed);
          expect(parsePlainText(decodeText(Buffer.from(writePlainText(segments)))).segments).toEqual(
            segments,
          );
        }),
        { seed, numRuns: runs(400) },
      );
    });
  });

  it('keeps its words through SubRip and text', () => {
    const segments = parseVtt(
      vtt(
        '00:01.000 --> 00:02.000\n<v Ann>Grace.',
        '00:02.000 --> 00:02.000\n<v Ann>Peace --&gt; joy.',
        '00:09.000 --> 00:10.000\n<v Ben>Amen.',
      ),
    ).segments;
    expect(bare(parseSrt(writeSrt(segments)))).toEqual([
      ['Grace.', 1000, 2000],
      ['Peace --> joy.', 2000, 2001],
      ['Amen.', 9000, 10_000],
    ]);
    expect(writePlainText(segments)).toBe('Ann:\u00a0Grace. Peace --> joy.\n\nBen:\u00a0Amen.\n');
    expect(writePlainText([])).toBe('');
  });

  it('accepts ten hours, and one word', () => {
    const long = Array.from({ length: 12_000 }, (_, i): Segment => ({
      text: `and so we said for the ${i}th time`,
      startMs: i * 3000,
      endMs: i * 3000 + 3000,
    }));
    expect(parseVtt(writeVtt(long)).segments).toEqual(long);
    expect(parseSrt(writeSrt(long)).segments).toEqual(long);
    expect(parseSegmentsJson(JSON.stringify(long)).segments).toEqual(long);
    expect(parsePlainText(long.map((s) => s.text).join('\n\n')).segments).toHaveLength(long.length);
    expect(parsePlainText('Amen').segments).toEqual([{ text: 'Amen', startMs: null, endMs: null }]);
  });

  it('either accepts its input or reports the problem', () => {
    const junk = fc
      .array(
        fc.constantFrom(
          'WEBVTT',
          '00:01.000 --> 00:02.000',
          '-->',
          '1',
          '',
          ' ',
          '<v',
          '<v A>',
          '&#x110000;',
          '&#0;',
          'NOTE',
          'words',
          '[',
          '{"a":',
          '\0',
          '\ufeff',
        ),
        { maxLength: 20 },
      )
      .map((parts) => parts.join('\n'));
    fc.assert(
      fc.property(fc.oneof(junk, fc.string({ unit: 'binary' })), (text) => {
        for (const parse of [parseVtt, parseSrt, parseSegmentsJson, parsePlainText]) {
          try {
            expect(parse(text).segments.length).toBeGreaterThan(0);
          } catch (error) {
            expect(error).toBeInstanceOf(TranscriptFormatError);
          }
        }
      }),
      { numRuns: runs(300), seed },
    );
  });
});
