/** What hostile texts repeat, and where in the text they put it. */

export type HostileFormat = 'vtt' | 'srt' | 'txt' | 'json' | 'md' | 'yaml' | 'field';

/** Characters and short sequences that some parser treats specially, so that long runs of them may be slow. */
export const RUNS: readonly string[] = [
  ...Array.from('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~ \t\n\r\0a1A'),
  ...Array.from('\u0085\u00a0\u00ad\u00e9\u0301\u200b\u2028\u202e\u3042\u4e00\ufeff\ue021\u{1f600}'),
  // Tags, overrides and character references.
  ...['<v ', '<v a>', '</v>', '<v.', '<a', '<a>', '<a ', '</', '<1', '{\\', '{\\an8}', '{\\a', '{a'],
  ...['&amp;', '&#38;', '&#', '&a', '>> ', '>>', ' >'],
  // Cues and time stamps.
  ...['--', '-->', ' --> ', '1\n', '1:', '01:', '00:00:01.000 --> 00:00:02.000\n', '00:01 --> x\n', 'NOTE\n'],
  ...['[0:01', '[00:01]', '[00:01] ', '[\\', '[\\00:01] to ', '[music ', '[music 0:01'],
  // Words, lines and sentences.
  ...[
    'a ',
    'a\n',
    'a\n\n',
    'a \n',
    'a  ',
    '\n ',
    '\n \n',
    '\r\n',
    ' \t',
    '. ',
    '." ',
    '.. ',
    'a.',
    'A. ',
    '1. ',
    'Mr. ',
  ],
  // Markdown.
  ...['[a]', '[a](', '[a](b', '[a](b(', '[a](b)', '[a][', '[a][b]', '![', '![a](', '](', '[a]: ', '[a]: b\n'],
  ...[
    '**',
    '*a',
    '*a ',
    ' *a',
    '**a',
    '** ',
    '__',
    '_a',
    ' _a',
    '_a ',
    '~~',
    '~~a',
    '~a',
    '`a',
    '``a',
    '`` ',
    ' `',
  ],
  ...[
    '> ',
    '>\n',
    '> a\n',
    '- ',
    '- a\n',
    '|',
    '| ',
    '|a',
    '|\n',
    '#',
    '# ',
    ' #',
    '# a\n',
    '=\n',
    '-\n',
    '***\n',
  ],
  ...['<!--', '<!-- ', '<!-- -->', '<http:', '\\*', '\\\\', '```\n', '**A:**', '**A:** a\n\n', ':**'],
  // Bible references.
  ...[
    'John 3:16, ',
    'John 3:16-',
    'John ',
    'John 3',
    'Ps 1-',
    '1,',
    '1-',
    '1 John ',
    'Gen 1 ',
    'ch ',
    'v 1 and ',
  ],
];

/** Where the run is inserted: a head before it and a tail after it. */
type Frame = readonly [name: string, head: string, tail: string];

const CUE = '00:00:01.000 --> 00:00:02.000\n';
const FRONT = '---\ntitle: a\n---\n';

export const FRAMES: Readonly<Record<Exclude<HostileFormat, 'json'>, readonly Frame[]>> = {
  vtt: [
    ['file', '', ''],
    ['header', 'WEBVTT ', `\n\n${CUE}word\n`],
    ['timing', 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000 ', '\nword\n'],
    ['times', 'WEBVTT\n\n', ` --> 00:00:02.000\nword\n\n${CUE}word\n`],
    ['cue', `WEBVTT\n\n${CUE}`, '\nword\n'],
    ['middle', `WEBVTT\n\n${CUE}word `, ' word\n'],
    ['voice', `WEBVTT\n\n${CUE}<v `, '>word\n'],
  ],
  srt: [
    ['file', '', ''],
    ['timing', '1\n00:00:01,000 --> 00:00:02,000 ', '\nword\n'],
    ['cue', `1\n${CUE}`, '\nword\n'],
    ['middle', `1\n${CUE}word `, ' word\n'],
    ['untimed', `1\n${CUE}word\n\n`, '\nword\n'],
  ],
  txt: [
    ['file', '', ''],
    ['middle', 'word ', ' word'],
    ['stamped', '[00:01] word ', ' word\n\n[00:02] word'],
    ['heading', '# ', '\nword'],
  ],
  md: [
    ['file', '', ''],
    ['middle', 'word ', ' word'],
    ['heading', '# ', '\n\nword\n'],
    ['quoted', '> ', '\n\nword\n'],
    ['label', '**', ':** word\n'],
    ['cell', '| a ', ' |\nword\n'],
    ['front matter', '---\n', '\n---\nword\n'],
    ['title', '---\ntitle: ', '\n---\nword\n'],
    ['below front matter', FRONT, '\nword\n'],
  ],
  yaml: [
    ['file', '', ''],
    ['value', 'title: ', ''],
    ['quoted', 'title: "', '"'],
    ['unclosed', 'title: "', ''],
    ['names', 'speakers: ', ''],
    ['date', 'date: ', ''],
    ['scriptures', 'scriptures: ', ''],
    ['key', '', ': a'],
    ['flow', 'topics: [', ']'],
    ['block', 'description: |\n  ', ''],
  ],
  field: [
    ['alone', '', ''],
    ['middle', 'word ', ' word'],
    ['reference', 'John 3:16 ', ' John 3:16'],
    ['quoted', '"', '"'],
  ],
};
