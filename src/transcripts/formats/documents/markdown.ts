/** Parses Markdown transcripts: paragraphs with times and names, and headings. */
import { hasLetterOrDigit } from '../segments/clean-words.js';
import type { ParsedTranscript } from '../parsing/parsed-transcript.js';
import { TranscriptFormatError } from '../parsing/format-error.js';
import { checkLines, checkSegments, checkTexts } from '../parsing/limits.js';
import { markdownBlocks, type MarkdownBlock } from './markdown-blocks.js';
import { lostForms } from '../text/lost-forms.js';
import { markTurns } from '../text/turns.js';
import { readTurns } from './turns.js';

/** YAML between `---` at the beginning. */
const FENCE = /^---[ \t]*\n(?:([\s\S]*?)\n)?(?:---|\.\.\.)[ \t]*(?:\n|$)/;

/** Skips front matter. */
export const parseMarkdown = (text: string): ParsedTranscript => {
  checkLines(text);
  checkTexts([{ text }]);
  const { body } = splitFrontMatter(text);
  const transcript = parseBlocks(markdownBlocks(markTurns(body)));
  return { ...transcript, warnings: lostForms(body, transcript.segments) };
};

/**
 * `speakers` lists the speakers in order of appearance.
 * @throws {TranscriptFormatError} when there are no words
 */
export const parseBlocks = (blocks: readonly MarkdownBlock[]): ParsedTranscript & { speakers: string[] } => {
  const { segments, speakers } = readTurns(blocks);
  checkSegments(segments.length);
  if (!segments.some(({ text }) => hasLetterOrDigit(text)))
    throw new TranscriptFormatError('The document has no text below the title');
  return { segments, speakers, warnings: [] };
};

/** Instructions to the program that makes pages: of Hugo, Jekyll and WordPress. */
const SHORTCODE =
  /\{\{[<%][^{}\n]*[%>]\}\}|\{%[^{}\n]*%\}|\[\/?(?:audio|video|embed|playlist|gallery|caption|youtube|vimeo|soundcloud|podcast_player|powerpress)(?:[ =][^\][\n]*)?\]/g;

/** The front matter of a document, null if there is none, and the rest without shortcodes. */
export const splitFrontMatter = (text: string): { yaml: string | null; body: string } => {
  const match = FENCE.exec(text);
  const body = (match ? text.slice(match[0].length) : text).replace(SHORTCODE, '');
  return { yaml: match ? (match[1] ?? '') : null, body };
};
