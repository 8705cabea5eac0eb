/** Cuts the recording of a whole service into its parts: welcome, songs, notices and sermon. */
import type { Outline } from './outline.js';

const KINDS = ['welcome', 'songs', 'notices', 'sermon'] as const;

export interface ServicePart {
  kind: (typeof KINDS)[number];
  /** Range of sentences; `to` is exclusive. */
  from: number;
  to: number;
}

/** Cost of a change between parts, in the units of the evidence below. */
const CHANGE = 4;
/** Minimum length of a sermon in words; a service without one is not divided. */
const MIN_SERMON_WORDS = 400;
/** Share of the service, from its start, in which a welcome is expected. */
const WELCOME_SHARE = 0.25;
const MAX_CUES = 3;

const WELCOME =
  /\b(?:welcome|good (?:morning|evening|afternoon)|glad (?:that )?you|great to (?:see|have) you|joining us|if you(?:'|’)?re new|first time (?:here|with us)|thank you for coming|let us stand|please (?:stand|be seated))\b/giu;
const NOTICES =
  /\b(?:announcements?|notices?|sign(?:ed)? up|bulletin|newsletter|potluck|picnic|bake sale|registration|register|volunteers?|rota|offering|collection plate|lobby|foyer|church office|youth group|coffee|small groups?|prayer meeting|next (?:week|sunday|saturday)|this (?:week|coming|sunday|saturday)|(?:mon|tues|wednes|thurs|fri|satur)day|\d{1,2}(?::\d\d)? ?[ap]\.?m\b|o(?:'|’)clock)\b/giu;
const ANNOUNCED_SONG = /[[(](?:music|singing|song|worship)[^\])]*[\])]/iu;
const PREACHED =
  /\b(?:verses?|chapter|passage|scripture|gospel|apostle|our text|point|jesus|christ|paul|grace|sin|faith)\b/giu;
const WHOLE = /[.!?]["'”’)\]]*$/u;
const LINE_WORDS = 12;

/** The parts in order, exactly one of which is the sermon; empty if no sermon is found. */
export function findServiceParts({ sentences }: Outline): ServicePart[] {
  const times = new Map<string, number>();
  const keys = sentences.map(({ text }) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' '));
  for (const key of keys) times.set(key, (times.get(key) ?? 0) + 1);
  const evidence = sentences.map(({ text, words, sung }, at) => {
    const cues = (pattern: RegExp): number => Math.min(MAX_CUES, text.match(pattern)?.length ?? 0);
    const isLine = words <= LINE_WORDS && !WHOLE.test(text);
    const isRepeated = words > 2 && times.get(keys[at]!)! > 1;
    const isSong = sung || ANNOUNCED_SONG.test(text);
    const isEarly = at < sentences.length * WELCOME_SHARE;
    return [
      (isEarly ? 0 : -2) - 0.4 + 2 * cues(WELCOME),
      -1 + (isSong ? 3 : 0) + (isLine ? 1.5 : 0) + (isRepeated ? 2.5 : 0),
      -0.4 + 1.5 * cues(NOTICES),
      0.4 * cues(PREACHED) - (isSong ? 2 : 0),
    ];
  });
  const runs = runsOf(mostLikely(evidence));
  const wordsOf = ({ from, to }: ServicePart): number =>
    sentences.slice(from, to).reduce((sum, { words }) => sum + words, 0);
  const sermon = runs
    .filter(({ kind }) => kind === 'sermon')
    .reduce<ServicePart | null>((best, run) => (best && wordsOf(best) >= wordsOf(run) ? best : run), null);
  if (!sermon || wordsOf(sermon) < MIN_SERMON_WORDS) return [];
  return merged(runs, sermon);
}

/** The most likely kind of each sentence, given that changes have a cost (Viterbi). */
function mostLikely(evidence: readonly (readonly number[])[]): number[] {
  let scores: number[] = KINDS.map(() => 0);
  const before: number[][] = [];
  for (const own of evidence) {
    const best = scores.indexOf(Math.max(...scores));
    const stays = scores.map((score) => score >= scores[best]! - CHANGE);
    before.push(stays.map((stay, kind) => (stay ? kind : best)));
    scores = own.map((value, kind) => value + (stays[kind] ? scores[kind]! : scores[best]! - CHANGE));
  }
  let kind = scores.indexOf(Math.max(...scores));
  const path: number[] = [];
  for (let at = evidence.length - 1; at >= 0; at--) {
    path.push(kind);
    kind = before[at]![kind]!;
  }
  return path.reverse();
}

function runsOf(kinds: readonly number[]): ServicePart[] {
  const runs: ServicePart[] = [];
  kinds.forEach((kind, at) => {
    const last = runs.at(-1);
    if (last && last.kind === KINDS[kind]) last.to = at + 1;
    else runs.push({ kind: KINDS[kind]!, from: at, to: at + 1 });
  });
  return runs;
}

/**
 * Any further run of sermon sentences is merged into the part before it, and adjacent parts of the same kind are
 * merged.
 */
function merged(runs: readonly ServicePart[], sermon: ServicePart): ServicePart[] {
  const parts: ServicePart[] = [];
  for (const run of runs) {
    const last = parts.at(-1);
    const kind = run.kind === 'sermon' && run !== sermon ? (last?.kind ?? 'welcome') : run.kind;
    if (last?.kind === kind) last.to = run.to;
    else parts.push({ ...run, kind });
  }
  return parts;
}
