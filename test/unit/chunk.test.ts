/** Chunking: whole sentences, even sizes, correct times, no lost words, linear time. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkSegments, withoutRepeats, type Chunk, type Segment } from '../../indexer/index.js';
import { sentenceSpans } from '../../indexer/text/sentences.js';
import { runs } from '../support/random-runs.js';
import { seed } from '../support/seed.js';

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);
const untimed = (text: string, more: Partial<Segment> = {}): Segment => ({
  text,
  startMs: null,
  endMs: null,
  ...more,
});
const sentence = (n: number, length = 12): string => `Sentence${n} ${'word '.repeat(length - 2)}end${n}.`;
const sentences = (text: string): string[] =>
  sentenceSpans(text).map(({ start, end }) => text.slice(start, end));

/** The words of all passages, counting overlaps once. */
function withoutOverlap(chunks: readonly Chunk[]): string[] {
  const result: string[] = [];
  for (const chunk of chunks) {
    const next = words(chunk.text);
    let overlap = Math.min(next.length, result.length);
    while (
      overlap > 0 &&
      !next.slice(0, overlap).every((word, i) => word === result[result.length - overlap + i])
    )
      overlap--;
    result.push(...next.slice(overlap));
  }
  return result;
}

describe('sentences', () => {
  it('keep abbreviations, references, initials, ellipses and quotations whole', () => {
    expect(
      sentences(
        'Mr. Spurgeon asked, "Is it so?" and wept. See John 3:16. Then read 1 Cor. 13 and Ps. 23... "Go away!" he cried. ' +
          'Rev. C. H. Spurgeon came at 5 p.m. Then we ate (fish, i.e. Tilapia.) 2. The second head. It is I. Oh! that we knew. No. 5 is out',
      ),
    ).toEqual([
      'Mr. Spurgeon asked, "Is it so?" and wept.',
      'See John 3:16.',
      'Then read 1 Cor. 13 and Ps. 23...',
      '"Go away!" he cried.',
      'Rev. C. H. Spurgeon came at 5 p.m.',
      'Then we ate (fish, i.e. Tilapia.)',
      '2. The second head.',
      'It is I.',
      'Oh! that we knew.',
      'No. 5 is out',
    ]);
  });

  it('are recognised in other scripts, and in text without capitals', () => {
    expect(sentences('神は愛です。彼は来た！そうか')).toEqual(['神は愛です。', '彼は来た！', 'そうか']);
    expect(sentences('هل هذا صحيح؟ نعم.')).toHaveLength(2);
    expect(sentences('we came. then we went')).toEqual(['we came.', 'then we went']);
  });
});

