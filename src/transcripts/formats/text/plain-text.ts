/** Parses and writes plain text: paragraphs with optional time stamps and speaker names. */
import type { Segment } from '../../../../indexer/index.js';
import { takeMarkedName } from '../parsing/caption-speakers.js';
import { cleanWords, hasLetterOrDigit } from '../segments/clean-words.js';
import type { ParsedTranscript } from '../parsing/parsed-transcript.js';
import { TranscriptFormatError } from '../parsing/format-error.js';
import { nameMarks, withoutStamps } from '../parsing/guarded-text.js';
import { checkLines, checkSegments, checkTexts } from '../parsing/limits.js';
import { endsParagraph, speakerOf } from '../segments/paragraph-ends.js';
import { dropStamps, takeStamp } from './stamps.js';
import { interpolateTimes } from '../segments/times.js';
import { lostForms } from './lost-forms.js';
import { markTurns } from './turns.js';
import { takeMark } from './word-marks.js';
import { singleSpaced } from '../../../platform/lib/white-space.js';

/** Lines of at least this average length are paragraphs rather than one wrapped paragraph. */
const PARAGRAPH_LINE = 120;
/** As in Markdown. */
const HEADING = /^(#{1,6})[ \t]+(\S[^\n]*)$/;

/**
 * One segment per paragraph, timed only by stamps. The name of a turn is that of the speaker until the next one.
 * @param text as `decodeText` returns it
 * @throws {TranscriptFormatError} when the text has no words
 */
export function parsePlainText(text: string): ParsedTranscript {
  checkLines(text);
  checkTexts([{ text }]);
  let speaker: string | null = null;
  /** Of a time alone in its paragraph. */
  let above: { startMs: number | null; endMs: number | null } | null = null;
  const segments = paragraphs(markTurns(text)).map((block): Segment => {
    const { kind, rest: written } = takeMark(block);
    const [, signs, heading] = HEADING.exec(written.trimEnd()) ?? [];
    if (signs && heading)
      return { text: cleanWords(heading), startMs: null, endMs: null, heading: true, level: signs.length };
    const marked = takeMarkedName(written);
    const { rest, ...stamp } = takeStamp(singleSpaced(marked?.rest ?? written));
    const { startMs, endMs } = stamp.startMs === null && above ? above : stamp;
    above = hasLetterOrDigit(rest) ? null : stamp;
    if (marked) speaker = marked.speaker;
    return {
      text: cleanWords(dropStamps(rest)),
      startMs,
      endMs,
      ...(speaker ? { speaker } : kind),
    };
  });
  const kept = segments.filter((segment) => hasLetterOrDigit(segment.text));
  checkSegments(kept.length);
  if (kept.length === 0) throw new TranscriptFormatError('The text has no words');
  return { segments: interpolateTimes(kept), warnings: lostForms(text, kept) };
}

function paragraphs(text: string): string[] {
  // Ends of lines are not trimmed, see `guarded-text.ts`.
  const blocks = text.split(/\n[^\S\n]*\n[ \t\n]*/).map((block) => block.replace(/^[ \t\n]+/, ''));
  const one = blocks.length === 1 ? blocks[0]!.trimEnd().split('\n') : [];
  const ownLines =
    one.length > 1 && one.reduce((sum, line) => sum + line.length, 0) / one.length >= PARAGRAPH_LINE;
  return ownLines ? one : blocks;
}

/** Paragraphs of text; each change of speaker starts a paragraph with the name, see `guarded-text.ts`. */
export function writePlainText(segments: readonly Segment[]): string {
  const result: { text: string; after: string }[] = [];
  let last: Segment | undefined;
  for (const segment of segments) {
    const text = withoutStamps(cleanWords(segment.text));
    if (!text) continue;
    const lastSpeaker = last ? speakerOf(last) : null;
    const speaker = speakerOf(segment);
    const paragraph = result.at(-1);
    if (!last || !paragraph || speaker !== lastSpeaker || endsParagraph(last, segment, paragraph.text)) {
      const { before, after } = nameMarks(speaker, lastSpeaker);
      result.push({ text: before + text, after });
    } else paragraph.text += ` ${text}`;
    last = segment;
  }
  return result.length === 0 ? '' : `${result.map(({ text, after }) => text + after).join('\n\n')}\n`;
}
