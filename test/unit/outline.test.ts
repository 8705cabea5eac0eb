/** Chapters and descriptions: where topics change, in the talk's own words, for any transcript. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  findChapters,
  findDescriptions,
  findServiceParts,
  outlineOf,
  type Outline,
  type Segment,
} from '../../indexer/index.js';
import { decodeText } from '../../src/transcripts/formats/parsing/decode-text.js';
import { parseVtt } from '../../src/transcripts/formats/captions/vtt.js';

const CONTENT = resolve(import.meta.dirname, '../../scripts/seed/content');
const TALKS = [
  'sermons/a-shepherd-reads-psalm-23.vtt',
  'talks/learning-to-speak-to-a-room.vtt',
  'sermons/at-the-back-with-thomas.vtt',
  'talks/my-mother-who-forgets.vtt',
  'talks/teaching-small-children-to-pray.vtt',
].map((path) => parseVtt(decodeText(readFileSync(join(CONTENT, path)))).segments);

const outline = (segments: readonly Segment[]): Outline => outlineOf({ segments, embeddings: [] });
const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}’']+/gu) ?? [];

/** Concatenates talks into one recording. */
function glued(talks: readonly (readonly Segment[])[]): Segment[] {
  const segments: Segment[] = [];
  for (const talk of talks) {
    const offset = segments.at(-1)?.endMs ?? 0;
    for (const { text, startMs, endMs } of talk)
      segments.push({ text, startMs: startMs! + offset, endMs: endMs! + offset });
  }
  return segments;
}

/** One sentence per segment, 10 s each. */
const spoken = (sentences: readonly string[]): Segment[] =>
  sentences.map((text, at) => ({ text, startMs: at * 10_000, endMs: at * 10_000 + 9_500 }));

describe('chapters', () => {
  const segments = glued(TALKS);
  const whole = outline(segments);
  const chapters = findChapters(whole);

  it('are 4 to 12, start with a sentence and have titles of 3 to 8 of their own words', () => {
    expect(chapters.length).toBeGreaterThanOrEqual(4);
    expect(chapters.length).toBeLessThanOrEqual(12);
    expect(chapters[0]!.sentence).toBe(0);
    expect(new Set(chapters.map(({ title }) => title)).size).toBe(chapters.length);
    chapters.forEach(({ title, sentence, startMs }, at) => {
      expect(startMs).toBe(whole.sentences[sentence]!.startMs);
      const own = whole.sentences.slice(sentence, chapters[at + 1]?.sentence).map(({ text }) => text);
      const said = new Set(words(own.join(' ')));
      const parts = words(title);
      expect(parts.length, title).toBeGreaterThanOrEqual(3);
      expect(parts.length, title).toBeLessThanOrEqual(8);
      for (const word of parts) expect([...said, 'and'], title).toContain(word);
      expect(title).toMatch(/^\P{L}*\p{Lu}/u);
    });
  });

  it('are deterministic, and reject embeddings of another transcript', () => {
    expect(findChapters(outline(segments))).toEqual(chapters);
    const strange = outlineOf({ segments, embeddings: [new Float32Array([1, 0])] });
    expect(findChapters(strange)).toEqual(chapters);
  });

  it('keep headings unchanged', () => {
    const headed = TALKS.flatMap((talk, at): Segment[] => [
      { text: `Part ${at + 1}: what was said`, startMs: null, endMs: null, heading: true },
      ...talk.map(({ text }) => ({ text, startMs: null, endMs: null })),
    ]);
    const found = findChapters(outline(headed));
    const titles = found.map(({ title }) => title);
    for (const at of TALKS.keys()) expect(titles).toContain(`Part ${at + 1}: what was said`);
    expect(found.every(({ startMs }) => startMs === null)).toBe(true);
  });

  const about = (things: readonly string[]): string[] =>
    Array.from({ length: 40 }, (_, at) => {
      const [one, other, third] = [0, 1, 2].map((more) => things[(at * 3 + more * 2) % things.length]!);
      return `On that day the ${one} was beside the ${other}, and many saw the ${third} too.`;
    });
  const parts = [
    about(['boat', 'net', 'lake', 'fish', 'storm', 'sail', 'shore']),
    about(['wheat', 'barn', 'sickle', 'field', 'harvest', 'plough', 'seed']),
    about(['king', 'throne', 'crown', 'sword', 'palace', 'army', 'court']),
    about(['letter', 'prison', 'chain', 'guard', 'journey', 'church', 'city']),
  ];

  it('start where the topic changes', () => {
    const found = findChapters(outline(spoken(parts.flat())));
    expect(found.map(({ sentence }) => sentence)).toEqual([0, 40, 80, 120]);
  });

  it('start with the cue, even if it does not name the topic', () => {
    const cue = 'Secondly, let us consider what is said of him and of us.';
    const cued = parts.flatMap((part, at) => (at === 0 ? part : [cue, ...part.slice(1)]));
    const found = findChapters(outline(spoken(cued)));
    expect(found.map(({ sentence }) => sentence)).toEqual([0, 40, 80, 120]);
  });

  it.each([
    ['nothing', []],
    ['one word', ['Hello']],
    ['a few sentences', ['We were there.', 'It was good.', 'Then we went home again.']],
  ])('are empty for %s', (_name, said) => {
    expect(findChapters(outline(spoken(said)))).toEqual([]);
    expect(findDescriptions(outline(spoken(said)))).toEqual({ description: null, shortDescription: null });
  });

  it('work in other languages and for text without sentences', () => {
    const german = 'Der Hirte kennt seine Schafe, und die Schafe kennen seine Stimme.';
    const chinese = '上帝愛世人，甚至將他的獨生子賜給他們。';
    for (const text of [german, chinese, 'no marks at all in what we said on that day ', 'a'.repeat(200)]) {
      const found = findChapters(outline(spoken(Array.from({ length: 400 }, (_, at) => text + String(at)))));
      expect(found.length).toBeLessThanOrEqual(12);
      for (const { title } of found) expect(title.length).toBeLessThanOrEqual(80);
    }
  });

  it('handle ten hours quickly', () => {
    const hours = glued(Array.from({ length: 20 }, () => TALKS).flat());
    expect(hours.at(-1)!.endMs).toBeGreaterThan(10 * 3_600_000);
    const found = findChapters(outline(hours));
    expect(found.length).toBeGreaterThanOrEqual(4);
    expect(found.length).toBeLessThanOrEqual(12);
  });
});