describe('chunkSegments', () => {
  it('fills passages of 80 to 160 words with whole sentences and repeats one', () => {
    const given = Array.from({ length: 100 }, (_, n) => sentence(n, 8 + (n % 17)));
    const chunks = chunkSegments([untimed(given.join(' '))]);
    chunks.forEach((chunk, i) => {
      expect(chunk.ordinal).toBe(i);
      expect(words(chunk.text).length).toBeGreaterThanOrEqual(80);
      expect(words(chunk.text).length).toBeLessThanOrEqual(160);
      for (const each of sentences(chunk.text)) expect(given).toContain(each);
      if (i > 0) expect(sentences(chunk.text)[0]).toBe(sentences(chunks[i - 1]!.text).at(-1));
    });
  });

  it('never crosses a heading, a break mark or a long pause', () => {
    const timed = (text: string, startMs: number): Segment => ({ text, startMs, endMs: startMs + 3000 });
    const chunks = chunkSegments([
      untimed('First head', { heading: true }),
      untimed('It is short.'),
      untimed('Second head', { heading: true }),
      untimed('So is this.'),
      untimed('* * *'),
      untimed('After the break.'),
    ]);
    expect(chunks.map((chunk) => chunk.text)).toEqual([
      'First head\nIt is short.',
      'Second head\nSo is this.',
      'After the break.',
    ]);
    const paused = chunkSegments([
      timed('and so we', 0),
      timed('came home', 3500),
      timed('welcome back', 16_500),
    ]);
    expect(paused.map((chunk) => chunk.text)).toEqual(['and so we came home', 'welcome back']);
  });

  it('does not treat the gaps between all cues as topic changes', () => {
    const cues = Array.from({ length: 60 }, (_, i) => ({
      text: 'three words here',
      startMs: i * 9000,
      endMs: i * 9000 + 2000,
    }));
    expect(chunkSegments(cues).length).toBeLessThan(4);
  });

  it('interpolates times inside a segment by characters', () => {
    const text = Array.from({ length: 40 }, (_, n) => sentence(n, 10)).join(' ');
    const chunks = chunkSegments([{ text, startMs: 10_000, endMs: 10_000 + text.length * 50 }]);
    expect(chunks[0]!.startMs).toBe(10_000);
    expect(chunks.at(-1)!.endMs).toBe(10_000 + text.length * 50);
    for (const chunk of chunks) expect(chunk.startMs).toBe(10_000 + text.indexOf(chunk.text) * 50);
  });

  it('assigns the speaker of most words, or the first of equals', () => {
    const turn = (speaker: string, text: string): Segment => untimed(text, { speaker });
    expect(
      chunkSegments([turn('Ann', 'Yes.'), turn('Ben', 'No, I do not think so.'), turn('Ann', 'Oh.')])[0]!
        .speaker,
    ).toBe('Ben');
    expect(chunkSegments([turn('Ann', 'One two.'), turn('Ben', 'Three four.')])[0]!.speaker).toBe('Ann');
    expect(chunkSegments([untimed('Nobody knows.')])[0]!.speaker).toBeNull();
  });

  it('cuts captions without punctuation at pauses and cues', () => {
    const cues = Array.from({ length: 300 }, (_, i) => {
      const startMs = i * 3000 + (i % 10 === 0 ? 1000 : 0);
      return { text: `cue${i} has these seven words in it`, startMs, endMs: (i + 1) * 3000 };
    });
    const chunks = chunkSegments(cues);
    for (const chunk of chunks) {
      expect(words(chunk.text).length).toBeGreaterThanOrEqual(80);
      expect(words(chunk.text).length).toBeLessThanOrEqual(160);
      expect(chunk.text).toMatch(/^cue\d+ .* in it$/);
    }
    expect(chunks.filter((chunk) => /^cue\d*0 /.test(chunk.text)).length).toBeGreaterThan(chunks.length / 2);
  });

  it('cuts a very long sentence at its clauses, or between words if it has none', () => {
    const clauses = Array.from({ length: 40 }, (_, n) => `clause${n} ${'of '.repeat(12)}words;`).join(' ');
    for (const chunk of chunkSegments([untimed(clauses)])) expect(chunk.text.endsWith(';')).toBe(true);
    const bare = Array.from({ length: 1000 }, (_, n) => `w${n}`).join(' ');
    const chunks = chunkSegments([untimed(bare)]);
    expect(withoutOverlap(chunks)).toEqual(words(bare));
    for (const chunk of chunks) expect(words(chunk.text).length).toBeLessThanOrEqual(160);
  });

  it('returns no passage for no text and one passage for one word', () => {
    expect(chunkSegments([])).toEqual([]);
    expect(chunkSegments([untimed(' \0 ')])).toEqual([]);
    expect(chunkSegments([{ text: 'A\0men', startMs: 5, endMs: 9 }])).toEqual([
      { ordinal: 0, text: 'Amen', startMs: 5, endMs: 9, speaker: null, segment: 0 },
    ]);
  });

  it('is deterministic, loses no words and keeps times in order, for any input', () => {
    const token = fc.constantFrom(
      'grace',
      'Mr.',
      'Then',
      'end.',
      'why?',
      '"Yes,"',
      'stop;',
      '3:16.',
      '—',
      'x'.repeat(90),
      '恵みです。',
      '...',
      'I',
      '5.',
    );
    const time = fc.oneof(fc.constant(null), fc.integer({ min: -1000, max: 100_000 }));
    const segment = fc.record({
      text: fc.array(token, { minLength: 1, maxLength: 120 }).map((tokens) => tokens.join(' ')),
      startMs: time,
      endMs: time,
      speaker: fc.constantFrom(null, 'Ann', 'Ben'),
      heading: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 12 }), (segments) => {
        const chunks = chunkSegments(segments);
        expect(chunkSegments(structuredClone(segments))).toEqual(chunks);
        const seen = new Set(
          chunks
            .flatMap((chunk) => words(chunk.text))
            .join('\n')
            .split('\n'),
        );
        for (const word of segments.flatMap((each) => words(each.text))) {
          if (word.length < 80)
            expect(seen.has(word) || [...seen].some((each) => each.includes(word))).toBe(true);
        }
        for (const { startMs, endMs } of chunks) {
          if (startMs !== null && endMs !== null) expect(endMs).toBeGreaterThanOrEqual(startMs);
        }
      }),
      { numRuns: runs(200), seed },
    );
  });

  it('returns every word in order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 90 }), fc.boolean()), { minLength: 1, maxLength: 60 }),
        (plan) => {
          let n = 0;
          const text = plan
            .map(
              ([length, stop]) => `${Array.from({ length }, () => `W${n++}`).join(' ')}${stop ? '.' : ','}`,
            )
            .join(' ');
          expect(withoutOverlap(chunkSegments([untimed(text)]))).toEqual(words(text));
        },
      ),
      { numRuns: runs(100), seed },
    );
  });

  it('runs in linear time, even on text that is hard for regular expressions', () => {
    const hour = (hours: number): Segment[] =>
      Array.from({ length: 1000 * hours }, (_, i) => ({
        text: 'and then we said so, and it was',
        startMs: i * 3600,
        endMs: i * 3600 + 3600,
      }));
    expect(chunkSegments(hour(10)).length).toBeGreaterThan(chunkSegments(hour(1)).length * 8);
    for (const odd of ['.', '"', '. "(', 'x', ' ', '!?', "'--"])
      expect(chunkSegments([untimed(odd.repeat(200_000))]).length).toBeGreaterThanOrEqual(0);
  });
});

