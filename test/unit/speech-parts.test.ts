/** Cutting recordings into parts, and joining the transcripts of the parts. */
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { joinSpeech, readSpeech } from '../../src/transcripts/formats/speech.js';
import { planParts, type SoundPlan } from '../../src/processing/transcription/split-sound.js';
import { BYTES_PER_MS } from '../../src/processing/transcription/sound.js';

/** Loud and quiet sections, as seconds and amplitudes, in chunks of odd sizes. */
const plan = (stretches: readonly [number, number][], maxSecs: number): Promise<SoundPlan> => {
  const samples = stretches.flatMap(([secs, amplitude]) =>
    Array.from({ length: secs * 16_000 }, (_, i) => (i % 2 ? amplitude : -amplitude)),
  );
  const bytes = Buffer.from(Int16Array.from(samples).buffer);
  const chunks = Array.from({ length: Math.ceil(bytes.length / 4_097) }, (_, i) =>
    bytes.subarray(i * 4_097, (i + 1) * 4_097),
  );
  return planParts(Readable.from(chunks), maxSecs * 1_000);
};

describe('a recording', () => {
  it('is one part without the surrounding silence if it is short', async () => {
    expect(BYTES_PER_MS).toBe(32);
    expect(
      await plan(
        [
          [3, 0],
          [2, 5_000],
          [4, 3],
        ],
        10,
      ),
    ).toEqual({
      durationMs: 9_000,
      parts: [{ startMs: 2_500, endMs: 5_500 }],
    });
    expect(await plan([[1.55, 9_000]], 10)).toEqual({
      durationMs: 1_550,
      parts: [{ startMs: 0, endMs: 1_550 }],
    });
  });

  it('is cut where it is quietest, or at the limit if it never is', async () => {
    const { parts } = await plan(
      [
        [7, 9_000],
        [0.6, 200],
        [6, 9_000],
        [1, 100],
        [4, 9_000],
      ],
      10,
    );
    expect(parts).toEqual([
      { startMs: 0, endMs: 7_300 },
      { startMs: 7_300, endMs: 14_300 },
      { startMs: 14_300, endMs: 18_600 },
    ]);
    const loud = (await plan([[25, 9_000]], 10)).parts;
    expect(loud.at(-1)!.endMs).toBe(25_000);
    for (const [i, { startMs, endMs }] of loud.entries()) {
      expect(startMs).toBe(loud[i - 1]?.endMs ?? 0);
      expect(endMs - startMs).toBeLessThanOrEqual(10_000);
    }
  });

  it('of silence, or of nothing, has no parts', async () => {
    expect(await plan([[3, 10]], 10)).toEqual({ durationMs: 3_000, parts: [] });
    expect(await plan([], 10)).toEqual({ durationMs: 0, parts: [] });
  });
});

describe('the transcript of a part', () => {
  const read = (file: unknown, type?: string) =>
    readSpeech(Buffer.from(typeof file === 'string' ? file : JSON.stringify(file)), { type }, 10_000);
  const words = (file: unknown, type?: string) => read(file, type).segments.map(({ text }) => text);

  it('is parsed as servers and programs write it', () => {
    const segments = [{ start: 1, end: 42, text: ' Peace be with you.' }];
    expect(read({ task: 'transcribe', language: 'german', text: 'x', segments })).toMatchObject({
      language: 'de',
      segments: [{ text: 'Peace be with you.', startMs: 1_000, endMs: 10_000 }],
    });
    const spokenWords = [
      { word: 'Peace', start: 0, end: 1 },
      { word: 'be.', start: 1, end: 2 },
    ];
    expect(read({ text: 'Peace be.', words: spokenWords }).segments).toMatchObject([
      { text: 'Peace be.', endMs: 2_000 },
    ]);
    expect(read({ text: 'Be still. And know.' }).segments).toMatchObject([
      { text: 'Be still.', startMs: 0 },
      { text: 'And know.', endMs: 10_000 },
    ]);
    expect(words('1\n00:00:01,000 --> 00:00:02,000\nPeace.\n', '.srt')).toEqual(['Peace.']);
    expect(words('Peace be with you.\n')).toEqual(['Peace be with you.']);
  });

  it('uses the times of words in a long segment', () => {
    const text = 'Be still. And know, that I am God.';
    const spokenWords = text
      .replace(/[.,]/g, '')
      .split(' ')
      .map((word, i) => ({ word, start: i / 2, end: i / 2 + 0.4 }));
    const file = (words: unknown[], end: number) => ({
      task: 'transcribe',
      text,
      words,
      segments: [
        { start: 0, end, text },
        { start: end, end: 30, text: 'Amen.' },
      ],
    });
    const times = (json: unknown) =>
      readSpeech(Buffer.from(JSON.stringify(json)), {}, null).segments.map((each) => [
        each.text,
        each.startMs,
      ]);
    const apart = [
      ['Be still.', 0],
      ['And know, that I am God.', 1_000],
      ['Amen.', 12_000],
    ];
    expect(times(file(spokenWords, 12))).toEqual(apart);
    const { segments, ...rest } = file([], 12);
    expect(times({ ...rest, segments: [{ ...segments[0], words: spokenWords }, segments[1]] })).toEqual(
      apart,
    );
    // Short parts, and those with different words, stay whole.
    expect(times(file(spokenWords, 9))).toEqual([
      [text, 0],
      ['Amen.', 9_000],
    ]);
    expect(times(file(spokenWords.slice(1), 12))).toEqual([
      [text, 0],
      ['Amen.', 12_000],
    ]);
  });

  it('is empty if nobody speaks', () => {
    for (const silent of [
      { text: '', segments: [], language: 'english', task: 'transcribe', duration: 3 },
      { text: '  ' },
      { text: ' [BLANK_AUDIO]', segments: [{ start: 0, end: 3, text: ' [BLANK_AUDIO]' }] },
      { systeminfo: '', transcription: [] },
      ...['', '\n', 'WEBVTT\n\n', 'WEBVTT - whisper\n'],
      'WEBVTT\n\n00:00.000 --> 00:03.000\n(gentle music)\n',
    ])
      expect(read(silent), JSON.stringify(silent)).toMatchObject({ segments: [] });
    expect(words({ text: '(Amen) he said.' })).toEqual(['(Amen) he said.']);
  });

  it('is rejected if invalid', () => {
    for (const wrong of [{ some: 'thing' }, { error: 'x' }, [1, 2], '<html>no</html>'])
      expect(() => read(wrong), JSON.stringify(wrong)).toThrow(expect.objectContaining({ status: 422 }));
  });

  it('is joined with the others, in the language with the most text', () => {
    const part = (startMs: number, language: string | null, ...texts: string[]) => ({
      startMs,
      language,
      segments: JSON.stringify(texts.map((text, i) => ({ text, startMs: i * 100, endMs: null }))),
    });
    expect(joinSpeech([part(0, 'de', 'Eins'), part(5_000, null), part(9_000, 'en', 'Two', 'Three')])).toEqual(
      {
        language: 'en',
        segments: [
          { text: 'Eins', startMs: 0, endMs: null },
          { text: 'Two', startMs: 9_000, endMs: null },
          { text: 'Three', startMs: 9_100, endMs: null },
        ],
      },
    );
    expect(joinSpeech([])).toEqual({ language: null, segments: [] });
  });
});
