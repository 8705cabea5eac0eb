/** Every reader handles long runs of its format's own syntax, or rejects them; quadratic code would take minutes. */
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { TranscriptFormatError } from '../../src/transcripts/formats/parsing/format-error.js';
import { transcriptReaders } from '../../src/transcripts/formats/readers.js';
import { readSource, textSource } from '../../src/transcripts/formats/source.js';

const SIZE = 300_000;
const inWord = (xml: string): Uint8Array => zipSync({ 'word/document.xml': Buffer.from(xml) });
/** Where runs start, by reader. JSON behaves like text. */
const HEADS: Record<string, string> = {
  sbv: '0:00:01.000,0:00:04.000\n',
  ttml: '<tt><body><p begin="1s" end="2s">',
  srv3: '<timedtext><body><p t="1" d="1">',
  docx: '<w:document><w:body><w:p><w:r><w:t>',
  ass: '[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,D,,0,0,0,,',
  lrc: '[00:01.00]',
  tsv: 'start\tend\ttext\n1\t2\t',
};
const RUNS = [
  ...[' ', '\n', '\t', '\u00a0', 'a', '1', '[', '{', '<', '>', '&', '->', ':', 'A: ', 'A:\u00a0', '\u2060'],
  ...[
    '[00:01.00]',
    '[00:01.00]a\n',
    '1\t2\ta\n',
    '{\\p1',
    '{\\p1}',
    '\\N',
    ',',
    '&amp;',
    '<br/>',
    '<!--',
    '<p>',
  ],
  ...[
    '<span begin="1s">',
    '<p begin="1s">a</p>',
    '<w:t>',
    '[Speaker 1]: ',
    'Speaker 1: a\n',
    '# a\n\n',
    ']]>',
  ],
];

describe('hostile files', () => {
  it.each(Object.keys(HEADS))('in %s are parsed, or rejected in plain English', (name) => {
    const reader = transcriptReaders.find((one) => one.name === name)!;
    for (const run of RUNS) {
      const text = HEADS[name]! + run.repeat(SIZE / run.length);
      try {
        const source = name === 'docx' ? readSource(inWord(text)) : textSource(text);
        reader.sniff(source);
        expect(reader.read(source).segments.length).toBeGreaterThan(0);
      } catch (error) {
        expect(error, JSON.stringify(run)).toBeInstanceOf(TranscriptFormatError);
      }
    }
  });
});
