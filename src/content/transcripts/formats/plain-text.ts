/** Reads and writes plain text: paragraphs, with optional time stamps and names of speakers. */
import type { Segment } from '../../../../indexer/index.js';
import { hasWords, type ParsedTranscript } from './cues.js';
import { TranscriptFormatError } from './format-error.js';
import { checkLines, checkSegments } from './limits.js';
import { isNumberedSpeaker, takeLabel } from './speaker-labels.js';
import { dropStamps, normalizeStamps, takeStamp } from './stamps.js';
import { interpolateTimes } from './times.js';
import { singleSpaced } from '../../../platform/lib/white-space.js';

/** Lines of at least this average length are paragraphs, not one wrapped paragraph. */
const PARAGRAPH_LINE = 120;
/** An exported paragraph ends with the first sentence after this many characters, or at a pause of this length, ms. */
const EXPORT_PARAGRAPH = 600;
const EXPORT_PAUSE_MS = 2000;

/**
 * One segment per paragraph, timed only by stamps. A label such as `Speaker 1:` names who speaks until the next one.
 * @param text as `decodeText` returns it
 * @throws {TranscriptFormatError} when the text has no words
 */
export function parsePlainText(text: string): ParsedTranscript {
  checkLines(text);
  const stamped = normalizeStamps(text);
  const names = speakerNames(stamped);
  let speaker: string | undefined;
  const segments = paragraphs(separateTurns(stamped, names)).map((paragraph) => {
    const { startMs, endMs, rest } = takeStamp(paragraph);
    const label = names.size > 0 ? takeLabel(rest) : null;
    const turn = label && names.has(label.name) ? label : null;
    speaker = turn?.name ?? speaker;
    return { text: dropStamps(turn?.rest ?? rest), startMs, endMs, ...(speaker && { speaker }) };
  });
  const kept = segments.filter((segment) => hasWords(segment.text));
  checkSegments(kept.length);
  if (kept.length === 0) throw new TranscriptFormatError('The text has no words');
  return { segments: interpolateTimes(kept), warnings: [] };
}

const labelOf = (line: string): string | undefined => takeLabel(takeStamp(line.trimStart()).rest)?.name;

/** Numbered speakers, and other labels that are used twice where lines begin with them throughout. */
function speakerNames(text: string): Set<string> {
  const uses = new Map<string, number>();
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  for (const name of lines.map(labelOf)) if (name) uses.set(name, (uses.get(name) ?? 0) + 1);
  const turns = [...uses].filter(([, count]) => count > 1);
  const isDialogue = turns.length > 1 && turns.reduce((sum, [, count]) => sum + count, 0) * 2 >= lines.length;
  const named = isDialogue ? turns : [];
  return new Set([...[...uses].filter(([name]) => isNumberedSpeaker(name)), ...named].map(([name]) => name));
}

/** Each line that begins with the name of a speaker starts a paragraph. */
const separateTurns = (text: string, names: ReadonlySet<string>): string =>
  names.size === 0
    ? text
    : text
        .split('\n')
        .flatMap((line) => (names.has(labelOf(line) ?? '') ? ['', line] : [line]))
        .join('\n');

function paragraphs(text: string): string[] {
  const blocks = text.split(/\n[^\S\n]*\n\s*/).map((block) => block.trim());
  const one = blocks.length === 1 ? blocks[0]!.split('\n') : [];
  const ownLines =
    one.length > 1 && one.reduce((sum, line) => sum + line.length, 0) / one.length >= PARAGRAPH_LINE;
  return (ownLines ? one : blocks).map((block) => singleSpaced(block));
}

/** Paragraphs of text; each change of speaker starts a paragraph with the name. */
export function writePlainText(segments: readonly Segment[]): string {
  const result: string[] = [];
  let last: Segment | undefined;
  for (const segment of segments) {
    const text = singleSpaced(segment.text);
    if (!text) continue;
    const speaker = segment.speaker?.trim() || null;
    const turn = speaker !== null && speaker !== (last?.speaker?.trim() || null);
    if (!last || turn || endsParagraph(last, segment, result.at(-1)!))
      result.push(turn ? `${speaker}: ${text}` : text);
    else result.push(`${result.pop()!} ${text}`);
    last = segment;
  }
  return result.length === 0 ? '' : `${result.join('\n\n')}\n`;
}

/** Untimed segments are already paragraphs; timed ones are cues to be joined. */
function endsParagraph(last: Segment, next: Segment, paragraph: string): boolean {
  if (last.heading || next.heading || last.startMs === null || last.text.length >= EXPORT_PARAGRAPH / 2)
    return true;
  if (next.startMs !== null && last.endMs !== null && next.startMs - last.endMs >= EXPORT_PAUSE_MS)
    return true;
  return paragraph.length >= EXPORT_PARAGRAPH && /[.!?]["'”’)\]]*$/.test(last.text.trim());
}
