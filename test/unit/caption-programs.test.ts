/** Captions as programs, chats and word processors leave them: a word per cue, changed arrows, joined files. */
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readerOf, type FormatHint } from '../../src/transcripts/formats/readers.js';
import { writeSrt } from '../../src/transcripts/formats/captions/srt.js';
import { writeVtt } from '../../src/transcripts/formats/captions/vtt.js';
import { readSource } from '../../src/transcripts/formats/source.js';
import { timedWords } from '../../src/transcripts/formats/segments/word-times.js';

const parse = (bytes: Uint8Array | string, type?: string) => {
  const source = readSource(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
  const hint: FormatHint = { type };
  return readerOf(source, hint).read(source);
};
const read = (bytes: Uint8Array | string, type?: string): unknown[] =>
  parse(bytes, type).segments.map(({ startMs, endMs, text }) => [startMs, endMs, text]);
const words = (bytes: string, type?: string): unknown[] =>
  parse(bytes, type).segments.flatMap((segment) =>
    (timedWords(segment) ?? []).map(({ text, startMs, endMs }) => [text, startMs, endMs]),
  );
const stamp = (at: number): string => `00:00:0${at},000`;
const srt = (lines: readonly string[]): string =>
  lines.map((line, i) => `${i + 1}\n${stamp(i)} --> ${stamp(i + 1)}\n${line}\n`).join('\n');
const vtt = (lines: readonly string[]): string => `WEBVTT\n\n${srt(lines).replace(/(\d),(\d{3})/g, '$1.$2')}`;
const ass = (lines: readonly string[]): string =>
  `[Script Info]\n[Events]\n${lines.map((line, i) => `Dialogue: 0,0:00:0${i}.00,0:00:0${i + 1}.00,Default,,0,0,0,,${line}`).join('\n')}`;

const SENTENCE = ['In', 'the', 'beginning', 'was', 'the', 'Word.'];
const TIMED = SENTENCE.map((word, i) => [word, i * 1_000, (i + 1) * 1_000]);
const marked = (open: string, close: string): string[] =>
  SENTENCE.map((_, i) => SENTENCE.map((word, j) => (i === j ? open + word + close : word)).join(' '));

describe('captions with a word for each cue', () => {
  it.each([
    ['colours', srt(marked('<font color="#00ff00">', '</font>'))],
    ['bold words', srt(marked('<b>', '</b>'))],
    ['underlined words', vtt(marked('<u>', '</u>'))],
    ['classes', vtt(marked('<c.yellow>', '</c>'))],
    ['colours of SubStation', ass(marked(String.raw`{\1c&H00ff00&}`, String.raw`{\r}`))],
    [
      'all words up to now',
      srt(
        SENTENCE.map(
          (_, i) => `<b>${SENTENCE.slice(0, i + 1).join(' ')}</b> ${SENTENCE.slice(i + 1).join(' ')}`,
        ),
      ),
    ],
    ['a word each', srt(SENTENCE)],
  ])('are one line with times of words: %s', (_how, text) => {
    expect(read(text)).toEqual([[0, 6_000, SENTENCE.join(' ')]]);
    expect(words(text)).toEqual(TIMED);
  });

  it('may show the line without a highlighted word between', () => {
    const lines = marked('<u>', '</u>').flatMap((line) => [line, SENTENCE.join(' ')]);
    expect(read(srt(lines.slice(0, 9)))).toEqual([[0, 9_000, SENTENCE.join(' ')]]);
  });

  it('join parts of words, and keep punctuation', () => {
    const pieces = [' Good', ' morn', 'ing', ',', ' church', '.', ' Let', ' us', ' pray', '.'];
    const expected = ['Good morning, church.', 'Let us pray.'];
    for (const text of [vtt(pieces), srt(pieces)])
      expect(parse(text).segments.map((segment) => segment.text)).toEqual(expected);
    const spaced = srt(['Good', 'morning', ',', 'church', '.', 'Let', 'us', 'pray', '!']);
    expect(parse(spaced).segments.map(({ text }) => text)).toEqual(['Good morning, church.', 'Let us pray!']);
    expect(parse(srt(Array.from('主は私の羊飼い。'))).segments.map(({ text }) => text)).toEqual([
      '主は私の羊飼い。',
    ]);
  });

  it('are joined in JSON and TSV as well', () => {
    const times = SENTENCE.map((text, i) => ({ text, start: i, end: i + 1 }));
    for (const file of [
      JSON.stringify(times.map(({ text, ...rest }) => ({ text: ` ${text}`, ...rest }))),
      JSON.stringify({
        segments: times.map(({ text, start, end }) => ({ startTime: start, endTime: end, body: text })),
      }),
      JSON.stringify({
        transcription: times.map(({ text, start, end }) => ({
          text: ` ${text}`,
          offsets: { from: start * 1_000, to: end * 1_000 },
        })),
      }),
      `start\tend\ttext\n${times.map(({ text, start, end }) => `${start * 1_000}\t${end * 1_000}\t${text}`).join('\n')}`,
    ]) {
      expect(read(file)).toEqual([[0, 6_000, SENTENCE.join(' ')]]);
      expect(words(file)).toEqual(TIMED);
    }
  });

  it.each([
    ['what is said repeatedly', srt(['<i>Holy, holy</i>', '<i>Holy, holy</i>', '<i>Holy, holy</i>'])],
    ['without markup', srt(['Amen, amen.', 'Amen, amen.', 'Amen, amen.'])],
    [
      'short lines where words have no spaces',
      srt(['主は私の', '羊飼いです', '私は乏しい', 'ことが', 'ありません']),
    ],
    ['few cues', srt(['Amen.', 'Hallelujah.', 'Amen.'])],
  ])('are not taken for it: %s', (_what, text) => {
    expect(read(text)).toHaveLength(text.split('-->').length - 1);
  });
});

describe('times of captions', () => {
  const times = (from: string, to: string): string =>
    `1\n${from}${to}\nFirst\n\n2\n${from.replaceAll('1', '3')}${to.replaceAll('2', '4')}\nSecond`;
  const expected = [
    [1_000, 2_000, 'First'],
    [3_000, 4_000, 'Second'],
  ];
  it.each([
    ['marks of direction', '\u200e00:00:01,000 --> ', '\u200e00:00:02,000'],
    ['isolates', '\u2066\u200f00:00:01,000 --> ', '\u202b00:00:02,000\u2069'],
    ['no-break spaces', '00:00:01,000\u00a0-->\u00a0', '00:00:02,000'],
    ['thin spaces', '00:00:01,000\u202f-->\u2009', '00:00:02,000'],
    ['an en dash', '00:00:01,000 –> ', '00:00:02,000'],
    ['an em dash', '00:00:01,000 —> ', '00:00:02,000'],
    ['a real arrow', '00:00:01,000 → ', '00:00:02,000'],
    ['a short arrow', '00:00:01,000 -> ', '00:00:02,000'],
    ['spaces in the arrow', '00:00:01,000 - -> ', '00:00:02,000'],
    ['no spaces', '00:00:01.000-->', '00:00:02.000align:start'],
    ['settings', '00:00:01,000 --> ', '00:00:02,000X1:100 X2:600'],
    ['character references', '00:00:01,000 --&gt; ', '00:00:02,000'],
    ['no hours', '00:01,000 --> ', '00:02,000'],
  ])('are read behind %s', (_what, from, to) => {
    const text = times(from, to);
    for (const type of ['.srt', 'text/plain', undefined]) expect(read(text, type)).toEqual(expected);
    expect(read(`WEBVTT\n\n${text}`)).toEqual(expected);
    expect(read(`\`\`\`srt\n${text}\n\`\`\``)).toEqual(expected);
  });

  it('are not words with an arrow', () => {
    const text = `${stamp(1)} --> ${stamp(2)}\nGo from A --> B now\nand on -> 3:16 → end\n12:15 → 12:30\n\n${stamp(2)} --> ${stamp(3)}\nAmen`;
    for (const file of [text, `WEBVTT\n\n${text.replaceAll(',', '.')}`])
      expect(read(file)).toEqual([
        [1_000, 2_000, 'Go from A --> B now and on -> 3:16 → end 12:15 → 12:30'],
        [2_000, 3_000, 'Amen'],
      ]);
  });

  it('stand below headers of joined files, which nobody says', () => {
    const header = '\ufeffWEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n';
    const cue = (at: number): string =>
      `${stamp(at)} --> ${stamp(at + 1)}\nWords ${at}\n`.replaceAll(',', '.');
    const read1 = [1_000, 2_000, 'Words 1'];
    const read2 = [2_000, 3_000, 'Words 2'];
    for (const between of ['\n', '']) {
      expect(read(`${header}\n${cue(1)}${between}${header}\n${cue(2)}`)).toEqual([read1, read2]);
      expect(read(`1\n${cue(1)}${between}${header}\n2\n${cue(2)}`, '.srt')).toEqual([read1, read2]);
    }
  });
});

describe('what is no speech', () => {
  it('are tags of LRC', () => {
    const text = '[ti:Talk]\n[ar:Ann Lee]\n\n[00:10]Grace\n[01:02:07.00]Peace\n';
    expect(read(text)).toEqual([
      [10_000, 3_727_000, 'Grace'],
      [3_727_000, expect.any(Number), 'Peace'],
    ]);
  });

  it('is hidden text of Word, and a locked file is called locked', () => {
    const run = (text: string, properties = ''): string =>
      `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
    const document = `<w:document xmlns:w="w"><w:body><w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>${run('Seen ')}${run('hidden ', '<w:vanish/>')}${run('and ', '<w:vanish w:val="0"/>')}${run('read.')}</w:p></w:body></w:document>`;
    expect(read(zipSync({ 'word/document.xml': Buffer.from(document) }))).toEqual([
      [null, null, 'Seen and read.'],
    ]);
    const locked = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(1_000),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]);
    expect(() => parse(locked)).toThrow(/locked with a password/);
    expect(() => parse(locked.subarray(0, 900))).toThrow(/old Office document/);
  });

  it.each([
    '{{< youtube abc >}}',
    '{{% audio src="x.mp3" %}}',
    '{% include player.html %}',
    '[audio src="x.mp3"]',
  ])('is the shortcode %s', (shortcode) => {
    expect(read(`---\ntitle: A\n---\n${shortcode}\n\nWords [audio] and words.`, '.md')).toEqual([
      [null, null, 'Words and words.'],
    ]);
  });

  it('are readings above the words, in WebVTT and TTML', () => {
    expect(read('WEBVTT\n\n00:01.000 --> 00:02.000\n<ruby>漢<rt>かん</rt></ruby>字')).toEqual([
      [1_000, 2_000, '漢字'],
    ]);
    const ttml = `<tt><head><styling><style xml:id="r" tts:ruby="text" xmlns:tts="t"/></styling></head><body><div>
      <p begin="1s" end="2s"><span>漢<span style="r">かん</span></span>字</p></div></body></tt>`;
    expect(read(ttml)).toEqual([[1_000, 2_000, '漢字']]);
  });
});

describe('a long segment', () => {
  const sentences = Array.from({ length: 20 }, (_, i) => `This is sentence number ${i} of a long paragraph.`);
  const long = [
    { text: sentences.join(' '), startMs: 30_000, endMs: 570_000, speaker: 'Ann Lee' },
    { text: `Note: ${'word '.repeat(100)}`.trim(), startMs: 570_000, endMs: 600_000 },
    { text: 'Amen.', startMs: 600_000, endMs: 601_000, speaker: 'Ann Lee' },
  ];

  it.each([
    ['WebVTT', writeVtt],
    ['SubRip', writeSrt],
  ])('becomes captions of a readable length in %s, which are read as the same segment', (_format, write) => {
    const file = write(long);
    const cues = file.split('\n\n').filter((cue) => cue.includes('-->'));
    expect(cues.length).toBeGreaterThan(10);
    for (const cue of cues) expect(cue.split('\n').at(-1)!.length).toBeLessThan(200);
    expect(parse(file).segments).toEqual(long);
  });
});

describe('TTML', () => {
  const tt = (body: string): string =>
    `<tt xmlns:ttm="m" xmlns:podcasts="p"><body><div>${body}</div></body></tt>`;
  it('of Apple Podcasts has words without spaces, clocks without hours, absolute times and ids of speakers', () => {
    const span = (unit: string, begin: string, end: string, text: string): string =>
      `<span begin="${begin}" end="${end}" podcasts:unit="${unit}">${text}</span>`;
    const text = tt(
      `<p begin="58.5" end="1:02.000" ttm:agent="SPEAKER_1">${span('sentence', '58.500', '1:00.000', span('word', '58.500', '59.000', 'Good') + span('word', '59.000', '1:00.000', 'morning.'))}` +
        `${span('sentence', '1:00.000', '1:02.000', span('word', '1:00.000', '1:02.000', 'Stand.'))}</p>`,
    );
    expect(read(text)).toEqual([[58_500, 62_000, 'Good morning. Stand.']]);
    expect(words(text)).toEqual([
      ['Good', 58_500, 59_000],
      ['morning.', 59_000, 60_000],
      ['Stand.', 60_000, 62_000],
    ]);
    expect(parse(text).segments[0]!.speaker).toBe('SPEAKER_1');
  });

  it('has absolute times of paragraphs and words if they do not fit as relative ones', () => {
    expect(read(tt('<div begin="10s" end="20s"><p begin="12s" end="14s">Words</p></div>'))).toEqual([
      [12_000, 14_000, 'Words'],
    ]);
    expect(read(tt('<div begin="10s" end="20s"><p begin="2s" end="4s">Words</p></div>'))).toEqual([
      [12_000, 14_000, 'Words'],
    ]);
    const syllables = tt(
      '<p begin="20s" end="24s"><span begin="20s" end="21s">Morn</span><span begin="21s" end="22s">ing</span></p>',
    );
    expect(words(syllables)).toEqual([['Morning', 20_000, 22_000]]);
  });

  it('has lines in spans, and parts of words', () => {
    expect(read(tt('<p begin="1s" end="2s"><span>Line one</span><span>line two</span></p>'))).toEqual([
      [1_000, 2_000, 'Line one line two'],
    ]);
    expect(read(tt('<p begin="1s" end="2s"><span>un</span><span>known</span></p>'))).toEqual([
      [1_000, 2_000, 'unknown'],
    ]);
  });
});
