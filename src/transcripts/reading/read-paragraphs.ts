/** Converts a transcript to paragraphs for reading, with speakers and start times. */
import type { Segment } from '../../../indexer/index.js';
import { cleanWords } from '../formats/segments/clean-words.js';
import { endsParagraph, speakerOf } from '../formats/segments/paragraph-ends.js';
import { kindOfParagraph, type ParagraphKind } from './paragraph-kind.js';

export interface Paragraph extends ParagraphKind {
  text: string;
  /** Null without times. */
  startMs: number | null;
  /** Set when the speaker changes. */
  speaker: string | null;
}

export interface ReadableTranscript {
  paragraphs: Paragraph[];
  /** False if the text was truncated. */
  isWhole: boolean;
}

/** Three times as much as is spoken in ten hours. */
const MAX_CHARACTERS = 1_500_000;
const MAX_PARAGRAPHS = 20_000;

export const hasTimes = (segments: readonly Segment[]): boolean =>
  segments.some(({ startMs, endMs }) => startMs !== null || endMs !== null);

/** Whether an untimed segment is a paragraph: empty ones are not. */
export const isParagraph = ({ text }: Segment): boolean => cleanWords(text) !== '';

/**
 * Without times, each segment that satisfies `isParagraph` is a paragraph.
 * @param breaks times in ms at which a paragraph always starts, ascending: the chapters
 */
export const readParagraphs = (
  segments: readonly Segment[],
  breaks: readonly number[],
): ReadableTranscript => {
  const paragraphs: Paragraph[] = [];
  const isTimed = hasTimes(segments);
  let characters = 0;
  let nextBreak = 0;
  let last: Segment | undefined;
  for (const segment of segments) {
    const text = cleanWords(segment.text);
    if (!text) continue;
    characters += text.length;
    if (characters > MAX_CHARACTERS || paragraphs.length >= MAX_PARAGRAPHS)
      return { paragraphs, isWhole: false };
    const { startMs, heading = false, level = 1 } = segment;
    const breaksBefore = nextBreak;
    while (startMs !== null && startMs >= (breaks[nextBreak] ?? Infinity)) nextBreak += 1;
    const speaker = speakerOf(segment);
    const isSameSpeaker = last && speaker === speakerOf(last);
    const paragraph = paragraphs.at(-1);
    if (
      !last ||
      !paragraph ||
      !isSameSpeaker ||
      nextBreak > breaksBefore ||
      endsParagraph(last, segment, paragraph.text)
    )
      paragraphs.push({
        // Timed segments are cues to be joined, so their kind in the text is ignored.
        ...kindOfParagraph(isTimed ? { heading, level } : segment, text),
        startMs,
        speaker: isSameSpeaker ? null : speaker,
      });
    else paragraph.text += ` ${text}`;
    last = segment;
  }
  return { paragraphs, isWhole: true };
};
