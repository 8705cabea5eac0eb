/** Finds speakers in captions that have no voice tags but begin with names: `Ann: …`, `[SPEAKER_00]: …`. */
import { cleanWords } from '../segments/clean-words.js';
import { NAME_END } from './guarded-text.js';
import { isNumberedSpeaker, takeLabel } from './speaker-labels.js';
import type { TimedWord } from '../segments/word-times.js';

export interface CaptionLine {
  text: string;
  speaker: string | null;
  /** Text at the beginning that looks like a name is not one. */
  isUnlabelled?: boolean;
  /** May contain more than the text, which loses labels and what other captions repeat. */
  words?: TimedWord[] | undefined;
}

export interface CaptionLines {
  lines: CaptionLine[];
}

/** The form of our own exports: `Name:` and a no-break space. */
const MARKED = new RegExp(`^\\s*([^${NAME_END}]{1,255}?):${NAME_END}`);
const BRACKETED = /^\[([^\][\n]{1,60})\]:?\s+/;

/** The speaker at the start of a line of our exports; null if the mark at its end says that there is none. */
export const takeMarkedName = (line: string): { speaker: string | null; rest: string } | undefined => {
  if (!line.includes(NAME_END)) return undefined;
  const match = MARKED.exec(line);
  if (match) return { speaker: cleanWords(match[1]!) || null, rest: line.slice(match[0].length) };
  const isMarked = line.slice(line.trimEnd().length).includes(NAME_END);
  return isMarked ? { speaker: null, rest: line } : undefined;
};

const labelOf = ({ text, isUnlabelled }: CaptionLine): { name: string; rest: string } | null => {
  if (isUnlabelled) return null;
  const bracketed = BRACKETED.exec(text);
  if (bracketed && isNumberedSpeaker(bracketed[1]!))
    return { name: bracketed[1]!, rest: text.slice(bracketed[0].length) };
  return takeLabel(text);
};

/**
 * Extracts speaker names from the words: numbered speakers; names used at least twice, if at least half of the
 * captions begin with such a name; and all names, if every caption begins with one. A name applies until the
 * next. Captions with voice tags are unchanged.
 */
export const nameSpeakers = <C extends CaptionLines>(cues: readonly C[]): C[] => {
  if (cues.some(({ lines }) => lines.some(({ speaker }) => speaker !== null))) return [...cues];
  const names = namesOf(cues);
  if (names.size === 0) return [...cues];
  let speaker: string | null = null;
  return cues.map((cue) => ({
    ...cue,
    lines: cue.lines.map((line) => {
      const { text, words } = line;
      const label = labelOf(line);
      if (!label?.rest || !names.has(label.name)) return { text, speaker, words };
      speaker = label.name;
      return { text: label.rest, speaker, words };
    }),
  }));
};

const namesOf = (cues: readonly CaptionLines[]): Set<string> => {
  const uses = new Map<string, number>();
  for (const { lines } of cues)
    for (const name of new Set(lines.flatMap((line) => labelOf(line)?.name ?? [])))
      uses.set(name, (uses.get(name) ?? 0) + 1);
  const countOf = (counts: readonly [string, number][]): number =>
    counts.reduce((sum, [, count]) => sum + count, 0);
  const repeated = [...uses].filter(([, count]) => count > 1);
  const isDialogue = countOf(repeated) * 2 >= cues.length;
  const isAll = isDialogue && countOf([...uses]) >= cues.length;
  return new Set(
    [...uses]
      .filter(([name, count]) => isNumberedSpeaker(name) || isAll || (isDialogue && count > 1))
      .map(([name]) => name),
  );
};
