/** Reads who speaks and when from the paragraphs of a transcript in Markdown: `**Name:** \[mm:ss\] words`. */
import type { Segment } from '../../../indexer/index.js';
import { hasWords } from '../transcripts/formats/cues.js';
import { dropStamps, takeStamp } from '../transcripts/formats/plain-text.js';
import { interpolateTimes } from '../transcripts/formats/times.js';
import { plainInline, type MarkdownBlock } from './markdown.js';

interface Label {
  name: string;
  /** False where no colon makes it a label: a word in bold, unless it is a name known from elsewhere. */
  colon: boolean;
  rest: string;
}

const LABEL = /^(?:\*\*|__)([^*_\n]{1,80}?)\s*(:?)\s*(?:\*\*|__)(:?)\s*/;
const BREAK_MARK = '* * *';
/** A stamp is no longer than this in Markdown. */
const STAMP_REACH = 40;
/** Labels of what is no speech: a break in the item, as a long pause is. */
const BREAKS = new Set(
  'break intro outro music sponsor sponsors ad ads advertisement transition interlude jingle clip applause credits'.split(
    ' ',
  ),
);
/** Labels that sermons put in bold and that name no person. */
const NO_NAMES = new Set(
  (
    'note notes text texts scripture scriptures reading point prayer introduction conclusion question answer application illustration example ' +
    'summary outline date speaker speakers series topic topics title verse context background definition warning tip key main big lesson ' +
    'step part first second third fourth fifth finally therefore transcript host guest location time duration'
  ).split(' '),
);

/** Segments of a document's blocks, untimed where no stamp says a time, and the names that speak, in order of appearance. */
export function readTurns(blocks: readonly MarkdownBlock[]): { segments: Segment[]; speakers: string[] } {
  const names = speakerNames(blocks);
  const segments: Segment[] = [];
  const spoken = new Set<string>();
  let speaker: string | null = null;
  let stampAbove: number | null = null;
  for (const block of blocks) {
    if (block.kind !== 'paragraph') {
      const text = block.kind === 'break' ? BREAK_MARK : plainInline(block.source);
      segments.push({ text, startMs: null, endMs: null, heading: true });
      continue;
    }
    const label = readLabel(block.source);
    const isBreak = label !== null && BREAKS.has(label.name.toLowerCase());
    const isTurn = label !== null && !isBreak && names.has(label.name);
    if (isTurn) speaker = label.name;
    if (isBreak) speaker = null;
    const words = plainInline(isTurn || isBreak ? label.rest : block.source);
    // A turn whose name was lost still begins with its colon.
    const { startMs, endMs, rest } = takeStamp(words.replace(/^:\s+/, ''));
    if (isBreak) segments.push({ text: BREAK_MARK, startMs, endMs, heading: true });
    else stampAbove = startMs ?? stampAbove;
    const text = dropStamps(rest);
    if (!hasWords(text)) continue;
    segments.push({
      text,
      startMs: isBreak ? null : stampAbove,
      endMs: isBreak ? null : endMs,
      ...(speaker === null ? {} : { speaker }),
    });
    if (speaker !== null) spoken.add(speaker);
    stampAbove = null;
  }
  return { segments: interpolateTimes(segments), speakers: [...spoken] };
}

function readLabel(source: string): Label | null {
  const match = LABEL.exec(source);
  if (!match) return null;
  const name = plainInline(match[1]!).replace(/:$/, '').trim();
  return {
    name,
    colon: Boolean(match[2] || match[3]) || match[1]!.endsWith(':'),
    rest: source.slice(match[0].length),
  };
}

/** Labels that are names: in a document with stamps all that look like one, else those of a dialogue. */
function speakerNames(blocks: readonly MarkdownBlock[]): Set<string> {
  const uses = new Map<string, number>();
  let paragraphs = 0;
  let stamped = false;
  for (const block of blocks) {
    if (block.kind !== 'paragraph') continue;
    paragraphs++;
    const label = readLabel(block.source);
    stamped ||= takeStamp(plainInline((label?.rest ?? block.source).slice(0, STAMP_REACH))).startMs !== null;
    if (label?.colon && looksLikeName(label.name)) uses.set(label.name, (uses.get(label.name) ?? 0) + 1);
  }
  const turns = [...uses.values()].reduce((sum, count) => sum + count, 0);
  const dialogue = stamped || turns * 2 >= paragraphs;
  return new Set([...uses].filter(([, count]) => dialogue || count > 1).map(([name]) => name));
}

function looksLikeName(name: string): boolean {
  const words = name.split(' ');
  const first = words[0]!.toLowerCase().replace(/[^\p{L}]/gu, '');
  return (
    words.length <= 6 &&
    /^\p{Lu}/u.test(name) &&
    !/\d/.test(name) &&
    !NO_NAMES.has(first) &&
    !BREAKS.has(first)
  );
}
