/** Texts whose turns begin with a name and a time in any usual form, and texts that only look like it. */
import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../../src/transcripts/formats/documents/markdown.js';
import { parsePlainText } from '../../src/transcripts/formats/text/plain-text.js';

type Turn = [name: string, seconds: number, words: string];
const TURNS: Turn[] = [
  ['Ann Lee', 3, 'Good morning everyone and welcome.'],
  ['Ben Cole', 12, 'Thank you very much, pastor.'],
  ['Ann Lee', 21, 'At 10:30 we read of the vine: it is long.'],
  ['Ben Cole', 75, 'It means that we stay.'],
];
const two = (value: number): string => String(value).padStart(2, '0');
const short = (at: number): string => `${Math.floor(at / 60)}:${two(at % 60)}`;
const long = (at: number): string => `00:${two(Math.floor(at / 60))}:${two(at % 60)}`;
const frames = (at: number): string => `${long(at)}:15`.replaceAll(':', ';');
const read = (text: string, parse = parsePlainText): unknown[] =>
  parse(text).segments.map(({ speaker, startMs, text: words }) => [speaker ?? null, startMs, words]);

/** How programs write a turn, with an empty line between two unless another separator is given. */
const FORMS: [
  program: string,
  turn: (name: string, at: number, words: string) => string,
  between?: string,
][] = [
  ['Otter', (name, at, words) => `${name}  ${short(at)}  \n${words}  `],
  ['Teams', (name, at, words) => `${name} ${short(at)}\n${words}`],
  ['Teams, with no-break spaces', (name, at, words) => `${name}\u00a0${short(at)}\n${words}`],
  ['Teams, older', (name, at, words) => `0:${short(at)}.0 --> 0:${short(at + 2)}.10\n${name}\n${words}`],
  ['Rev', (name, at, words) => `${name} (${long(at)}):\n${words}`],
  ['Rev, older', (name, at, words) => `${name}: (${short(at)})\n${words}`],
  ['noScribe', (name, at, words) => `${name} (${long(at)}): ${words}`],
  ['Riverside', (name, at, words) => `${name} (${long(at)}.00)\n${words}`],
  ['Sonix', (name, at, words) => `${name}: [${long(at)}] ${words}`],
  ['Sonix, name on the line of the time', (name, at, words) => `[${long(at)}] ${name}\n${words}`],
  ['Happy Scribe', (name, at, words) => `[${long(at)}.000] - ${name}\n${words}`],
  ['Zencastr', (name, at, words) => `${long(at)}.00\n${name}\n${words}`],
  ['Trint', (name, at, words) => `[${long(at)}] ${name}: ${words}`],
  ['Plaud', (name, at, words) => `${long(at)} ${name}\n${words}`],
  ['Word', (name, at, words) => `${long(at)} ${name}\n\n${words}`],
  ['Premiere', (name, at, words) => `${long(at)}:00 - ${long(at + 2)}:22\n${name}\n${words}`],
  [
    'Premiere, drop frame',
    (name, at, words) => `${frames(at).slice(0, -2)}00 - ${frames(at + 2)}\n${name}\n${words}`,
  ],
  ['Temi', (name, at, words) => `${name}:          ${short(at)}          ${words}`],
  ['Fireflies', (name, at, words) => `${name} - ${short(at)}\n${words}`],
  ['names above times', (name, at, words) => `${name}\n${short(at)}\n${words}`],
  ['Zoom', (name, at, words) => `${long(at)}\t${name}:\t${words}`, '\n'],
  ['pyannote', (name, at, words) => `${name} [${long(at)} - ${long(at + 2)}]: ${words}`, '\n'],
  ['brackets', (name, at, words) => `[${name}] [${short(at)}] ${words}`, '\n'],
  ['brackets, the time first', (name, at, words) => `[${short(at)}] [${name}] ${words}`, '\n'],
  ['Descript', (name, at, words) => `[${long(at)}] **${name}:** ${words}`],
  ['bold names', (name, at, words) => `[${short(at)}] **${name}**: ${words}`],
  ['bold heads', (name, at, words) => `**${name} (${short(at)}):** ${words}`],
  ['headings', (name, at, words) => `### ${name} (${short(at)})\n\n${words}`],
  ['links', (name, at, words) => `**${name}** [${short(at)}](https://youtu.be/x?t=${at}): ${words}`],
  ['entries', (name, at, words) => `- ${long(at)} ${name}: ${words}`, '\n'],
  ['vertical bars', (name, at, words) => `${long(at)} | ${name} | ${words}`],
  ['tabs', (name, at, words) => `${name}\t${long(at)}\t${words}`, '\n'],
  [
    'start, end and name in columns',
    (name, at, words) => `${long(at)}\t${long(at + 2)}\t${name}\t${words}`,
    '\n',
  ],
  ['units', (name, at, words) => `${name} (${Math.floor(at / 60)}m ${at % 60}s)\n${words}`],
  ['signs', (name, at, words) => `${name} @ ${short(at)}\n${words}`],
  ['dashes', (name, at, words) => `${name} — ${short(at)} — ${words}`, '\n'],
  ['no spaces', (name, at, words) => `${name}(${short(at)}):${words}`, '\n'],
];

