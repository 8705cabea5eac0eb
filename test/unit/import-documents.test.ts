/** Parsing documents of an import folder: metadata, speakers, times and ignored parts. */
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Readers } from '../../indexer/index.js';
import { parseDocument } from '../../src/import/parse-document.js';
import { walkImportFolder } from '../../src/import/walk.js';

const document = (path: string, text: string): ReturnType<typeof parseDocument> =>
  parseDocument(path, Buffer.from(text));
const texts = (path: string, text: string): string[] =>
  document(path, text).segments.map((segment) => segment.text);

describe('front matter', () => {
  it('provides every field, from strings or lists', () => {
    const strings = document(
      'a/b.md',
      '---\ntitle: "Grace: a study"\ndate: 2024-03-31\nspeakers: Ann Lee, PhD, Ben Cole and Cy Dee\nseries: Hope\ntopics: grace, hope\n' +
        'scriptures: John 3:16; Psalm 23\ndescription: Short.\nextra: {a: 1}\n---\n# Another heading\n\nWords.',
    );
    expect(strings).toEqual({
      title: 'Grace: a study',
      date: '2024-03-31',
      speakers: ['Ann Lee, PhD', 'Ben Cole', 'Cy Dee'],
      series: 'Hope',
      topics: ['grace', 'hope'],
      scriptures: ['John 3:16', 'Psalms 23'],
      description: 'Short.',
      segments: [
        { text: 'Another heading', startMs: null, endMs: null, heading: true, level: 1 },
        { text: 'Words.', startMs: null, endMs: null },
      ],
      isNamedByPath: false,
      warnings: [],
    });
    const lists = document(
      'b.txt',
      '---\ndate: March 3, 2024\nspeaker: [Ann, Ann]\ntopics:\n  - a, b\nscripture: Hezekiah 3\n---\n\nWords.',
    );
    expect(lists).toMatchObject({ date: '2024-03-03', speakers: ['Ann'], topics: ['a, b'], title: 'B' });
    expect(lists.warnings).toEqual(['"Hezekiah 3" is not a chapter or verse of the Bible']);
    expect(document('x.md', '---\n---\nWords.').title).toBe('X');
  });

  it.each([
    ['---\ntitle: [unclosed\n---\nx', /^line \d: Invalid YAML in the front matter/],
    ['---\n- a\n---\nx', /^line 2: The front matter must have fields/],
    ['---\nspeakers:\n  - {name: Ann}\n---\nx', /^line 2: "speakers" must be text or a list of texts/],
    ['---\nseries: [a]\n---\nx', /"series" must be text/],
  ])('reports what is wrong in %j', (text, message) => {
    expect(() => document('a.md', text)).toThrow(message);
  });
});

