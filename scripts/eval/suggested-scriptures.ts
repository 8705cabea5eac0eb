/**
 * The task for suggested scriptures. Measures whether a sermon's text verse, which is removed from its head, is
 * among the first three suggestions, and how many of a random sample are correct according to labels assigned by
 * hand.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { citation, findScriptures, readVerseWords, type Segment } from '../../indexer/index.js';
import { TRANSLATIONS, verseText, versesOf } from '../../src/content/scriptures/bible.js';
import { createRandom } from '../random.js';
import { readSermons, versesOfPassage, type Sermon } from './data.js';
import type { TaskResult } from './report.js';

export const SUGGESTED_SCRIPTURES = 'suggested scriptures';

/** Required: share of the sermons whose text verse is among the first three. */
const FOUND = 0.7;
const FIRST = 3;
/** Required: share of the random sample that is correct. */
const RIGHT = 0.9;
const DRAWN = 100;
/** Minimum number of the sample that must have a label. */
const LABELLED = 95;
const SHOWN_WORDS = 40;
const SHOWN_LETTERS = 300;

interface Suggestion {
  sermon: Sermon;
  cited: string;
  /** Shown for labelling. */
  talk: string;
  bible: string;
}

/** @param labels file with a line per label: title, citation, and `right` or `wrong` */
export function suggestedScripturesTask(folder: string, labels: string): TaskResult {
  const verses = readVerseWords(TRANSLATIONS.map(versesOf));
  const sermons = readSermons(folder);
  const random = createRandom(SUGGESTED_SCRIPTURES);
  const chosen = new Set<Sermon>();
  while (chosen.size < Math.min(DRAWN, sermons.length)) chosen.add(random.pick(sermons));
  let withText = 0;
  let foundFirst = 0;
  let found = 0;
  const drawn: Suggestion[] = [];
  for (const sermon of sermons) {
    // Positions stand in for times.
    const segments = sermon.segments.map((segment, startMs) => ({ ...segment, startMs }));
    const suggested = findScriptures(segments, verses);
    if (sermon.verses.length > 0) {
      const text = new Set(sermon.verses);
      const rank = suggested.findIndex((passage) => versesOfPassage(passage).some((id) => text.has(id)));
      withText++;
      if (rank === 0) foundFirst++;
      if (rank >= 0 && rank < FIRST) found++;
    }
    const all = suggested.map(({ book, chapter, verseStart, verseEnd, startMs }): Suggestion => {
      const bible = verseText('kjv', book, chapter, verseStart, verseEnd) ?? '';
      const cited = citation(book, chapter, verseStart, verseEnd);
      return { sermon, cited, talk: passageOf(segments[startMs ?? 0], bible), bible };
    });
    // The hash decides which suggestion is drawn, so that other suggestions do not change the sample.
    const lot = ({ cited }: Suggestion): string =>
      createHash('sha256')
        .update(cited + sermon.title)
        .digest('hex');
    if (chosen.has(sermon)) drawn.push(...all.sort((a, b) => (lot(a) < lot(b) ? -1 : 1)).slice(0, 1));
  }
  return judged(readLabels(labels), drawn, { withText, found, foundFirst });
}

function judged(
  labels: ReadonlyMap<string, boolean>,
  drawn: readonly Suggestion[],
  { withText, found, foundFirst }: { withText: number; found: number; foundFirst: number },
): TaskResult {
  const labelOf = ({ sermon, cited }: Suggestion): boolean | undefined =>
    labels.get(keyOf(sermon.title, cited));
  const labelled = drawn.filter((one) => labelOf(one) !== undefined);
  const right = labelled.filter(labelOf).length;
  const percent = (count: number, of: number): string => `${((100 * count) / Math.max(1, of)).toFixed(1)}%`;
  const missed: string[] = [];
  if (found < withText * FOUND)
    missed.push(`${SUGGESTED_SCRIPTURES}: the text is among the first ${FIRST} of less than ${FOUND * 100}%`);
  if (right < labelled.length * RIGHT)
    missed.push(`${SUGGESTED_SCRIPTURES}: less than ${RIGHT * 100}% of those drawn are right`);
  if (labelled.length < Math.min(LABELLED, drawn.length))
    missed.push(`${SUGGESTED_SCRIPTURES}: only ${labelled.length} of ${drawn.length} drawn have a label`);
  const details = [
    `${SUGGESTED_SCRIPTURES}: the text of ${found} of ${withText} sermons (${percent(found, withText)}) is among the first ${FIRST}, of ${foundFirst} (${percent(foundFirst, withText)}) the first;`,
    `  of ${labelled.length} drawn and labelled, ${right} (${percent(right, labelled.length)}) are right`,
    ...drawn.flatMap((one) =>
      labelOf(one) === undefined
        ? [
            `  no label: ${one.sermon.title} | ${one.cited}`,
            `    talk:  ${one.talk}`,
            `    Bible: ${one.bible.slice(0, SHOWN_LETTERS)}`,
          ]
        : [],
    ),
  ].join('\n');
  return { task: SUGGESTED_SCRIPTURES, queries: withText, columns: {}, missed, details };
}

const keyOf = (title: string, cited: string): string => `${title}\t${cited}`;

function readLabels(file: string): Map<string, boolean> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  return new Map(
    lines.map((line) => {
      const [title = '', cited = '', label] = line.split('\t');
      return [keyOf(title, cited), label === 'right'];
    }),
  );
}

/** The part of a segment that contains most of the words of the verses. */
function passageOf(segment: Segment | undefined, bible: string): string {
  const known = new Set(bible.toLowerCase().match(/[a-z]{4,}/g));
  const words = (segment?.text ?? '').split(/\s+/);
  const isKnown = words.map((word) => known.has(word.toLowerCase().replace(/[^a-z]/g, '')));
  let best = 0;
  let most = -1;
  for (let at = 0; at === 0 || at + SHOWN_WORDS / 2 < words.length; at++) {
    const count = isKnown.slice(at, at + SHOWN_WORDS / 2).filter(Boolean).length;
    if (count > most) [most, best] = [count, at];
  }
  return words.slice(Math.max(0, best - SHOWN_WORDS / 4), best + SHOWN_WORDS).join(' ');
}

/** Beside the compiled scripts, or their sources. */
export const labelsIn = (root: string): string => join(root, 'scripts/eval/suggested-scriptures.tsv');
