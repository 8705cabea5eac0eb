/** Parsing headings, lists, quotations and tables of texts. */
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Segment } from '../../indexer/index.js';
import { parseDocument } from '../../src/import/parse-document.js';

const document = (text: string): ReturnType<typeof parseDocument> => parseDocument('a.md', Buffer.from(text));
/** The text, kind and level of each segment, as far as it has them. */
const structureOf = (segments: readonly Segment[]): unknown[] =>
  segments.map(({ text, kind, level, heading }) =>
    [text, heading ? 'heading' : kind, level].filter((one) => one !== undefined),
  );

describe('the structure of a text', () => {
  it('keeps the kinds of paragraphs in Markdown', () => {
    const kinds = (text: string): unknown[] => structureOf(document(`# Title\n\n${text}`).segments);
    expect(
      kinds(
        'Before.\n\n## One\n\n- a\n  goes on\n  - b\n    * c\n- d\n\n1. first\n2. second\n   1) inner\n\n> A verse\n> goes on.\n>\n> John 3:16\n\n' +
          '| Year | *Place* |\n| ---: | :-- |\n| 1689 | Preston |\n| | a \\| b |\n\nOther\n---\n\nYear | Sum\n--- | ---\n1 | 2\n\nAfter.',
      ),
    ).toEqual([
      ['Before.'],
      ['One', 'heading', 2],
      ['a goes on', 'listItem', 1],
      ['b', 'listItem', 2],
      ['c', 'listItem', 3],
      ['d', 'listItem', 1],
      ['1. first', 'listItem', 1],
      ['2. second', 'listItem', 1],
      ['1) inner', 'listItem', 2],
      ['A verse goes on.', 'quote'],
      ['John 3:16', 'quote'],
      ['Year | Place', 'tableHead'],
      ['1689 | Preston', 'tableRow'],
      ['| a | b', 'tableRow'],
      ['Other', 'heading', 2],
      ['Year | Sum', 'tableHead'],
      ['1 | 2', 'tableRow'],
      ['After.'],
    ]);
    // A sentence that continues with a number, a framed verse, a list of speakers.
    expect(kinds('We read in\n1. Korinther 13 of love.\n\n| A verse |\n| of a hymn |')).toEqual([
      ['We read in 1. Korinther 13 of love.'],
      ['A verse of a hymn'],
    ]);
    expect(kinds('- **Ann:** One.\n- **Ben:** Two.\n- **Ann:** Three.\n- **Ben:** Four.')).toEqual([
      ['One.'],
      ['Two.'],
      ['Three.'],
      ['Four.'],
    ]);
    expect(kinds('Points:\n1. One\n2. Two').length).toBe(3);
    const deep = Array.from({ length: 50 }, (_, at) => `${' '.repeat(at * 2)}- item`).join('\n');
    expect(new Set(document(deep).segments.map(({ level }) => level))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
  });

  it('keeps headings, lists, quotations and tables of Word documents', () => {
    const paragraph = (text: string, properties = ''): string =>
      `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
    const style = (name: string): string => `<w:pStyle w:val="${name}"/>`;
    const list = (id: number, level: number): string =>
      `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`;
    const cell = (...texts: string[]): string =>
      `<w:tc>${texts.map((text) => paragraph(text)).join('')}</w:tc>`;
    const content = [
      paragraph('On the vine', style('Titel')),
      paragraph('The vineyard', style('Heading2')),
      paragraph('Der Wind', style('Zitat')),
      paragraph('It is written', style('IntenseQuote')),
      paragraph('One', list(3, 0)),
      paragraph('Within', list(3, 1)),
      paragraph('Two', list(3, 0)),
      paragraph('A bullet', list(4, 0)),
      paragraph('By its style', style('ListNumber2')),
      paragraph('In no list', list(0, 0)),
      '<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>',
      `${cell('Year')}${cell('Place')}</w:tr>`,
      `<w:tr>${cell('1689')}${cell('Preston', 'and Walton')}</w:tr>`,
      `<w:tr>${cell('Arranges a page.', 'In a cell', 'of four', 'paragraphs.')}${cell('Beside it.')}</w:tr></w:tbl>`,
    ].join('');
    const levels = (format: string): string =>
      `<w:lvl w:ilvl="0"><w:numFmt w:val="${format}"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/></w:lvl>`;
    const numbering =
      `<w:numbering><w:abstractNum w:abstractNumId="0">${levels('decimal')}</w:abstractNum>` +
      `<w:abstractNum w:abstractNumId="1">${levels('bullet')}</w:abstractNum>` +
      '<w:num w:numId="3"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="4"><w:abstractNumId w:val="1"/></w:num></w:numbering>';
    const document = { 'word/document.xml': Buffer.from(`<w:document>${content}</w:document>`) };
    const kinds = (files: Record<string, Uint8Array>): unknown[] =>
      structureOf(parseDocument('a.docx', zipSync(files)).segments);
    const tail = [
      ['In no list'],
      ['Year | Place', 'tableHead'],
      ['1689 | Preston and Walton', 'tableRow'],
      ...['Arranges a page.', 'In a cell', 'of four', 'paragraphs.', 'Beside it.'].map((text) => [text]),
    ];
    const picture = new Uint8Array(100_000);
    expect(
      kinds({ ...document, 'word/media/a.png': picture, 'word/numbering.xml': Buffer.from(numbering) }),
    ).toEqual([
      ['The vineyard', 'heading', 2],
      ['Der Wind', 'quote'],
      ['It is written', 'quote'],
      ['1. One', 'listItem', 1],
      ['Within', 'listItem', 2],
      ['2. Two', 'listItem', 1],
      ['A bullet', 'listItem', 1],
      ['1. By its style', 'listItem', 2],
      ...tail,
    ]);
    // Without numbering, or with numbering that cannot be parsed, they are lists nevertheless.
    for (const broken of [undefined, Buffer.from('<w:numbering><'), Buffer.alloc(2 * 1024 * 1024, ' ')])
      expect(kinds({ ...document, ...(broken && { 'word/numbering.xml': broken }) }).slice(3, 6)).toEqual([
        ['One', 'listItem', 1],
        ['Within', 'listItem', 2],
        ['Two', 'listItem', 1],
      ]);
  });
});
