/** Parses Markdown transcripts: paragraphs with times and names, and headings. */
import { hasWords } from './clean-words.js';
import type { ParsedTranscript } from './cues.js';
import { TranscriptFormatError } from './format-error.js';
import { splitFrontMatter } from './front-matter-fence.js';
import { checkLines, checkSegments, checkTexts } from './limits.js';
import { markdownBlocks, type MarkdownBlock } from './markdown-blocks.js';
import { normalizeStamps } from './stamps.js';
import { readTurns } from './turns.js';

/** Skips front matter. */
export const parseMarkdown = (text: string): ParsedTranscript => {
  checkLines(text);
  checkTexts([{ text }]);
  return parseBlocks(markdownBlocks(normalizeStamps(splitFrontMatter(text).body)));
};

/**
 * `speakers` lists the speakers in order of appearance.
 * @throws {TranscriptFormatError} when there are no words
 */
export const parseBlocks = (blocks: readonly MarkdownBlock[]): ParsedTranscript & { speakers: string[] } => {
  const { segments, speakers } = readTurns(blocks);
  checkSegments(segments.length);
  if (!segments.some(({ text }) => hasWords(text)))
    throw new TranscriptFormatError('The document has no text below the title');
  return { segments, speakers, warnings: [] };
};