describe('a text with turns', () => {
  it.each(FORMS)('has speakers and times as written by: %s', (_program, turn, between = '\n\n') => {
    const expected = TURNS.map(([name, at, words]) => [name, at * 1_000, words]);
    const text = TURNS.map((one) => turn(...one)).join(between);
    expect(read(text)).toEqual(expected);
    expect(read(text, parseMarkdown)).toEqual(expected);
  });

  it.each([
    ['YouTube', (at: number, words: string) => `${short(at)} ${words}`],
    ['YouTube, times above the words', (at: number, words: string) => `${short(at)}\n${words}`],
    [
      'Whisper',
      (at: number, words: string) => `[${long(at).slice(3)}.000 --> ${long(at + 2).slice(3)}.500]  ${words}`,
    ],
    ['faster-whisper', (at: number, words: string) => `[${at}.00s -> ${at + 2}.50s] ${words}`],
    ['a link', (at: number, words: string) => `[${short(at)}](https://youtu.be/x?t=${at}) ${words}`],
    ['braces', (at: number, words: string) => `{${long(at)}} ${words}`],
    ['dashes', (at: number, words: string) => `${short(at)} - ${words}`],
  ])('may have no names: %s', (_program, line) => {
    const expected = TURNS.map(([, at, words]) => [null, at * 1_000, words]);
    const text = TURNS.map(([, at, words]) => line(at, words)).join('\n');
    expect(read(text)).toEqual(expected);
    expect(read(text, parseMarkdown)).toEqual(expected);
  });

  it.each([
    ['Sprecher 1', 'Sprecher 2'],
    ['SPEAKER_00', 'SPEAKER_01'],
    ['spk_0', 'spk_1'],
    ['Intervenant 1', 'Intervenante 2'],
    ['Dr. Ruth Adeyemi', 'J. van der Berg'],
    ['Ann Lee (Host)', 'ANN'],
    ['田中', '発言者 2'],
    ['أحمد علي', 'سارة'],
  ])('may name %s and %s', (first, second) => {
    const text = [first, second, first]
      .map((name, i) => `${name} ${short(i * 10)}\nWords that were said.`)
      .join('\n\n');
    expect(read(text).map((turn) => (turn as unknown[])[0])).toEqual([first, second, first]);
  });

  it('may have more words first, which nobody in it says, and drops what programs write there', () => {
    const text =
      'Audio file\ntalk.mp3\n\nTranscript\nA programme\n\nRuth  0:05\nGood evening.\n\nAnn  1:05\nThank you.';
    expect(read(text)).toEqual([
      [null, 0, 'A programme'],
      ['Ruth', 5_000, 'Good evening.'],
      ['Ann', 65_000, 'Thank you.'],
    ]);
  });

  it('may have some times only: a time alone belongs to the words below', () => {
    const turns = 'Ann Lee: Good morning.\nBen Cole: Thank you.\nAnn Lee: Let us read.';
    expect(read(`00:00:04\n \n${turns}\n \n00:05:00\n \n${turns}`).filter((_, i) => i % 3 === 0)).toEqual([
      ['Ann Lee', 4_000, 'Good morning.'],
      ['Ann Lee', 300_000, 'Good morning.'],
    ]);
    expect(read(turns, parseMarkdown)).toEqual(read(turns));
  });

  it('may have a single speaker', () => {
    expect(read('Ruth  0:00\nGood evening.\n\nRuth  1:00\nThank you.')).toEqual([
      ['Ruth', 0, 'Good evening.'],
      ['Ruth', 60_000, 'Thank you.'],
    ]);
  });

  it.each([
    ['verses', 'John  3:16\nFor God so loved the world.\n\nJohn  4:10\nJesus answered and said unto her.'],
    [
      'verses in parentheses',
      'John (3:16): For God so loved.\n\nJohn (8:28): All things.\n\nJohn (10:10): A thief.',
    ],
    ['a Bible', '1:1 In the beginning God created.\n1:2 And the earth was.\n1:3 And God said.'],
    ['a programme', '09:30 Prayer\n10:00 Worship\n12:30 Lunch\n14:00 Teaching'],
    ['times in sentences', 'We met at 10:30 in the hall.\n\nAt 11:00 Ann Lee came.\n\nPaul 2:15 says so.'],
    ['a single time', 'Ruth  0:05\nGood evening, all of you.'],
    ['no words below', 'Ruth  0:05\nAnn  0:10\nGood evening.'],
    ['times out of order', 'Ruth  0:50\nGood evening.\n\nAnn  0:05\nThank you.'],
    ['no time to say it', `Ruth  0:05\n${'word '.repeat(100)}\n\nAnn  0:06\nThank you.`],
    ['what is no name', 'Reading  0:05\nGood evening.\n\nPrayer  1:05\nThank you.'],
  ])('is not recognised with %s', (_what, text) => {
    for (const { speaker, startMs } of parsePlainText(text).segments)
      expect([speaker, startMs]).toEqual([undefined, null]);
  });

  it('does not take words after times for names', () => {
    expect(read('[0:30] Amen\n[1:30] Hallelujah\n[2:30] Amen\n[3:30] Hallelujah')).toEqual([
      [null, 30_000, 'Amen'],
      [null, 90_000, 'Hallelujah'],
      [null, 150_000, 'Amen'],
      [null, 210_000, 'Hallelujah'],
    ]);
  });

  it('is parsed in linear time', () => {
    for (const line of [
      `A${' '.repeat(500_000)}x`,
      'Ann  0:05\n'.repeat(100_000),
      `A${' ('.repeat(300_000)}`,
      '0:05\nAnn\n'.repeat(50_000),
      `[0:05${'\\'.repeat(300_000)}`,
      'Ann: a\n'.repeat(50_000),
    ])
      expect(read(`${line}\nWords.`).length).toBeGreaterThan(0);
  });
});
