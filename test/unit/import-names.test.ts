/** Metadata in file names, headings and lines, as people and programs write them. */
import { describe, expect, it } from 'vitest';
import { findDate, parseDate } from '../../src/import/names/dates.js';
import { readPath } from '../../src/import/names/file-name.js';
import { isGenericTitle } from '../../src/import/names/program-names.js';
import { parseDocument } from '../../src/import/parse-document.js';

const document = (path: string, text: string): ReturnType<typeof parseDocument> =>
  parseDocument(path, Buffer.from(text));
const timed = (path: string, text: string) =>
  document(path, text).segments.map(({ text: words, startMs, endMs }) => [words, startMs, endMs]);

describe('a file name', () => {
  it.each([
    ['2024-06-09 The Lost Coin.md', 'The Lost Coin', '2024-06-09'],
    ['2024-06-09 - The Lost Coin.md', 'The Lost Coin', '2024-06-09'],
    ['2024-06-09-the-lost-coin.md', 'The Lost Coin', '2024-06-09'],
    ['the-lost-coin.en.vtt', 'The Lost Coin', null],
    ['Der Groschen.de-CH.srt', 'Der Groschen', null],
    ['how.to.txt', 'How To', null],
    ['talk.qq.vtt', 'Talk Qq', null],
    ['why-ai.txt', 'Why AI', null],
    ['j-ai-vu-la-lumiere.txt', 'J Ai Vu La Lumiere', null],
    ['vi-elsker-dig.txt', 'Vi Elsker Dig', null],
    ['lettera-ai-romani.txt', 'Lettera Ai Romani', null],
    ['20240609.txt', '2024-06-09', '2024-06-09'],
    ['20240609_Der_verlorene_Groschen.txt', 'Der verlorene Groschen', '2024-06-09'],
    ['9 June 2024 - Lost Coin.vtt', 'Lost Coin', '2024-06-09'],
    ['Lost Coin (June 9th, 2024).md', 'Lost Coin', '2024-06-09'],
    [
      '2. Ma\u0308rz 2024 Röm 8 - Nichts kann uns trennen.txt',
      'Röm 8 - Nichts kann uns trennen',
      '2024-03-02',
    ],
    ['09.06.2024 Predigt.txt', 'Predigt', '2024-06-09'],
    ['25-12-2024 Talk.txt', 'Talk', '2024-12-25'],
    ['06-09-2024 Talk.txt', '06-09-2024 Talk', null],
    ['2024-06-09 Lost Coin/transcript.txt', 'Lost Coin', '2024-06-09'],
    ['2024-06-09 Lost Coin/part 1.txt', 'Part 1', '2024-06-09'],
    ['The Lost Coin/audio.mp3', 'The Lost Coin', null],
    ['The Lost Coin/captions.sbv', 'The Lost Coin', null],
    ['Sermons/captions.sbv', 'Captions', null],
    ['Sermons/2024/captions.sbv', 'Captions', null],
    ['Grace Church/captions.sbv', 'Captions', null],
    ['The Lost Coin/English/transcript.txt', 'Transcript', null],
    ['Predigten 2024/audio.mp3', 'Audio', null],
    ['GMT20250504-093012_Recording.mp4', '2025-05-04', '2025-05-04'],
    ['GMT20250504-093012_Recording_1920x1080.mp4', '2025-05-04', '2025-05-04'],
    ['2025-05-04 10-30-12.mkv', '2025-05-04', '2025-05-04'],
    ['Replay 2025-05-04 10-30-12.mkv', '2025-05-04', '2025-05-04'],
    ['WhatsApp Audio 2025-05-04 at 10.30.12.mp3', '2025-05-04', '2025-05-04'],
    ['AUD-20250504-WA0001.opus', '2025-05-04', '2025-05-04'],
    ['Screen Recording 2025-05-11 at 9.15.30 AM.mov', '2025-05-11', '2025-05-11'],
    ['Bildschirmaufnahme 2025-05-04 um 10.30.12.mov', '2025-05-04', '2025-05-04'],
    ['Grabación de pantalla 2025-05-04 a las 10.30.12.mov', '2025-05-04', '2025-05-04'],
    ['PXL_20250504_103012345.mp4', '2025-05-04', '2025-05-04'],
    ['The Lost Coin [dQw4w9WgXcQ].mp4', 'The Lost Coin', null],
    ['A voice in the wilderness.mp3', 'A voice in the wilderness', null],
    ['2024-06-09 Note to self.mp3', 'Note to self', '2024-06-09'],
    ['2024-13-45 Talk.txt', '2024-13-45 Talk', null],
    ['1234567 Psalm 23.txt', '1234567 Psalm 23', null],
    ['May 2024 update.md', 'May 2024 update', null],
    ['talks/2024/the-good_shepherd.vtt', 'The Good Shepherd', null],
    ['Audio Transcription.md', 'Audio Transcription', null],
  ])('%s', (path, title, date) => {
    expect(readPath(path)).toMatchObject({ title, date });
  });

  it.each([
    ['Parables/01 Lost Coin.md', 'Parables'],
    ['Parables/2024/01.md', 'Parables'],
    ['Parables/2024-06-09 Lost Coin/a.md', 'Parables'],
    ['2024/a.md', null],
    ['a.md', null],
    ['old_testament/joshua-and-caleb/a.md', 'Joshua And Caleb'],
  ])('%s belongs to the series %s', (path, series) => {
    expect(readPath(path).series).toBe(series);
  });

  it('with an ambiguous date is reported', () => {
    expect(document('06-09-2024 Talk.txt', 'Words.').ambiguousDate).toBe('06-09-2024');
  });
});

