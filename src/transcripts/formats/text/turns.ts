/** Finds the form in which a text writes its turns, which repeats through it, and rewrites them in a single one. */
import { NAME_END } from '../parsing/guarded-text.js';
import { formatTime } from '../segments/times.js';
import { isName, isNumberedSpeaker, takeLabel } from '../parsing/speaker-labels.js';
import { nameOf, readHead, unwrapped, type TurnHead } from '../parsing/turn-heads.js';

/** Verse numbers look like times, but are closer together: minimum ms per character between times. */
const FASTEST_MS_PER_CHARACTER = 25;
/** Chapters begin with 1, so a verse does not look like a time before this. */
const FIRST_BEFORE_MS = 60_000;
/** A single time from here on has two digits for its minutes, as few chapters have. */
const SURE_FROM_MS = 600_000;
/** Of the heads of a form, at least this share must fit it: programs also write a turn without words, or out of order. */
const REGULAR_SHARE = 0.9;
/** Lines that begin with a time without brackets are turns if they are at least this share of all lines. */
const MIN_LINE_SHARE = 0.3;
/** Speakers take turns: names that are not marked as such are repeated. */
const MAX_NAMES_SHARE = 0.6;

/** What programs write above the turns, which nobody says. */
const ABOVE =
  /^[\s#*]*(?:transcript(?:ion)?|transkript(?:ion)?|transcripci[oó]n|transcri[cç][aã]o|audio ?file|audiodatei|archivo de audio|fichier audio|arquivo de áudio|\S[^\n]{0,200}\.(?:mp3|m4a|mp4|mov|wav|ogg|opus|flac|aac|webm))[\s*:]*$/iu;

interface Line {
  text: string;
  head: TurnHead | null;
}

/** A line with words, and the heads of its form. */
interface Head extends TurnHead {
  at: number;
}

interface Turn {
  name: string | null;
  words: string;
  /** Null for a name without a time. */
  head: TurnHead | null;
}

/** The turns that begin at lines; null for a line with only a name, above or below its time. */
type Turns = Map<number, Turn | null>;

/**
 * Starts a paragraph at each turn, as `Name: [0:05] words`, with the name marked as in our exports. The other lines stay.
 * Times in square brackets always count; other times only if all of their form are in order and leave enough time to
 * speak the words between them.
 */
export function markTurns(text: string): string {
  const lines = text.split('\n').map((line): Line => {
    return { text: line, head: line.includes(`:${NAME_END}`) ? null : readHead(line) };
  });
  const turns = turnsOf(lines);
  if (turns.size === 0) return text;
  const first = Math.min(...turns.keys());
  return lines
    .flatMap(({ text: line }, at) => {
      const turn = turns.get(at);
      if (turn === null || (at < first && ABOVE.test(line))) return [];
      return turn ? ['', written(turn)] : [line];
    })
    .join('\n');
}

function turnsOf(lines: readonly Line[]): Turns {
  const at = lines.flatMap(({ text }, i) => (text.trim() === '' ? [] : [i]));
  const spoken = at.map((i) => lines[i]!);
  const forms = new Map<string, Head[]>();
  spoken.forEach(({ head }, i) => {
    if (!head) return;
    const form = forms.get(head.form) ?? [];
    if (form.push({ ...head, at: i }) === 1) forms.set(head.form, form);
  });
  const turns: Turns = new Map();
  for (const heads of forms.values()) for (const [i, turn] of turnsOfForm(spoken, heads)) turns.set(i, turn);
  addLabels(spoken, turns);
  return new Map([...turns].map(([i, turn]) => [at[i]!, turn]));
}

/** Adds turns that begin with a name and a colon, with or without a time before it. */
function addLabels(lines: readonly Line[], turns: Turns): void {
  const labels = lines.map(({ text, head }, i) => {
    const turn = turns.get(i);
    if (turn === undefined) return text.includes(':') ? takeLabel(unwrapped(text.trimStart())) : null;
    return turn?.name === null && head?.isMarked ? { name: head.name!, rest: head.words } : null;
  });
  const spoken = lines.filter(({ head }, i) => !turns.has(i) || head?.line !== '');
  const names = speakerNames(
    labels.flatMap((label) => label?.name ?? []),
    spoken.length,
  );
  labels.forEach((label, i) => {
    if (label && names.has(label.name))
      turns.set(i, { name: label.name, words: label.rest, head: turns.get(i)?.head ?? null });
  });
}

/** Numbered speakers; and all names, if most lines begin with one and one of several is repeated. */
function speakerNames(labels: readonly string[], lines: number): Set<string> {
  const uses = new Map<string, number>();
  for (const name of labels) uses.set(name, (uses.get(name) ?? 0) + 1);
  const named = [...uses].filter(([name, count]) => count > 1 || isName(name));
  const isDialogue =
    named.length > 1 &&
    named.some(([, count]) => count > 1) &&
    named.reduce((sum, [, count]) => sum + count, 0) * 2 >= lines;
  return new Set([
    ...[...uses.keys()].filter(isNumberedSpeaker),
    ...(isDialogue ? named.map(([name]) => name) : []),
  ]);
}

/** @param lines without empty ones */
function turnsOfForm(lines: readonly Line[], heads: readonly Head[]): Turns {
  const isNameFirst = heads[0]!.form.startsWith('name');
  const isAlone = heads.every(({ line }) => line === '');
  const beside = namesBeside(lines, heads);
  const marked = share(heads, ({ isMarked }) => isMarked) >= 0.5;
  const isLine =
    !marked && !beside && areNames(heads.map(({ name }) => name)) && haveWords(lines, heads, true);
  const isForm =
    isNameFirst || isAlone || marked || beside || isLine || heads.length >= lines.length * MIN_LINE_SHARE;
  const isTrusted = heads[0]!.form === 'time [';
  if (!isTrusted && !(isForm && areTimes(lines, heads, isAlone || marked))) return new Map();
  if (isNameFirst && !haveWords(lines, heads, false)) return new Map();
  const turns: Turns = new Map();
  for (const head of heads) {
    const other = beside?.get(head.at);
    if (other) {
      turns.set(head.at, { name: other.name, words: '', head });
      turns.set(other.at, null);
    } else if (isLine && head.name !== null && !head.isMarked)
      turns.set(head.at, { name: head.name, words: '', head });
    else if (marked && head.isMarked) turns.set(head.at, { name: head.name, words: head.words, head });
    else turns.set(head.at, { name: null, words: head.line, head });
  }
  return turns;
}

/** The names on lines of their own, below the times or above them. */
function namesBeside(
  lines: readonly Line[],
  heads: readonly Head[],
): Map<number, { name: string; at: number }> | null {
  if (share(heads, ({ line }) => line === '') < REGULAR_SHARE) return null;
  for (const step of [1, -1]) {
    const names = heads.map(({ at }) =>
      lines[at + step]?.head === null ? nameOf(lines[at + step]!.text) : null,
    );
    const after = heads.map((head) => ({ ...head, at: Math.max(head.at, head.at + step) }));
    if (areNames(names) && haveWords(lines, after, true))
      return new Map(
        heads.flatMap(({ at }, i) => (names[i] ? [[at, { name: names[i], at: at + step }]] : [])),
      );
  }
  return null;
}

/** Whether nearly all are names, and some are repeated. */
const areNames = (names: readonly (string | null)[]): boolean =>
  share(names, (name) => name !== null) >= REGULAR_SHARE &&
  new Set(names).size <= Math.max(2, names.length * MAX_NAMES_SHARE);

/** Whether there are words after nearly all heads, on their lines or only below. */
const haveWords = (lines: readonly Line[], heads: readonly Head[], isBelow: boolean): boolean =>
  share(heads, ({ at, words, form }) => {
    const next = lines[at + 1];
    return (!isBelow && words !== '') || (next !== undefined && next.head?.form !== form);
  }) >= REGULAR_SHARE;

/** Whether the times of a form are in order and leave enough time to speak the words between them. */
function areTimes(lines: readonly Line[], heads: readonly Head[], isMarked: boolean): boolean {
  const [first] = heads;
  const last = heads.at(-1)!;
  const isSure = share(heads, (head) => head.isSure) > 0.5;
  const { form, startMs } = first!;
  if (heads.length === 1)
    return (
      (isMarked || form === 'time (') && (isSure || startMs >= SURE_FROM_MS) && /^time|[[({<]$/.test(form)
    );
  const isFree = form.startsWith('name') || (form === 'time ' && !isMarked);
  if (isFree && !isSure && startMs >= FIRST_BEFORE_MS) return false;
  const steps = heads.slice(1).map((head, i) => head.startMs - heads[i]!.startMs);
  if (share(steps, (step) => step >= 0) < REGULAR_SHARE) return false;
  const characters = lines.slice(first!.at, last.at).reduce((sum, { text }) => sum + text.length, 0);
  return steps.reduce((sum, step) => sum + Math.max(0, step), 0) >= characters * FASTEST_MS_PER_CHARACTER;
}

const share = <T>(list: readonly T[], is: (entry: T) => boolean): number =>
  list.filter(is).length / list.length;

const written = ({ name, words, head }: Turn): string => {
  const by = name === null ? '' : `${name}:${NAME_END}`;
  if (!head) return by + words;
  const end = head.endMs === null ? '' : ` - ${formatTime(head.endMs, '.')}`;
  return `${by}[${formatTime(head.startMs, '.')}${end}] ${words}`;
};
