/** Reads Word documents (Office Open XML, ISO/IEC 29500): paragraphs with times and names, as plain text has them. */
import { TranscriptFormatError } from './format-error.js';
import { checkLines, MAX_TEXT_BYTES, TOO_MUCH_TEXT } from './limits.js';
import { createXmlReader } from './xml.js';

/** Ids of the styles of headings and titles, in the languages in which Word names them differently. */
const HEADING_STYLE =
  /^(?:heading|title|subtitle|überschrift|berschrift|titel|untertitel|titre|sous-titre|ttulo|título|titolo|kop|rubrik|otsikko|nagwek)\d?$/i;
/** Deleted, moved away, or written a second time for older programs. */
const LEFT_OUT = new Set(['w:del', 'w:moveFrom', 'mc:Fallback', 'w:instrText']);

/** Reads the XML of a document as it is unpacked. */
export interface WordReader {
  /** @throws {TranscriptFormatError} when it is not well-formed, or has too much text */
  write(xml: string): void;
  /**
   * The paragraphs as plain text with an empty line between them; those with the style of a heading begin with `# `.
   * @throws {TranscriptFormatError} when it is incomplete
   */
  end(): string;
}

export const createWordReader = (): WordReader => {
  const paragraphs: string[] = [];
  /** Text boxes are paragraphs within paragraphs. */
  const open: { text: string; isHeading: boolean }[] = [];
  let leftOut = 0;
  let isText = false;
  let isDocument = false;
  let textLength = 0;
  /** Characters since the parser last saw an element or a text end: it holds them. */
  let held = 0;
  const xml = createXmlReader({
    keepPrefixes: true,
    open: (name, attribute) => {
      held = 0;
      isDocument ||= name === 'w:document';
      if (!isDocument) throw new TranscriptFormatError('Not a Word document (.docx)');
      if (LEFT_OUT.has(name)) leftOut++;
      const paragraph = open.at(-1);
      if (name === 'w:p') open.push({ text: '', isHeading: false });
      else if (name === 'w:t') isText = leftOut === 0;
      else if (!paragraph || leftOut > 0) return;
      else if (name === 'w:tab' || name === 'w:noBreakHyphen') paragraph.text += name === 'w:tab' ? ' ' : '-';
      else if (name === 'w:br' || name === 'w:cr') paragraph.text += '\n';
      else if (name === 'w:pStyle') paragraph.isHeading ||= HEADING_STYLE.test(attribute('w:val') ?? '');
      else if (name === 'w:outlineLvl') paragraph.isHeading ||= Number(attribute('w:val') ?? 9) < 9;
    },
    text: (text) => {
      held = 0;
      const paragraph = open.at(-1);
      if (!isText || !paragraph) return;
      if ((textLength += text.length) > MAX_TEXT_BYTES) throw new TranscriptFormatError(TOO_MUCH_TEXT);
      paragraph.text += text;
    },
    close: (name) => {
      held = 0;
      if (LEFT_OUT.has(name)) leftOut--;
      if (name === 'w:t') isText = false;
      if (name !== 'w:p') return;
      const { text = '', isHeading = false } = open.pop() ?? {};
      const lines = text.trim().replace(/\n\s*\n/g, '\n');
      if (lines) paragraphs.push(isHeading ? `# ${lines.replaceAll('\n', ' ')}` : lines);
    },
  });
  return {
    write: (text) => {
      if ((held += text.length) > MAX_TEXT_BYTES) throw new TranscriptFormatError(TOO_MUCH_TEXT);
      xml.write(text);
    },
    end: () => {
      xml.close();
      const text = paragraphs.join('\n\n');
      checkLines(text);
      return text;
    },
  };
};