describe('dates', () => {
  it.each([
    ['2024-03-31T10:00:00Z', '2024-03-31'],
    ['2024-06-09 10:00', '2024-06-09'],
    ['March 3, 2024', '2024-03-03'],
    ['3 March 2024', '2024-03-03'],
    ['9. Juni 2024', '2024-06-09'],
    ['1er août 2024', '2024-08-01'],
    ['9 de junio de 2024', '2024-06-09'],
    ['9.6.2024', '2024-06-09'],
    ['06/06/2024', '2024-06-06'],
    ['06/09/2024', null],
    ['2024-02-30', null],
    ['in 2024-03-31', null],
    ['2024', null],
  ])('%s is %s', (text, date) => {
    expect(parseDate(text)).toBe(date);
  });

  it('are found or rejected quickly in long names', () => {
    for (const text of [
      'a'.repeat(9_999),
      '1'.repeat(9_999),
      '1 '.repeat(9_999),
      'may '.repeat(9_999),
      '9-'.repeat(9_999),
    ])
      expect(findDate(text)).toBeNull();
  });
});

describe('titles', () => {
  it('exclude the names that programs generate', () => {
    for (const title of [
      'Audio Transcription',
      'TRANSCRIPT',
      'Untitled document 2',
      'Meeting Recording',
      'Audio-Transkription',
    ])
      expect([title, isGenericTitle(title)]).toEqual([title, true]);
    for (const title of ['The Recording', 'Sermon 13', 'A final word', 'Text and context', ''])
      expect([title, isGenericTitle(title)]).toEqual([title, false]);
  });

  it('come from the surrounding text then', () => {
    const text = '# Audio Transcription\n\n- **Language**: en\n\n## Transcript\n\nWords.';
    expect(document('2024-06-09 The Lost Coin.md', text)).toMatchObject({
      title: 'The Lost Coin',
      date: '2024-06-09',
      speakers: [],
    });
    expect(document('a.md', '# Transcript\n\n## The Lost Coin\n\nWords.').title).toBe('The Lost Coin');
    expect(document('a.md', '# Transcript\n\nWords.\n\n## Introduction\n\nMore.').title).toBe('A');
    expect(document('a.json', '{"title": "Audio Transcription", "segments": [{"text": "Amen"}]}').title).toBe(
      'A',
    );
  });
});