describe('dates and speakers in front matter', () => {
  const read = (yaml: string): ReturnType<typeof parseDocument> =>
    document('a.md', `---\n${yaml}\n---\nWords.`);

  it.each([
    ['date: 25 de julho de 1741', '1741-07-25'],
    ['date: Nov. 9-10, 2024', '2024-11-09'],
    ['date: 9./10. November 2024', '2024-11-09'],
    ['date: Nov 30 - Dec 1, 2024', '2024-11-30'],
    ['date: 2024-11-09 to 2024-11-10', '2024-11-09'],
    ['date: Sunday, November 10, 2024', '2024-11-10'],
    ['date: "Sonntag, 10. Nov. 2024"', '2024-11-10'],
    ['date: 3. Mrz. 2023', '2023-03-03'],
    ['date: domingo 10 de noviembre de 2024', '2024-11-10'],
    ['date: 3 set. 2024', '2024-09-03'],
    ['date: le 14 juil. 2023', '2023-07-14'],
    ['date: 1er févr. 2023', '2023-02-01'],
    ['date: quarta-feira, 3 de abril de 2024', '2024-04-03'],
    ['date: 1741-07-25', '1741-07-25'],
    ['date: 2024-11-10T10:30:00+01:00', '2024-11-10'],
    ['pub_date: 10 Nov 2024 10:30', '2024-11-10'],
    ['published: 2024-11-10', '2024-11-10'],
    ['published: true\npublishedAt: 2024-11-10', '2024-11-10'],
    ['date: soon\npub_date: 2024-11-10', '2024-11-10'],
  ])('%s', (yaml, date) => {
    expect(read(yaml)).toMatchObject({ date, warnings: [] });
  });

  it.each(['date: soon', 'date: 2024-02-30', 'pub_date: 06-09-2024', 'date: [2024]', 'date: November 2024'])(
    'a talk whose %s cannot be read has no date, and a note',
    (yaml) => {
      const { date, segments, warnings } = read(yaml);
      expect([date, segments.length, warnings]).toEqual([
        null,
        1,
        [expect.stringMatching(/date" is not a date such as/)],
      ]);
    },
  );

  it('may have other names', () => {
    expect(read('preacher: Ann Lee and Ben Cole').speakers).toEqual(['Ann Lee', 'Ben Cole']);
    expect(read('speaker: Ann Lee\nguest: Ben Cole\nauthor: Cy Dee').speakers).toEqual([
      'Ann Lee',
      'Ben Cole',
    ]);
    expect(read('author: Cy Dee').speakers).toEqual(['Cy Dee']);
    expect(
      read('authors:\n  - name: Cy Dee\n    url: https://example.org\n  - Ann Lee\n  - 3').speakers,
    ).toEqual(['Cy Dee', 'Ann Lee']);
    expect(read('author: {url: x}').speakers).toEqual([]);
  });

  it('ranges of scriptures may have characters that look like hyphens', () => {
    const { scriptures, warnings } = read(
      "scriptures: ['John 3:16\u201118', 'Romans 8:28\u221230', 'Luke 1:1\u20154']",
    );
    expect([scriptures, warnings]).toEqual([['John 3:16-18', 'Romans 8:28-30', 'Luke 1:1-4'], []]);
  });
});

describe('a file that looks like having more than was read', () => {
  const notes = (path: string, text: string): string[] => document(path, text).warnings;
  it.each([
    [
      'frames',
      '{0}{25}Grace\n{30}{60}and|peace\n{70}{90}to you',
      /^3 lines look like times.*"\{0\}\{25\}Grace"/,
    ],
    [
      'times at the end',
      'Grace to you. [00:03]\nPeace to you. [00:09]\nAmen to that. [00:12]',
      /look like times.*Grace/,
    ],
    [
      'times with dots',
      '0.05 Grace to you.\n1.10 Peace to you.\n2.20 Amen to that.',
      /look like times.*0\.05/,
    ],
    [
      'times out of order',
      'Ruth 0:50\nGood.\n\nAnn 0:05\nThanks.\n\nRuth 0:01\nAmen.',
      /look like times.*Ruth 0:50/,
    ],
    [
      'one speaker',
      'Ann Lee: Grace.\n\nAnn Lee: Peace.\n\nAnn Lee: Amen.',
      /look like turns.*Ann Lee: Grace/,
    ],
    [
      'capitals',
      'THE VINE\n\nWords.\n\nTHE FRUIT\n\nWords.\n\nTHE END\n\nWords.',
      /look like headings.*THE VINE/,
    ],
  ])('has a note with the first line: %s', (_what, text, note) => {
    expect(notes('a.txt', text)).toEqual([expect.stringMatching(note)]);
    expect(notes('a.md', text)).toEqual([expect.stringMatching(note)]);
  });

  it('has none if it is only words', () => {
    expect(notes('a.txt', 'In 3:16 we read.\n\nNote: this is it.\n\nAnd at 10:30 we met.\n\nAMEN.')).toEqual(
      [],
    );
    expect(notes('a.txt', '[0:05] THE VINE\n\n[0:50] THE FRUIT\n\n[1:50] THE END')).toEqual([]);
  });
});

describe('parseDocument', () => {
  it('takes the title from the first heading, or else from the file name', () => {
    expect(document('x/sermon.md', '# *Living* water\n\nWords.\n\n## Second\n\nMore.')).toMatchObject({
      title: 'Living water',
      segments: [{ text: 'Words.' }, { text: 'Second', heading: true }, { text: 'More.' }],
    });
    expect(
      document('talks/2024/the-good_shepherd.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>Amen'),
    ).toMatchObject({
      title: 'The Good Shepherd',
      speakers: ['Ann'],
    });
    expect(document('T.TXT', '# Title\n\nWords.').title).toBe('Title');
    expect(
      document(
        'x.json',
        '{"title":"T","speakers":["Ann"],"date":"2024-01-02T10:00:00Z","segments":[{"text":"Amen"}]}',
      ),
    ).toMatchObject({
      title: 'T',
      date: '2024-01-02',
      speakers: ['Ann'],
    });
  });

  it('reduces Markdown to its words', () => {
    expect(
      texts(
        'a.md',
        '<!-- not\n\nthis -->Some **bold _and_ slanted** [text](http://x.y/a_(b) "t"), `code_x`, snake_case, 2 * 3 * 4, f\\*\\*k &mdash; <b>tag</b>![pic](p.png) <https://x.y>\n' +
          'wrapped ~~gone~~  \nhere.\n\n> Quoted\n> words\n\n- one\n* two\n3. three\n\n| a | b |\n|---|---|\n| c | d |\n\n***\n\nUnder\n-----\n\n```js\nlet x;\n```\n[ref]: http://x.y',
      ),
    ).toEqual([
      'Some bold and slanted text, code_x, snake_case, 2 * 3 * 4, f**k — tagpic https://x.y wrapped gone here.',
      'Quoted words',
      'one',
      'two',
      '3. three',
      'a | b',
      'c | d',
      '* * *',
      'let x;',
    ]);
  });

  it.each([
    '`',
    '[',
    '> ',
    '*a ',
    '**a  ',
    '**a',
    '\\[',
    '<!--',
    '| ',
    '|\n',
    '# ',
    '- ',
    '1. ',
    '&',
    'a|b\n-|-\n',
  ])('accepts long runs of %j', (mark) => {
    const run = mark.repeat(100_000 / mark.length);
    for (const text of [run, `**a${run}`, `# ${run}`, `**Ann:** \\[00:01\\] ${run}`])
      expect(document('a.md', `# Title\n\nWords.\n\n${text}\nEnd.`).segments[0]?.text).toBe('Words.');
  });

  it('reads the scriptures in a title: whole names with verses, and others as suggestions', () => {
    const read = (title: string, more = '') => {
      const bytes = Buffer.from(`---\ntitle: "${title}"\n${more}---\nWords.`);
      const { scriptures, suggestedScriptures = [] } = parseDocument('a.md', bytes);
      return [scriptures, suggestedScriptures];
    };
    expect(read('The Good Shepherd (John 10:11-18)')).toEqual([['John 10:11-18'], []]);
    expect(read('Romans 8:28 and Psalm 23:1')).toEqual([['Romans 8:28', 'Psalms 23:1'], []]);
    expect(read('The Good Shepherd – John 10')).toEqual([[], ['John 10']]);
    expect(read('The Good Shepherd (John 10:11)', 'scripture: Psalm 23\n')).toEqual([['Psalms 23'], []]);
    expect(read('Acts at 10:30, and 3 reasons for joy')).toEqual([[], []]);
  });

  it('reads scriptures as the Bibles of the account number them', () => {
    const bytes = Buffer.from('---\nscriptures: ["Mal 3,23", "Psalm 51,12", "Weish 3,1"]\n---\nWords.');
    const read = (readers?: Readers) => parseDocument('a.md', bytes, readers).scriptures;
    expect(read({ language: 'de', versification: 'german' })).toEqual([
      'Malachi 4:5',
      'Psalms 51:10',
      'Wisdom 3:1',
    ]);
    expect(read()).toEqual(['Malachi 4:5', 'Psalms 51:12', 'Wisdom 3:1']);
  });

  it('uses the passage at the start of a sermon as its scripture', () => {
    const scriptures = (body: string): string[] =>
      document('s.md', `# T\n\n${body}\n\nTHE sermon speaks of Mark 5:1. It goes on.`).scriptures;
    expect(scriptures('> For as the sufferings abound.    \n> 2 Corinthians 1:5.    ')).toEqual([
      '2 Corinthians 1:5',
    ]);
    expect(scriptures('"My cup runs over."- Psalm 23:5, 6.')).toEqual(['Psalms 23:5-6']);
    expect(scriptures("'Jesus wept.''John 11:35.")).toEqual(['John 11:35']);
    expect(scriptures('By request.\n\nJesus wept."&mdash;John 11:35; 12:1')).toEqual([
      'John 11:35',
      'John 12:1',
    ]);
    expect(scriptures('Nothing here.')).toEqual([]);
  });

  it('parses turns: names become speakers, timestamps times, and breaks breaks', () => {
    const { segments, speakers } = document(
      'a.md',
      '**Ann Lee:** \\[00:10\\] Hello.\n\n**Ben Cole, PhD**: Hi \\[unintelligible 00:00:12.10\\] there.\n\n\\[00:30\\]\n\nStill Ben.\n\n' +
        '**Break:** \\[01:00\\] to \\[\\\\00:02:00.00\\]\n\nWho says this?\n\n**Ann Lee** Me.\n\n**Outro**: \\[02:30\\]\n\n**Cy:** Bye.',
    );
    expect(
      segments.map(({ text, startMs, endMs, speaker }) => [text, startMs, endMs, speaker ?? null]),
    ).toEqual([
      ['Hello.', 10_000, 13_750, 'Ann Lee'],
      ['Hi [unintelligible] there.', 13_750, 30_000, 'Ben Cole, PhD'],
      ['Still Ben.', 30_000, 60_000, 'Ben Cole, PhD'],
      ['* * *', 60_000, 120_000, null],
      ['Who says this?', 120_000, expect.any(Number), null],
      ['Me.', expect.any(Number), 150_000, 'Ann Lee'],
      ['* * *', 150_000, 150_000, null],
      ['Bye.', 150_000, expect.any(Number), 'Cy'],
    ]);
    expect(speakers).toEqual(['Ann Lee', 'Ben Cole, PhD', 'Cy']);
    expect(
      document('s.md', '# T\n\n**Note:** mind this.\n\n**Application:** do it.\n\nAnd more.').speakers,
    ).toEqual([]);
  });

  it('explains why a file cannot be read', () => {
    expect(() => document('a.md', ' \n')).toThrow('The file is empty');
    expect(() => document('a.md', '# Only a title')).toThrow('no text below the title');
    expect(() => document('package.json', '{"name":"x"}')).toThrow('no segments');
    expect(() => document('a.doc', 'x')).toThrow('A .doc file cannot be imported');
    expect(() =>
      parseDocument(
        'a.txt',
        Uint8Array.from({ length: 4000 }, (_, i) => (i * 7919) % 256),
      ),
    ).toThrow('not text');
  });
});

describe('walkImportFolder', () => {
  let root = '';
  afterEach(() => rm(root, { recursive: true, force: true }));

  it('lists documents in order, without READMEs, licences and hidden files, and survives loops', async () => {
    root = await mkdtemp(join(tmpdir(), 'lectern-walk-'));
    await mkdir(join(root, 'b/.git'), { recursive: true });
    for (const path of [
      'b/z.md',
      'b/A.VTT',
      'a.srt',
      'c.json',
      'd.txt',
      'README.md',
      'b/readme.txt',
      'LICENSE-CC0.txt',
      '.x.md',
      'b/.git/y.md',
      'e.pdf',
    ]) {
      await writeFile(join(root, path), 'x');
    }
    await symlink('..', join(root, 'b/loop'));
    await symlink('self.md', join(root, 'self.md'));
    await symlink('nowhere', join(root, 'gone.md'));
    await symlink('a.srt', join(root, 'link.srt'));
    await chmod(join(root, 'd.txt'), 0);
    const { files, problems, leftOut } = await walkImportFolder(root, { followLinks: true });
    // Root can read everything.
    const unreadable = process.getuid?.() === 0 ? [] : ['d.txt'];
    expect(files).toEqual(
      ['a.srt', 'b/A.VTT', 'b/z.md', 'c.json', 'd.txt', 'link.srt'].filter(
        (path) => !unreadable.includes(path),
      ),
    );
    expect(leftOut).toEqual([
      { kind: 'README or licence file', paths: ['LICENSE-CC0.txt', 'README.md', 'b/readme.txt'] },
      { kind: '.pdf file', paths: ['e.pdf'] },
      { kind: 'hidden file', paths: ['.x.md'] },
      { kind: 'hidden folder', paths: ['b/.git'] },
      { kind: 'link to a folder that is already imported', paths: ['b/loop'] },
    ]);
    expect(problems.map(({ path }) => path).sort()).toEqual([...unreadable, 'gone.md', 'self.md']);
    await expect(walkImportFolder(join(root, 'missing'), { followLinks: true })).rejects.toThrow(
      'missing does not exist',
    );
  });

  it('follows links out of the folder only on request, and reports skipped ones', async () => {
    root = await mkdtemp(join(tmpdir(), 'lectern-walk-'));
    await mkdir(join(root, 'talks'));
    await mkdir(join(root, 'private/deep'), { recursive: true });
    for (const path of ['talks/a.md', 'private/b.md', 'private/deep/c.md', 'private/photo.jpg'])
      await writeFile(join(root, path), 'x');
    await symlink('../private/b.md', join(root, 'talks/b.md'));
    await symlink('../private', join(root, 'talks/more'));
    await symlink('../../talks', join(root, 'private/deep/back'));
    await symlink('../private/photo.jpg', join(root, 'talks/photo.jpg'));
    const talks = join(root, 'talks');
    expect(await walkImportFolder(talks, { followLinks: false })).toEqual({
      files: ['a.md'],
      media: [],
      problems: ['b.md', 'more'].map((path) => ({
        path,
        message: 'a symbolic link (use --follow-links to follow links)',
      })),
      leftOut: [{ kind: '.jpg file', paths: ['photo.jpg'] }],
    });
    expect(await walkImportFolder(talks, { followLinks: true })).toEqual({
      files: ['a.md', 'b.md', 'more/b.md', 'more/deep/c.md'],
      media: [],
      problems: [],
      leftOut: [
        { kind: '.jpg file', paths: ['more/photo.jpg', 'photo.jpg'] },
        { kind: 'link to a folder that is already imported', paths: ['more/deep/back'] },
      ],
    });
    await symlink('talks', join(root, 'here'));
    expect((await walkImportFolder(join(root, 'here'), { followLinks: false })).files).toEqual(['a.md']);
  });
});