describe('descriptions', () => {
  it.each(TALKS.map((talk, at) => [at, talk] as const))('are whole sentences of the talk %#', (_at, talk) => {
    const whole = outline(talk);
    const { description, shortDescription } = findDescriptions(whole);
    const own = whole.sentences.map(({ text }) => text);
    for (const [found, limit] of [
      [description, 600],
      [shortDescription, 160],
    ] as const) {
      if (!found) continue;
      expect(found.text.length).toBeLessThanOrEqual(limit);
      const used = own.filter((sentence) => found.text.includes(sentence));
      expect(used.join(' ')).toBe(found.text);
      expect(used[0]).not.toMatch(/^(?:And|But|So|He|She|It|They|This|That)\b/);
      expect(found.startMs).toBe(whole.sentences.find(({ text }) => text === used[0])!.startMs);
      expect(found.score).toBeGreaterThanOrEqual(0);
      expect(found.score).toBeLessThanOrEqual(1);
    }
    for (const sentence of own)
      expect(description?.text.includes(sentence) && shortDescription?.text.includes(sentence)).not.toBe(
        true,
      );
  });

  it('are empty if no sentence ends', () => {
    const text = 'so we went on and on and on without ever making a stop in what we had to say ';
    expect(findDescriptions(outline(spoken(Array<string>(200).fill(text)))).description).toBeNull();
  });
});