describe('times', () => {
  it('are read as programs write them', () => {
    expect(timed('a.txt', '[15:51 - 15:54] So this is it.\n[15:54 - 16:10] And on.')).toEqual([
      ['So this is it.', 951_000, 954_000],
      ['And on.', 954_000, 970_000],
    ]);
    expect(timed('a.md', '[15:51 - 15:54] So this is it.\n[15:54 - 16:10] And on.')).toEqual([
      ['So this is it.', 951_000, 954_000],
      ['And on.', 954_000, 970_000],
    ]);
    expect(timed('a.txt', '00:00:10 Speaker 1: Good morning.\n00:00:14 Speaker 2: Good morning.')).toEqual([
      ['Good morning.', 10_000, 14_000],
      ['Good morning.', 14_000, expect.any(Number)],
    ]);
    expect(timed('a.txt', '(12:30) And now\nthe end.')).toEqual([
      ['And now the end.', 750_000, expect.any(Number)],
    ]);
    expect(timed('a.txt', '0:05\nWelcome.\n0:10\nLet us pray.')).toEqual([
      ['Welcome.', 5_000, 10_000],
      ['Let us pray.', 10_000, expect.any(Number)],
    ]);
    expect(timed('a.txt', '[00:00.000 --> 00:05.500]  Welcome.')).toEqual([['Welcome.', 0, 5_500]]);
  });

  it('are not confused with verses or the time of day', () => {
    const none = (text: string): void => expect(timed('a.txt', text)[0]?.[1]).toBeNull();
    none('(3:16) For God so loved the world.');
    none(`(3:16) ${'For God. '.repeat(20)}\n\n(3:17) ${'He sent him. '.repeat(20)}`);
    none('(12:30) Love the Lord.\n\n(5:17) The law.');
    none('10:30 we begin with coffee.');
    none('John 3:16 says more.');
  });

  it('precede real names, and numbered speakers of programs are ignored', () => {
    expect(
      document('a.md', '- **Language**: en\n- **Model**: large\n\n**Ann:** Hi.\n\n**Ben:** Hi.').speakers,
    ).toEqual(['Ann', 'Ben']);
    expect(
      document('a.md', '- **Ann:** Hi.\n- **Ben:** Hi.\n- **Ann:** Well.\n- **Ben:** Yes.').speakers,
    ).toEqual(['Ann', 'Ben']);
    expect(document('a.md', '* **Sprache**: de\n\nGuten Morgen.').speakers).toEqual([]);
    expect(document('a.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Speaker 1>Amen').speakers).toEqual([]);
    expect(document('a.md', '**Speaker 1:** Hi.\n\n**Speaker 2:** Hello.')).toMatchObject({
      speakers: [],
      segments: [
        { text: 'Hi.', speaker: 'Speaker 1' },
        { text: 'Hello.', speaker: 'Speaker 2' },
      ],
    });
  });

  it('precede names in plain text', () => {
    const turns = (text: string): [string, string | null | undefined][] =>
      document('a.txt', text).segments.map((segment) => [segment.text, segment.speaker]);
    expect(
      turns(
        'Audio Transcription\n\n00:00:10 Speaker 1: Hi.\n\n[00:14] And on.\n\n00:00:20 SPEAKER_02: Well.',
      ),
    ).toEqual([
      ['Hi.', 'Speaker 1'],
      ['And on.', 'Speaker 1'],
      ['Well.', 'SPEAKER_02'],
    ]);
    expect(turns('Sprecher 1: Guten\nMorgen.\nSprecher 2: Ja.')).toEqual([
      ['Guten Morgen.', 'Sprecher 1'],
      ['Ja.', 'Sprecher 2'],
    ]);
    const talk = 'Ruth Ädel: Hi.\n\nBen: Hello.\n\nRuth Ädel: Well.\n\nBen: Yes.';
    expect(turns(talk)[0]).toEqual(['Hi.', 'Ruth Ädel']);
    expect(document('a.txt', talk).speakers).toEqual(['Ruth Ädel', 'Ben']);
    const hosted = talk.replaceAll('Ben:', 'Host:');
    expect(turns(hosted)[1]).toEqual(['Hello.', 'Host']);
    expect(document('a.txt', hosted).speakers).toEqual(['Ruth Ädel']);
    const none = (text: string): void =>
      expect(
        turns(text)
          .map(([, name]) => name)
          .join(''),
      ).toBe('');
    none('Remember: God is good.\n\nRemember: He is near.\n\nAmen.');
    none('Note: this.\n\nNote: that.\n\nPoint: one.\n\nPoint: two.');
    none('The speaker 1 of today: a friend.');
  });
});

describe('scripture fields', () => {
  it('are parsed, or rejected in plain English', () => {
    const { scriptures, warnings } = document(
      'a.md',
      '---\nscriptures: ["Jn 3,16", "1 Kor 13", "Matt 5, 6", "Hezekiah 3", "John 3:99"]\n---\nWords.',
    );
    expect(scriptures).toEqual(['John 3:16', '1 Corinthians 13']);
    expect(warnings).toEqual([
      expect.stringMatching(/^"Matt 5, 6" is not imported as a scripture/),
      '"Hezekiah 3" is not a chapter or verse of the Bible',
      expect.stringMatching(/^"John 3:99" is not/),
    ]);
    expect(document('a.md', '---\nscripture: John 11:35; 12:1; Ps 23\n---\nWords.')).toMatchObject({
      scriptures: ['John 11:35', 'John 12:1', 'Psalms 23'],
      warnings: [],
    });
  });
});
