/** What the formats promise together: what is written comes back, and nothing breaks them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Segment } from '../../indexer/index.js';
import { TranscriptFormatError } from '../../src/content/transcripts/formats/format-error.js';
import { parsePlainText, writePlainText } from '../../src/content/transcripts/formats/plain-text.js';
import { parseJson, segmentsOfValue } from '../../src/content/transcripts/formats/segments-json.js';
import { parseSrt, writeSrt } from '../../src/content/transcripts/formats/srt.js';
import { parseVtt, writeVtt } from '../../src/content/transcripts/formats/vtt.js';
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

  it('comes back from WebVTT as it went in', () => {
    fc.assert(
      fc.property(timed, (segments) => {
        expect(parseVtt(writeVtt(segments)).segments).toEqual(segments);
      }),
      { seed },
    );
  });

  it('comes back from SubRip and text with its words', () => {
    const segments = parseVtt(
      vtt(
        '00:01.000 --> 00:02.000\n<v Ann>Grace.',
        '00:02.000 --> 00:02.000\n<v Ann>Peace --&gt; joy.',
        '00:09.000 --> 00:10.000\n<v Ben>Amen.',
      ),
    ).segments;
    expect(bare(parseSrt(writeSrt(segments)))).toEqual([
      ['Ann: Grace.', 1000, 2000],
      ['Peace → joy.', 2000, 2001],
      ['Ben: Amen.', 9000, 10_000],
    ]);
    expect(writePlainText(segments)).toBe('Ann: Grace. Peace --> joy.\n\nBen: Amen.\n');
    expect(writePlainText([])).toBe('');
  });

  it('takes ten hours, and one word', () => {
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

  it('either takes what it is given or says what is wrong', () => {
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
      { numRuns: 300, seed },
    );
  });
});