describe('whole services', () => {
  const welcome = [
    'Good morning and welcome to all of you, it is good to be together again.',
    'If you are new here, you are very welcome to stay and talk to us.',
    'Welcome also to those who are joining us online from the hospital.',
  ];
  const chorus = ['♪ Amazing grace, how sweet the sound.', '♪ That saved a wretch like me.'];
  const song = [...chorus, '♪ I once was lost, but now am found.', '♪ Was blind, but now I see.', ...chorus];
  const notices = [
    'A few announcements before we go on with the service.',
    'The youth group meets on Wednesday at 7 pm in the church office.',
    'Please sign up in the foyer for the picnic next Saturday.',
    'We are still looking for volunteers for the coffee rota.',
  ];
  const sermon = TALKS[0]!.map(({ text }) => text);
  const service = outline(spoken([...welcome, ...song, ...notices, ...sermon, ...song]));
  const parts = findServiceParts(service);

  it('are split into welcome, songs, notices and sermon', () => {
    expect(parts.map(({ kind }) => kind)).toEqual(['welcome', 'songs', 'notices', 'sermon', 'songs']);
    const starts = parts.map(({ from }) => service.sentences[from]!.text.slice(0, 20));
    const said = [welcome, song, notices, sermon, song].map(([first]) =>
      first!.replace('♪ ', '').slice(0, 20),
    );
    expect(starts).toEqual(said);
  });

  it('get a chapter for each part and those of the sermon, and its descriptions', () => {
    const chapters = findChapters(service, parts);
    expect(chapters.length).toBeGreaterThanOrEqual(6);
    expect(chapters.length).toBeLessThanOrEqual(12);
    expect(chapters[0]!.title).toMatch(/^Welcome: /);
    for (const { from } of parts) expect(chapters.map(({ sentence }) => sentence)).toContain(from);
    const { from, to } = parts.find(({ kind }) => kind === 'sermon')!;
    const { description, shortDescription } = findDescriptions(service, from, to);
    for (const one of [description!, shortDescription!])
      expect(sermon.join(' ')).toContain(one.text.split(/(?<=[.!?]) /)[0]);
  });

  const stanzas = [
    ['amazing grace how sweet the sound', 'that saved a wretch like me'],
    ['i once was lost but now am found', 'was blind but now i see'],
    ['twas grace that taught my heart to fear', 'and grace my fears relieved'],
    ['how precious did that grace appear', 'the hour i first believed'],
  ];
  const lines = stanzas.flat();
  const refrain = ['my chains are gone', 'i have been set free', 'my god my saviour has ransomed me'];
  const noted = (mark: (line: string, at: number) => string): string[] => lines.map(mark);
  const songs: [name: string, lines: string[]][] = [
    ['lines that come again', [...lines, ...lines]],
    [
      'a refrain between verses',
      [...lines.slice(0, 4), ...refrain, ...lines.slice(4), ...refrain, ...refrain],
    ],
    ['stanzas of one cue that come again', [...stanzas, ...stanzas].map((stanza) => stanza.join(' '))],
    ['a note at the beginning of lines', noted((line) => `♪ ${line}`)],
    ['a note at the end of lines', noted((line) => `${line} ♪`)],
    [
      'a note before and one after a stanza',
      noted((line, at) => (at % 4 === 0 ? `♪ ${line}` : at % 4 === 3 ? `${line} ♪` : line)),
    ],
    ['a note around lines', noted((line) => `♪ ${line} ♪`)],
    ['another note', noted((line) => `🎵 ${line}`)],
  ];

  it.each(songs)('contain songs: %s', (_, song) => {
    for (const [before, after] of [
      [welcome, notices],
      // Without punctuation.
      [welcome, notices].map((part) => part.map((line) => line.replace(/[.,]/g, '').toLowerCase())),
    ] as const) {
      const found = outline(spoken([...before, ...song, ...after, ...sermon]));
      const kinds = findServiceParts(found);
      expect(kinds.map(({ kind }) => kind)).toEqual(['welcome', 'songs', 'notices', 'sermon']);
      const { from, to } = kinds[1]!;
      const sung = found.sentences.slice(from, to).map(({ text }) => text);
      expect(sung.join(' ')).toBe(
        song
          .join(' ')
          .replace(/(?:\s*[♪🎵]\s*)+/gu, ' ')
          .trim(),
      );
      for (const { title } of findChapters(found, kinds)) expect(title).not.toMatch(/[♪🎵]/u);
      expect(findChapters(found, kinds).some(({ title }) => title.startsWith('Song: '))).toBe(true);
    }
  });

  it('contain no songs if a verse is read twice, or if nothing is punctuated', () => {
    const verse = [
      'for god so loved the world',
      'that he gave his only son',
      'that whoever believes shall not perish',
    ];
    const plain = sermon.map((line) => line.replace(/[.,]/g, '').toLowerCase());
    const service = outline(
      spoken([...welcome, ...notices, ...plain.slice(0, 20), ...verse, ...plain.slice(20), ...verse]),
    );
    expect(service.sentences.filter(({ sung }) => sung)).toEqual([]);
    expect(findServiceParts(service).map(({ kind }) => kind)).not.toContain('songs');
  });

  it('are left whole without a sermon', () => {
    expect(findServiceParts(outline(spoken([...welcome, ...song, ...notices])))).toEqual([]);
    expect(findServiceParts(outline([]))).toEqual([]);
  });
});