describe('conversations', () => {
  const turn = (speaker: string, n: number, length: number): Segment[] =>
    Array.from({ length }, (_, i) => untimed(`${speaker}${sentence(n * 100 + i, 12)}`, { speaker }));
  const talk = Array.from({ length: 12 }, (_, n) => turn(n % 2 ? 'B' : 'A', n, 3 + ((n * 5) % 7))).flat();
  const chunks = chunkSegments(talk);

  it('are cut before turns, without repeating text of the previous turn', () => {
    expect(chunks.length).toBeGreaterThan(4);
    for (const { text } of chunks) expect(words(text).length).toBeLessThanOrEqual(160);
    expect(words(chunks.map(({ text }) => text).join(' '))).toHaveLength(withoutOverlap(chunks).length);
    const starts = chunks.map(({ text }) => /^([AB])Sentence(\d+)/.exec(text)!);
    for (const [, , number] of starts) expect(Number(number) % 100, String(number)).toBe(0);
  });

  it('with a single speaker are cut like any other text', () => {
    const alone = talk.map((segment) => ({ ...segment, speaker: 'A' }));
    expect(chunkSegments(alone).map(({ text }) => text)).toEqual(
      chunkSegments(alone.map(({ text }) => untimed(text))).map(({ text }) => text),
    );
  });
});

describe('adjacent passages', () => {
  it('of any text contain all its words once', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 2, max: 40 }), { minLength: 5, maxLength: 80 }), (lengths) => {
        const chunked = chunkSegments(lengths.map((length, n) => untimed(sentence(n, length))));
        const shown = withoutRepeats(chunked).map(({ text }) => text);
        expect(words(shown.join(' '))).toEqual(withoutOverlap(chunked));
      }),
      { seed },
    );
  });
});
