/** Reads Word documents (Office Open XML, ISO/IEC 29500): paragraphs with times and names, as plain text has them. */
import type { ParsedTranscript } from './cues.js';
import { TranscriptFormatError } from './format-error.js';
import { checkLines } from './limits.js';
import { parsePlainText } from './plain-text.js';
import { readXml, xmlRootOf } from './xml.js';

/** Ids of the styles of headings and titles, in the languages in which Word names them differently. */
const HEADING_STYLE =
  /^(?:heading|title|subtitle|überschrift|berschrift|titel|untertitel|titre|sous-titre|ttulo|título|titolo|kop|rubrik|otsikko|nagwek)\d?$/i;
/** Deleted, moved away, or written a second time for older programs. */
const LEFT_OUT = new Set(['w:del', 'w:moveFrom', 'mc:Fallback', 'w:instrText']);

/**
 * @param text the XML of the document
 * @throws {TranscriptFormatError} when it is not well-formed, or has no words
 */
export const parseWordDocument = (text: string): ParsedTranscript => parsePlainText(textOfWordDocument(text));

/** The paragraphs as plain text with an empty line between them; those with the style of a heading begin with `# `. */
export const textOfWordDocument = (xml: string): string => {
  if (xmlRootOf(xml) !== 'document') throw new TranscriptFormatError('Not a Word document (.docx)');
  const paragraphs: string[] = [];
  /** Text boxes are paragraphs within paragraphs. */
  const open: { text: string; isHeading: boolean }[] = [];
  let leftOut = 0;
  let isText = false;
  readXml(xml, {
    keepPrefixes: true,
    open: (name, attribute) => {
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
      const paragraph = open.at(-1);
      if (isText && paragraph) paragraph.text += text;
    },
    close: (name) => {
      if (LEFT_OUT.has(name)) leftOut--;
      if (name === 'w:t') isText = false;
      if (name !== 'w:p') return;
      const { text = '', isHeading = false } = open.pop() ?? {};
      const lines = text.trim().replace(/\n\s*\n/g, '\n');
      paragraphs.push(isHeading && lines ? `# ${lines.replaceAll('\n', ' ')}` : lines);
    },
  });
  const text = paragraphs.filter(Boolean).join('\n\n');
  checkLines(text);
  return text;
};
