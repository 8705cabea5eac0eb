/** Extracts speakers and times from the paragraphs of a Markdown transcript: `**Name:** \[mm:ss\] words`. */
import type { Segment } from '../../../../indexer/index.js';
import { hasLetterOrDigit } from '../segments/clean-words.js';
import { takeMarkedName } from '../parsing/caption-speakers.js';
import { BREAKS, looksLikeSpeaker } from '../parsing/speaker-labels.js';
import { dropStamps, takeStamp } from '../text/stamps.js';
import { interpolateTimes } from '../segments/times.js';
import { plainInline, type MarkdownBlock } from './markdown-blocks.js';

interface Label {
  name: string;
  /** Bold text without a colon is a label only if the name is used as one elsewhere. */
  colon: boolean;
  rest: string;
}

const LABEL = /^(?:\*\*|__)([^*_\n]{1,90})(?:\*\*|__)(:?)\s*/;
const BREAK_MARK = '* * *';
/** Characters at the start of a paragraph that may contain a stamp. */
const STAMP_LENGTH = 40;

/** The segments of a document's blocks, and its speakers in order of appearance. */
export function readTurns(blocks: readonly MarkdownBlock[]): { segments: Segment[]; speakers: string[] } {
  const names = speakerNames(blocks);
  const segments: Segment[] = [];
  const spoken = new Set<string>();
  let speaker: string | null = null;
  let stampAbove: number | null = null;
  for (const block of blocks) {
    if (block.kind !== 'paragraph') {
      const text = block.kind === 'break' ? BREAK_MARK : plainInline(block.source);
      segments.push({
        text,
        startMs: null,
        endMs: null,
        heading: true,
        ...(block.level && { level: block.level }),
      });
      continue;
    }
    const marked = takeMarkedName(block.source);
    const label = marked ? null : readLabel(block.source);
    const isBreak = label !== null && BREAKS.has(label.name.toLowerCase());
    const isTurn = label !== null && !isBreak && names.has(label.name);
    if (isTurn) speaker = label.name;
    if (isBreak) speaker = null;
    if (marked) speaker = marked.speaker;
    const words = plainInline(marked?.rest ?? (isTurn || isBreak ? label.rest : block.source));
    // A turn whose name was lost still starts with the colon.
    const { startMs, endMs, rest } = takeStamp(words.replace(/^:\s+/, ''));
    if (isBreak) segments.push({ text: BREAK_MARK, startMs, endMs, heading: true });
    else stampAbove = startMs ?? stampAbove;
    const text = dropStamps(rest);
    if (!hasLetterOrDigit(text)) continue;
    segments.push({
      text,
      startMs: isBreak ? null : stampAbove,
      endMs: isBreak ? null : endMs,
      // Turns of speakers may be written as list entries.
      ...(speaker === null ? kindOf(block) : { speaker }),
    });
    if (speaker !== null) spoken.add(speaker);
    stampAbove = null;
  }
  return { segments: interpolateTimes(segments), speakers: [...spoken] };
}

const kindOf = ({ row, quoted, listed, level }: MarkdownBlock): Pick<Segment, 'kind' | 'level'> => {
  if (row) return { kind: row };
  if (quoted) return { kind: 'quote' };
  return listed ? { kind: 'listItem', level: level ?? 1 } : {};
};

function readLabel(source: string): Label | null {
  const match = LABEL.exec(source);
  if (!match) return null;
  const label = match[1]!.trim();
  return {
    name: plainInline(label.replace(/:$/, '')),
    colon: label.endsWith(':') || match[2] === ':',
    rest: source.slice(match[0].length),
  };
}

/**
 * The labels that are names: all that look like one if the document is a dialogue or has stamps, otherwise those
 * used at least twice.
 */
function speakerNames(blocks: readonly MarkdownBlock[]): Set<string> {
  const uses = new Map<string, number>();
  const listed = new Map<string, number>();
  let paragraphs = 0;
  let stamped = false;
  for (const block of blocks) {
    if (block.kind !== 'paragraph') continue;
    paragraphs++;
    const marked = takeMarkedName(block.source)?.speaker;
    if (marked) uses.set(marked, (uses.get(marked) ?? 0) + 1);
    const label = marked ? null : readLabel(block.source);
    stamped ||= marked !== undefined;
    stamped ||= takeStamp(plainInline((label?.rest ?? block.source).slice(0, STAMP_LENGTH))).startMs !== null;
    if (!label?.colon || !looksLikeSpeaker(label.name)) continue;
    // `- **Language**: en` describes the file: a bullet names a speaker only if the label is repeated.
    const counts = block.listed && !listed.has(label.name) ? listed : uses;
    counts.set(label.name, (counts.get(label.name) ?? 0) + 1);
  }
  const turns = [...uses.values()].reduce((sum, count) => sum + count, 0);
  const dialogue = stamped || turns * 2 >= paragraphs;
  return new Set([...uses].filter(([, count]) => dialogue || count > 1).map(([name]) => name));
}
